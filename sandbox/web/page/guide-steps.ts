import type { ShownMessage } from "../protocol.ts";
import { be, newPost, press, type, until } from "./guide-acts.ts";
import { act } from "./wire.ts";

/** One thing to see in the first minute. */
export type GuideStep = {
  readonly id: string;
  readonly label: string;
  /** What happens meanwhile. */
  readonly doing: string;
  /** What to look at once it is done. */
  readonly look: string;
  /** Does it as a person would; resolves with the post it led to. */
  run(): Promise<ShownMessage>;
};

const JOON = "U0JOON";
const DANA = "U0DANA";
const TESTS = "C0TESTS";
const ON_CALL = "C0ONCALL";

/** A capability that comes later adds its entry here. */
export const GUIDE_STEPS: readonly GuideStep[] = [
  {
    id: "send",
    label: "Send a test message",
    doing: "Joon types /msg-send joon Hello from Slack.",
    look: "The post says what the platform accepted, and claims no delivery that nobody has seen.",
    async run() {
      await be(JOON, TESTS);
      const post = newPost(TESTS);
      await type("/msg-send", "joon Hello from Slack");
      return post;
    },
  },
  {
    id: "refusal",
    label: "See a refusal",
    doing: "Joon sends to a number that the platform refuses.",
    look: "The platform's own reason, and a button that opens the form with what was typed.",
    async run() {
      await be(JOON, TESTS);
      const post = newPost(TESTS);
      await type("/msg-send", "refused Hello again");
      return post;
    },
  },
  {
    id: "silence",
    label: "Silence the platform, then be on call and settle it",
    doing: "The platform doesn't answer. The bot waits ten seconds for it.",
    look: "You are Dana, on call, and said that it arrived: nobody had claimed to know, and nothing was sent twice.",
    async run() {
      await be(JOON, TESTS);
      const asked = newPost(ON_CALL, 30_000);
      await act({ act: "platform", mood: "silent", isOnce: true });
      await type("/msg-send", "joon Are you there?");
      const { ts } = await asked;
      await be(DANA, ON_CALL);
      const question = await until(({ messages }) => messages.find((message) => message.ts === ts));
      return press(question, /settle.*arrived$/);
    },
  },
];
