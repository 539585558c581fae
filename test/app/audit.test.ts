import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { loadAuditConfig } from "../../src/config.ts";
import { runAudit } from "../../src/ops/audit.ts";
import { type Chatops, startAppOn, startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { joon, tests } from "../support/names.ts";
import { storyNow } from "../support/story-clock.ts";
import { en, heading } from "../support/words.ts";

const number = "01012345678";
const secret = "the blue fox";
const named = { TEST_RECIPIENTS: `joon:${number}` };

/** Runs `npm run audit -- …`, and gives what an operator reads. */
async function audit({ env: { DATABASE_URL } }: Pick<Chatops, "env">, ...args: string[]) {
  const lines: string[] = [];
  // Without Slack's tokens and the platform's keys.
  const config = loadAuditConfig({ DATABASE_URL, ...named });
  const print = (line: string) => lines.push(line);
  const isWell = await runAudit(config, { args, now: storyNow, print, refuse: print });
  return { isWell, lines, text: lines.join("\n") };
}

async function sendOne({ slack }: Chatops, text: string): Promise<void> {
  const before = slack.messages(tests).length;
  await slack.as(joon).command("/msg-send", `joon ${text}`);
  await slack.waitFor(() => slack.messages(tests).length > before);
}

it("the audit export lists who did what, and shows recipients and texts only with --clear", async () => {
  const story = await startChatops({ env: named });
  await sendOne(story, secret);
  expect((await audit(story, "export")).text).toContain("The bot is running on this store.");
  await story.app.stop();

  const exported = await audit(story, "export");
  const [asked, ended, ...others] = exported.lines.map((line): unknown => JSON.parse(line));
  expect(others).toEqual([]);
  expect(asked).toMatchObject({ event: "enqueued", person: joon, outcome: null });
  expect(ended).toMatchObject({ event: "ended", outcome: "accepted", record: { kind: "messages.send" } });
  expect(exported.text).toContain("…5678");
  for (const hidden of [number, "1012345678", secret]) expect(exported.text).not.toContain(hidden);

  const clear = await audit(story, "export", "--clear", "--person", joon);
  for (const shown of [number, secret]) expect(clear.text).toContain(shown);
  expect((await audit(story, "export", "--person", "U0MINJI")).lines).toEqual([]);
  expect((await audit(story, "export", "--until", "2020-01-01")).lines).toEqual([]);
  expect((await audit(story, "export", "--since", "2020-01-01")).lines).toHaveLength(2);
});

it("each audit entry is logged at every log level, without message text or phone number", async () => {
  const story = await startChatops({ env: { ...named, LOG_LEVEL: "silent" } });
  await sendOne(story, secret);
  await story.app.stop();
  const written = story.log();
  expect(written).toContain('"event":"audit"');
  const lines = written
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  const exported = (await audit(story, "export")).lines.map(
    (line): Record<string, unknown> => JSON.parse(line),
  );
  expect(lines).toEqual(
    exported.map(({ id, event, person, subject, outcome }) => ({
      ...{ level: "info", time: expect.any(String), event: "audit", msg: "audit" },
      ...{ entry: id, what: event, person, subject },
      ...(outcome !== null && { outcome }),
    })),
  );
  expect(lines).toHaveLength(2);
  for (const hidden of [number, "1012345678", secret]) expect(written).not.toContain(hidden);
});

it("audit forget removes a phone number from the SQLite file, and from its Slack post at the next start", async () => {
  const story = await startChatops({ env: named });
  // Longer than what replaces it, which covers only a part of it.
  await sendOne(story, `${secret} `.repeat(60).trim());
  await story.app.stop();
  const path = story.env["DATABASE_URL"]?.slice("file:".length) ?? "";
  expect(await readFile(path, "latin1")).toContain(secret);

  expect((await audit(story, "forget", number)).text).toContain("Nothing was changed.");
  expect(await readFile(path, "latin1")).toContain(secret);
  const forgotten = await audit(story, "forget", "+82 10-1234-5678", "--yes");
  expect(forgotten).toMatchObject({ isWell: true });
  expect(forgotten.text).toContain(`${tests}: 1`);
  expect(forgotten.text).toContain("posts older than RETENTION_DAYS");
  expect(forgotten.text).toContain("TEST_RECIPIENTS has this number");
  const file = await readFile(path, "latin1");
  for (const hidden of [secret, number, "joon ("]) expect(file).not.toContain(hidden);
  expect((await audit(story, "export", "--clear")).text).not.toMatch(/blue fox|1012345678/);

  const [before] = story.slack.messages(tests);
  await startAppOn(story, { env: named });
  await eventually(() => expect(story.slack.messages(tests)[0]?.text).not.toBe(before?.text));
  const [post] = story.slack.messages(tests);
  expect(post?.text).toContain(heading.accepted);
  expect(post?.text).toContain(en.history.forgotten);
  expect(JSON.stringify(post)).not.toMatch(/-5678|joon \(/);
});

it.each([
  [["forget", "12345"], "is neither a phone number"],
  [["forget", "joon"], "is neither a phone number"],
  [["forget"], "npm run audit"],
  [["forget", number, "01098765432"], "npm run audit"],
  [["forget", number, "--clear"], "npm run audit"],
  [["verify"], "npm run audit"],
  [["export", "--yes"], "npm run audit"],
  [["export", "--since", "yesterday"], "“yesterday” is neither a day like"],
  [["export", "--until", "2026-13-45"], "“2026-13-45” is neither a day like"],
  [["export", "--since", "2026-02-31"], "“2026-02-31” is neither a day like"],
  [["export", "--since", "2026-02-31T09:00:00Z"], "“2026-02-31T09:00:00Z” is neither a day like"],
  [["export", "--person", "joon"], "“joon” is no Slack member's ID"],
  [["export", "--sinze", "2026-11-21"], "npm run audit"],
  [[], "npm run audit"],
  [["export"], "There is no store yet."],
])("the audit command with the arguments %j is refused with the reason", async (args, says) => {
  const story = { env: { DATABASE_URL: "file:/tmp/there-is-none/bot.db" } };
  const { isWell, text } = await audit(story, ...args);
  expect(isWell).toBe(false);
  expect(text).toContain(says);
});

it.each([
  [
    { DATABASE_URL: "file:/tmp/there-is-none/bot.db" },
    { code: 1, stdout: "", stderr: expect.stringMatching(/\nThere is no store yet\.\n$/) },
  ],
  [
    { DATABASE_URL: "file:", TIME_ZONE: "Seoul" },
    { code: 1, stderr: expect.stringMatching(/^DATABASE_URL must name .*\nTIME_ZONE must be .*\n$/) },
  ],
])("the audit command without tokens or keys checks only the store's settings: %j", async (env, says) => {
  const entry = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
  const exported = promisify(execFile)(process.execPath, [entry, "audit", "export"], { env });
  await expect(exported).rejects.toMatchObject(says);
});
