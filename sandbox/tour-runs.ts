import type { Sandbox } from "./sandbox.ts";
import { saveSuite, shown } from "./save-suite.ts";
import type { StoredMessage } from "./slack/index.ts";
import { expect, joon, mina, onCall, type TourStep, tests } from "./tour-scene.ts";

const messages = {
  Login: "Your code is 4711",
  Receipt: "Thank you for the order",
  Offer: "Two for one until Friday",
  Reminder: "Your table is ready at 19:00",
  Thanks: "How did you like it?",
};
const phones = ["refused", "silent", "mina"];
const suite = "release";

/** What one sends before each release: saved once, run with one press, and read in one table. */
export const runSteps: readonly TourStep[] = [
  {
    title: "Joon saves five messages, and puts them together with three phones as a suite",
    async play(sandbox) {
      const recipients = ["01000000003", "01000000009", "01087654321"];
      await saveSuite(sandbox, { by: joon, name: suite, messages, recipients });
    },
  },
  {
    title:
      "Joon runs it: one phone refuses, of one nobody knows, and one table says so with one line for on-call",
    async play(sandbox) {
      const { slack, platform } = sandbox;
      const person = slack.as(joon);
      const before = platform.state.messages.length;
      await person.command("/msg-test", suite, { conversation: tests });
      await shown(sandbox, person, "messages.run");
      expect((await person.submit()).kind, "cleared");
      const table = await run(sandbox, "5 refused, 5 unknown, 5 accepted");
      for (const phone of phones) expect(table.text.includes(`${phone} (010-`), true);
      expect(platform.state.messages.length > before, true);
      await slack.waitFor(
        () => slack.messages(onCall).some(({ text }) => text.includes("Outcome unknown: 5 messages")),
        {
          what: "on-call's post",
          timeoutMs: 20_000,
        },
      );
    },
  },
  {
    title: "Mina is asked once: one message looks wrong, and the rest arrived in one press",
    async play(sandbox) {
      const { slack } = sandbox;
      const person = slack.as(mina);
      const asked = await slack.waitFor(
        () => slack.dm(mina).findLast(({ text }) => text.includes("5 test messages")),
        {
          what: "the question about the run",
          timeoutMs: 20_000,
        },
      );
      const at = { message: { conversation: asked.conversation, ts: asked.ts } };
      const row = asked.blocks
        .map((block) => String(block["block_id"]))
        .find((id) => id.startsWith("receipt."));
      await person.click(at, "messages.receipt:looks_wrong", { blockId: row ?? "" });
      await shown(sandbox, person, "messages.receipt");
      await person.fillAll({ wrong: "The last line is cut off" });
      await person.submit();
      await run(sandbox, "The last line is cut off");
      await person.click(at, "messages.receipt:all_arrived");
      await run(sandbox, "11 of 15 need attention");
    },
  },
];

/** The run's post, once it says so. */
function run({ slack }: Sandbox, words: string): Promise<StoredMessage> {
  return slack.waitFor(
    () =>
      slack
        .messages(tests)
        .find(
          ({ text, threadTs }) => threadTs === null && text.includes(`${suite} ·`) && text.includes(words),
        ),
    { what: `a run's post with “${words}”`, timeoutMs: 30_000 },
  );
}
