import { samplePicture } from "../../sandbox/sample-picture.ts";
import type { Actor, StoredMessage } from "../../sandbox/slack/index.ts";
import { reviews } from "../../sandbox/tour-scene.ts";
import { hasButton, openTemplateForm } from "../chaos/people.ts";
import { markIn, patience, type Story } from "./story.ts";
import { suiteNames } from "./suite.ts";
import { conversationIds, held, reviewer } from "./team.ts";

/** One thing that a person does from beginning to end; rejects where something that was made to fail is in the way. */
type Flow = (story: Story, actor: Actor) => Promise<void>;

/** A test recipient, a group or two of them. */
function anyone({ chance }: Story): string {
  const { name, group } = chance.of(held);
  return chance.of(["plain", "plain", "plain", name, "refused", "broke", group, `plain,${name}`]);
}

function anywhere({ chance }: Story): string {
  return chance.of(conversationIds);
}

const quickSend: Flow = async (story, actor) => {
  const wish = story.wish("message");
  const text = `${anyone(story)} ${wish.mark} hello`;
  story.note(wish, await actor.command("/msg-send", text, { conversation: anywhere(story) }));
};

/** To a test recipient at once, or to a number after a second look. */
const sendByForm: Flow = async (story, actor) => {
  const wish = story.wish("message");
  const digits = String(20_000_000 + story.chance.below(9_999_999));
  const to = story.chance.of(["plain", "refused", `010${digits}`]);
  await actor.command("/msg-send", "", { conversation: anywhere(story) });
  await story.form(actor, "messages.send");
  await actor.fillAll({ to, text: `${wish.mark} hello` });
  await story.submit(actor, wish);
  // What was not done is tried again in the form that still stands there, as people do.
  if (wish.told.at(-1) === "not done" && actor.views().length > 0) await story.submit(actor, wish);
};

const upload: Flow = async (story, actor) => {
  const wish = story.wish("upload");
  const bytes = Buffer.concat([samplePicture.bytes, Buffer.from(wish.mark)]);
  await actor.command("/msg-upload", "", { conversation: anywhere(story) });
  await story.form(actor, "files.upload");
  await actor.fill("file", { ...samplePicture, name: `${wish.mark}.png`, bytes });
  await story.submit(actor, wish);
};

function openTemplate(story: Story, actor: Actor, button: string): Promise<void> {
  const { outside, chance } = story;
  const template = chance.of([...outside.platform.state.templates.keys()]);
  return openTemplateForm(outside, actor, { template, button, from: anywhere(story), ...patience });
}

/** Presses a button under one of the posts that have it; that post, if there is any. */
async function press(
  { chance }: Story,
  actor: Actor,
  { posts, button }: { posts: readonly StoredMessage[]; button: string },
): Promise<StoredMessage | null> {
  const all = posts.filter((post) => post.threadTs === null && hasButton(post, button));
  if (all.length === 0) return null;
  const message = chance.of(all);
  await actor.click({ message }, button);
  return message;
}

const comment: Flow = async (story, actor) => {
  const wish = story.wish("comment");
  await openTemplate(story, actor, "templates.comment");
  await actor.fill("comment", `Why ${wish.mark}?`);
  await story.submit(actor, wish);
};

/** Proposed by one, approved by another: the update leaves with that. */
const proposal: Flow = async (story, actor) => {
  const wish = story.wish("update");
  await openTemplate(story, actor, "templates.update");
  await actor.fillAll({ content: `Your parcel ${wish.mark} has left.`, reason: "Shorter" });
  await actor.submit();
};

const approval: Flow = async (story) => {
  const { slack } = story.outside;
  const actor = slack.as(reviewer);
  await actor.closeView({ all: true });
  const button = "templates.approve";
  const card = await press(story, actor, { posts: slack.messages(reviews), button });
  if (card === null) return;
  const wish = story.wishes.get(markIn(JSON.stringify(card.blocks)));
  await story.form(actor, button);
  if (wish === undefined) await actor.submit();
  else await story.submit(actor, wish);
};

/** A suite of saved messages to several phones, confirmed once. */
const run: Flow = async (story, actor) => {
  const [wish] = story.suite;
  await actor.command("/msg-test", story.chance.of(suiteNames), { conversation: anywhere(story) });
  await story.form(actor, "messages.run");
  if (wish !== undefined) await story.submit(actor, wish);
};

/** Says what became of something that nobody knows, or sends it again with a reason. */
const resolve: Flow = async (story, actor) => {
  const button = story.chance.of([
    "messages.settle:arrived",
    "messages.settle:did_not_arrive",
    "messages.repeat",
    "messages.edit",
  ] as const);
  const posts = story.outside.slack.dm(actor.person.id);
  if ((await press(story, actor, { posts, button })) === null) return;
  if (button === "messages.repeat") {
    await story.form(actor, "messages.repeat");
    await actor.fill("reason", "nothing came");
    await actor.submit();
  }
  if (button === "messages.edit") {
    await story.form(actor, "messages.send");
    await actor.submit();
  }
};

/** Whoever holds the phone says what is on it. */
const receipt: Flow = async (story, actor) => {
  const button = story.chance.of(["messages.receipt:arrived", "messages.receipt:did_not_arrive"]);
  await press(story, actor, { posts: story.outside.slack.dm(actor.person.id), button });
};

const look: Flow = async (story, actor) => {
  const command = story.chance.of([
    "/msg-prices",
    "/msg-channels",
    "/msg-files",
    "/msg-history",
    "/msg-help",
    "/msg-template",
    "/msg-test",
    "home",
  ] as const);
  if (command === "home") await actor.openHome();
  else await actor.command(command, "", { conversation: anywhere(story) });
};

/** Submits once more where Slack showed its own error, which may be wrong: the form is one act. */
const insist: Flow = async (story, actor) => {
  const wish = story.wish("message");
  await actor.command("/msg-send", "", { conversation: anywhere(story) });
  await story.form(actor, "messages.send");
  await actor.fillAll({ to: "plain", text: `${wish.mark} hello` });
  for (let tries = 0; tries < 3 && actor.views().length > 0; tries += 1) await story.submit(actor, wish);
};

export const flows: readonly (readonly [weight: number, flow: Flow])[] = [
  [40, quickSend],
  [12, sendByForm],
  [6, insist],
  [5, run],
  [8, upload],
  [6, comment],
  [4, proposal],
  [4, approval],
  [10, resolve],
  [6, receipt],
  [10, look],
];
