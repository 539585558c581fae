import { toObject } from "../../slack/json.ts";
import type { ShownMessage, ShownTemplate, TrafficItem } from "../protocol.ts";
import { be, beRead, newPost, press, pressIn, pressOwn, submit, type, until, viewOf } from "./guide-acts.ts";
import { drawPicture } from "./picture.ts";
import { getState, type PageState, setState } from "./state.ts";
import { act } from "./wire.ts";

/** One thing to see in the first minute. */
export type GuideStep = {
  readonly id: string;
  readonly label: string;
  /** The same in a few words, for a strip that has room for no more. */
  readonly name: string;
  /** What happens meanwhile. */
  readonly doing: string;
  /** What to look at once it is done. */
  readonly look: string;
  /** What is left to the person, and whether it was done, by what the page shows of it and of the post. */
  readonly yours?: { readonly asks: string; isDone(state: PageState, post: ShownMessage | null): boolean };
  /** Does it as a person would; resolves with the post it led to, if it led to one. */
  run(): Promise<ShownMessage | null>;
};

const JOON = "U0JOON";
const DANA = "U0DANA";
const MINA = "U0MINA";
const TESTS = "C0TESTS";
const ON_CALL = "C0ONCALL";
const REVIEWS = "C0REVIEWS";
/** What posts begin with: others may come between, and a living one says first what is under way. */
const ACCEPTED = /^✅/u;
const UNKNOWN = /^❓/u;

/** The steps, as far as this sandbox can play them: a bot without a process of its own can't be killed. */
export function stepsOf({ snapshot }: PageState): readonly GuideStep[] {
  return GUIDE_STEPS.filter(({ id }) => id !== "kill" || snapshot?.outside.canKillBot === true);
}

/** A capability that comes later adds its entry here. */
const GUIDE_STEPS: readonly GuideStep[] = [
  {
    id: "send",
    label: "Send a test message",
    name: "Send a test message",
    doing: "Joon types /msg-send joon Hello from Slack.",
    look: "The post claims no delivery that nobody has seen: Joon, whose phone it is, is asked in a direct message.",
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
    name: "See a refusal",
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
    name: "Settle a silence",
    doing: "Joon sends to a number at which the platform falls silent. The bot waits ten seconds for it.",
    yours: {
      asks: "You are Dana, on call. The post claims nothing: settle it with one of its buttons.",
      isDone: (_, post) => post !== null && !UNKNOWN.test(post.text),
    },
    look: "The post says who settled it, and nothing was sent twice.",
    async run() {
      await be(JOON, TESTS);
      const asked = newPost(ON_CALL, UNKNOWN, 30_000);
      await type("/msg-send", "silent Are you there?");
      const { ts } = await asked;
      await be(DANA, ON_CALL);
      return until(({ messages }) => messages.find((message) => message.ts === ts));
    },
  },
  {
    id: "kill",
    label: "Kill the bot while it sends",
    name: "Kill the bot",
    doing: "Joon sends. As soon as the platform has the request, the bot is killed; another one starts.",
    look: "Nothing was sent twice: the new bot can't know whether the first request worked, says so, and asks Joon.",
    async run() {
      await be(JOON, TESTS);
      const post = newPost(TESTS, UNKNOWN, 30_000);
      await type("/msg-send", "silent Are you still there?");
      await until(() => getState().traffic.some(isUnanswered) || undefined);
      const answer = await act({ act: "kill_bot" });
      if (!answer.ok) throw new Error(answer.error);
      return post;
    },
  },
  {
    id: "template",
    label: "Propose a template change and approve it as somebody else",
    name: "Change a template",
    doing:
      "Joon asks the vendor, whose reply shows the template, and proposes a new text. Mina reads the difference and approves it.",
    look: "You are Mina, a reviewer, and approved it. The card says what changed; its thread, where both vendors stand.",
    async run() {
      await be(JOON, REVIEWS);
      const template = await until(({ outside }) => outside.templates[1]);
      await bringToSight(template);
      const proposed = newPost(REVIEWS);
      await type("/msg-template", template.templateId);
      await pressIn("templates.view", "templates.update");
      // Another text each time, since one that changes nothing is no proposal.
      const content = `#{고객명}님의 상품이 오늘 출발했습니다.\n택배사: #{택배사}\n운송장: #{운송장번호}\n고객센터: 1588-${String(Date.now()).slice(-4)}`;
      await submit("templates.update", { content, reason: "The vendor asked for the carrier" });
      const { ts } = await proposed;
      await act({ act: "close", all: true });
      await be(MINA, REVIEWS);
      const card = await until(({ messages }) => messages.find((message) => message.ts === ts));
      await beRead();
      await press(card, "templates.approve");
      await submit("templates.approve");
      await until(({ messages }) =>
        messages.find(({ threadTs, text }) => threadTs === ts && text.includes("PENDING")),
      );
      return card;
    },
  },
  {
    id: "picture",
    label: "Send a picture and see who it went to",
    name: "Send a picture",
    doing: "Joon uploads a picture with /msg-upload, takes it from /msg-files into a message and sends it.",
    look: "Two posts: the upload, and the message that it went out with.",
    async run() {
      await be(JOON, TESTS);
      const uploaded = newPost(TESTS, ACCEPTED);
      await type("/msg-upload", "");
      const picture = drawPicture();
      const file = { kind: "files" as const, files: [picture] };
      await submit("files.upload", { file, type: "MMS", name: picture.name });
      await uploaded;
      const use = pressOwn("files.use");
      await type("/msg-files", "");
      await use();
      const sent = newPost(TESTS, ACCEPTED);
      await submit("messages.send", { to: "joon", text: "Look at this" });
      return sent;
    },
  },
  {
    id: "outside",
    label: "Break the platform, or be its vendor",
    name: "Break the platform",
    doing: "",
    yours: {
      asks: "Outside world: make the platform refuse, fall silent or fail, then send; or answer the template as its vendor.",
      isDone: ({ traffic }) => traffic.some(isMischief),
    },
    look: "What is sent now shows what the bot makes of it. “Working” and “Back to normal” end it.",
    async run() {
      setState({ panel: "outside" });
      return null;
    },
  },
];

function isUnanswered({ between, status }: TrafficItem): boolean {
  return between === "bot_to_platform" && status === null;
}

/** The platform or Slack was broken, or a vendor answered. */
function isMischief({ between, name, request }: TrafficItem): boolean {
  if (between !== "control") return false;
  const { mood, trouble } = toObject(request);
  return name === "vendor" || (mood ?? "well") !== "well" || (trouble ?? "clear") !== "clear";
}

/** What comes behind the last step: the form, for the person to fill in. */
export async function sendOwn(): Promise<void> {
  await be(JOON, TESTS);
  setState({ panel: null });
  await type("/msg-send", "");
}

/** The platform has no call that reads a template: the reply to a comment shows what a change is compared with. */
async function bringToSight({ templateId, content }: ShownTemplate): Promise<void> {
  await type("/msg-template", templateId);
  const view = await viewOf("templates.view");
  const [, sentence = ""] = /\}([^#\n]+)/u.exec(content) ?? [];
  if (!JSON.stringify(view.blocks).includes(sentence)) {
    const answered = newPost(REVIEWS);
    await pressIn("templates.view", "templates.comment");
    await submit("templates.comment", { comment: "Which carrier do you mean?" });
    await submit("templates.comment");
    await answered;
  }
  await act({ act: "close", all: true });
}
