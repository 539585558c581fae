import type { Sandbox } from "./sandbox.ts";
import type { StoredMessage } from "./slack/index.ts";

export type TourStep = {
  title: string;
  /** Acts as a person would, and throws when what should follow does not. */
  play(sandbox: Sandbox): Promise<void>;
};

const joon = "U0JOON";
const tests = "C0TESTS";
const onCall = "C0ONCALL";

/** What the bot can do today, shown by doing it: the demo plays all of it. */
export const tour: readonly TourStep[] = [
  {
    title: "Joon sends a test message with one command",
    async play({ slack }) {
      await slack.as(joon).command("/msg-send", "joon Hello from Slack", { conversation: tests });
      await post(slack, tests, "Accepted");
    },
  },
  {
    title: "Joon fills the form for somebody else's number, looks twice, and sends",
    async play({ slack, platform }) {
      const person = slack.as(joon);
      await person.command("/msg-send", "", { conversation: tests });
      await slack.waitFor(() => person.views().length === 1, { what: "the form" });
      await person.fillAll({ to: "+82 10-2345-6789", text: "Your table is ready at 19:00" });
      const before = platform.state.messages.length;
      expect((await person.submit()).kind, "pushed");
      expect(platform.state.messages.length, before);
      expect((await person.submit()).kind, "cleared");
      await post(slack, tests, "010-****-6789");
    },
  },
  {
    title: "The platform refuses, and says why",
    async play({ slack }) {
      await slack.as(joon).command("/msg-send", "refused Hello again", { conversation: tests });
      await post(slack, tests, "Refused");
    },
  },
  {
    title: "The platform keeps silent: nobody claims to know, and nothing is sent again",
    async play({ slack, platform }) {
      await slack.as(joon).command("/msg-send", "silent Are you there?", { conversation: tests });
      await post(slack, tests, "Unknown outcome");
      await post(slack, onCall, "Unknown outcome");
      expect(platform.requests.filter(({ method }) => method === "POST").length <= 4, true);
      platform.faults.release();
    },
  },
];

async function post(slack: Sandbox["slack"], conversation: string, words: string): Promise<StoredMessage> {
  return slack.waitFor(() => slack.messages(conversation).find(({ text }) => text.includes(words)), {
    what: `a post with “${words}”`,
    timeoutMs: 20_000,
  });
}

function expect<T>(actual: T, wanted: T): void {
  if (actual !== wanted) throw new Error(`expected ${String(wanted)}, found ${String(actual)}`);
}
