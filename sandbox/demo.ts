import { type Sandbox, startSandbox } from "./sandbox.ts";
import { tour } from "./tour.ts";

/** Short, so that the silent platform does not hold up the show. */
const timeoutMs = "1500";
/** This machine's. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

async function main(): Promise<number> {
  const sandbox = await startSandbox({ env: { PLATFORM_TIMEOUT_MS: timeoutMs, TIME_ZONE: timeZone } });
  let failures = 0;
  try {
    for (const step of tour) {
      try {
        await step.play(sandbox);
        console.log(`✓ ${step.title}`);
      } catch (error) {
        failures += 1;
        console.log(`✗ ${step.title}\n  ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    report(sandbox);
    for (const finding of sandbox.slack.findings) {
      failures += 1;
      console.log(`✗ Slack's rule ${finding.rule} was broken in ${finding.method}: ${finding.detail}`);
    }
  } finally {
    await sandbox.close();
  }
  return failures;
}

/** What each conversation received, with names for ids; times are the fallbacks that the app gives, in UTC. */
function report({ slack }: Sandbox): void {
  const { conversations, people, usergroups } = slack;
  const names = new Map([
    ...conversations.map(({ id, name }) => [id, name] as const),
    ...people.map(({ id, realName }) => [id, realName] as const),
    ...usergroups.map(({ id, handle }) => [id, handle] as const),
  ]);
  const readable = (text: string): string =>
    text
      .replace(/<[@#!](?:subteam\^)?(\w+)(?:\|[^>]*)?>/g, (_, id: string) => `@${names.get(id) ?? id}`)
      .replace(/<([^|>]+)\|([^>]+)>/g, "$2")
      .replace(/<(https?:[^>]+)>/g, "$1")
      .replace(/&(lt|gt|amp);/g, (_, name) => ({ lt: "<", gt: ">" })[String(name)] ?? "&");
  const print = (title: string, messages: readonly { text: string }[]): void => {
    if (messages.length === 0) return;
    console.log(`\n${title}`);
    for (const { text } of messages) {
      console.log(`  ${readable(text).replaceAll("\n", "\n    ")}`);
    }
  };
  for (const { id, name } of conversations) print(`#${name}`, slack.messages(id));
  for (const { id, realName } of people) {
    print(`Direct message to ${realName}`, slack.dm(id));
    print(`Shown to ${realName} only`, slack.ephemerals(id));
  }
}

const failures = await main();
console.log(failures === 0 ? "\nAll of it happened." : `\n${failures} did not happen as it should.`);
process.exitCode = failures === 0 ? 0 : 1;
