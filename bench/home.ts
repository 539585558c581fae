import { setTimeout as wait } from "node:timers/promises";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { defaultConversations, defaultPeople } from "../sandbox/slack/defaults.ts";
import { openSendForm } from "../test/support/send-form.ts";

/** How often Home tabs are published: the bot as its own process, Slack's limits as the sandbox keeps them. */
const conversation = "C0TESTS";
const joon = "U0JOON";
const newcomer = "U0MINA";
const looking = 30;
const perSecond = 5;
const burstS = 60;
/** Longer than until a person's Home may be drawn again. */
const restMs = 12_000;

type Publishes = { published: number; refused: number };

function publishes({ slack }: Sandbox): Publishes {
  const all = slack.traffic.filter(({ name }) => name === "views.publish");
  return { published: all.length, refused: all.filter(({ status }) => status === 429).length };
}

async function measure(name: string, sandbox: Sandbox, act: () => Promise<void>): Promise<void> {
  const before = publishes(sandbox);
  await act();
  await wait(restMs);
  const after = publishes(sandbox);
  process.stdout.write(
    `${name}: ${after.published - before.published} published, ${after.refused - before.refused} refused\n`,
  );
}

async function firstOpening({ slack }: Sandbox, who: string): Promise<string> {
  const startedMs = performance.now();
  await slack.as(who).openHome();
  const drawn = () => JSON.stringify(slack.home(who)?.blocks ?? []).includes('"actions"');
  await slack.waitFor(drawn, { timeoutMs: 60_000, what: "the first Home" });
  return `${Math.round(performance.now() - startedMs)} ms`;
}

const others = Array.from({ length: looking - 1 }, (_, index) => ({
  ...defaultPeople().find(({ id }) => id === joon)!,
  id: `U0LOOK${String(index).padStart(2, "0")}`,
  name: `look${index}`,
}));
const people = [...defaultPeople(), ...others];
const lookers = [joon, ...others.map(({ id }) => id)];
const conversations = defaultConversations().map((one) =>
  one.id === conversation ? { ...one, members: [...one.members, ...lookers.slice(1)] } : one,
);
const sandbox = await startSandbox({
  slack: { people, conversations },
  env: {
    SENDERS: [...lookers, newcomer].join(","),
    OPERATORS: lookers.slice(0, 5).join(","),
    DAILY_SEND_LIMIT: "10000",
    TEST_RECIPIENTS: "joon:01000000001,silent:01000000009",
    PLATFORM_TIMEOUT_MS: "2000",
  },
});
const { slack } = sandbox;
process.stdout.write(`the first opening on a quiet day: ${await firstOpening(sandbox, joon)}\n`);
await wait(restMs);

await measure("opening a form, changing its kind, adding three buttons", sandbox, async () => {
  const form = await openSendForm(slack, joon, conversation);
  await form.kind("chat", "chat.pfId");
  for (const key of [1, 2, 3]) {
    await form.person.click({ view: true }, "messages.add_button:chat.buttons");
    await form.shows(`chat.buttons.${key}.buttonName`);
  }
  await form.person.closeView({ all: true });
});

await measure("ten /msg-help", sandbox, async () => {
  for (let count = 0; count < 10; count += 1) await slack.as(joon).command("/msg-help", "", { conversation });
});

await measure(`${perSecond} sends a second for ${burstS} s, ${looking} people looking`, sandbox, async () => {
  for (const who of lookers) await firstOpening(sandbox, who);
  const acts: Promise<unknown>[] = [];
  for (let count = 0; count < perSecond * burstS; count += 1) {
    const who = lookers[count % lookers.length]!;
    // Every tenth is never answered, and waits for whoever is on call.
    const to = count % 10 === 9 ? "silent" : "joon";
    acts.push(slack.as(who).command("/msg-send", `${to} Hello ${count}`, { conversation }));
    if (count === 20 * perSecond)
      void firstOpening(sandbox, newcomer).then((took) =>
        process.stdout.write(`the first opening among them: ${took}\n`),
      );
    await wait(1000 / perSecond);
  }
  await Promise.allSettled(acts);
});
const findings = slack.findings.filter(({ method }) => method === "views.publish");
process.stdout.write(`findings of views.publish: ${findings.length}\n`);
await sandbox.close();
