import type { StoredMessage, View } from "../../sandbox/slack/index.ts";
import { type Chatops, type ChatopsOptions, startChatops } from "./chatops.ts";
import { joon, reviews } from "./names.ts";
import { type Person, says } from "./story-slack.ts";

export { joon, mina, reviews, sora } from "./names.ts";
export { at } from "./unknown-outcome.ts";

export type TemplateStory = Chatops & {
  /** One of the platform's templates. */
  templateId: string;
  /** The newest card in the conversation for reviews with these words. */
  card: (words: string | readonly string[]) => Promise<StoredMessage>;
  /** A line in the thread of a post there. */
  line: (words: string | readonly string[]) => Promise<StoredMessage>;
  /** Waits until the person's top modal is as wanted. */
  view: (person: Person, callbackId: string, isWanted?: (view: View) => boolean) => Promise<View>;
  /** Opens the template before a person. */
  openView: (person: Person, id?: string) => Promise<View>;
  /** Opens the form behind one of its buttons. */
  openFrom: (person: Person, actionId: string, id?: string) => Promise<View>;
  /** Opens the form that proposes a change of the template. */
  openForm: (person: Person, id?: string) => Promise<View>;
  /** Opens the form behind a button of a card. */
  openOn: (person: Person, card: StoredMessage, actionId: string) => Promise<View>;
  /** Somebody is told this, and nobody else. */
  told: (who: string, words: string) => Promise<{ text: string }>;
};

export async function startTemplates(options: ChatopsOptions = {}): Promise<TemplateStory> {
  const chatops = await startChatops(options);
  const { slack, platform } = chatops;
  const templateId = [...platform.state.templates.keys()][1] ?? "";
  const seek = (isLine: boolean) => (words: string | readonly string[]) =>
    slack.waitFor(
      () => slack.messages(reviews).findLast((one) => (one.threadTs !== null) === isLine && says(words)(one)),
      { what: `“${words}” in the conversation for reviews` },
    );
  const view: TemplateStory["view"] = (person, callbackId, isWanted = () => true) =>
    slack.waitFor(
      () => {
        const top = person.views().at(-1);
        return top?.callbackId === callbackId && isWanted(top) && top;
      },
      { what: `the view ${callbackId}` },
    );
  const openView = async (person: Person, id = templateId) => {
    await person.command("/msg-template", id);
    return view(person, "templates.view");
  };
  const openFrom = async (person: Person, actionId: string, id = templateId) => {
    await openView(person, id);
    await person.press(actionId);
    return view(person, actionId);
  };
  return {
    ...chatops,
    templateId,
    card: seek(false),
    line: seek(true),
    view,
    openView,
    openFrom,
    openForm: (person, id) => openFrom(person, "templates.update", id),
    async openOn(person, card, actionId) {
      await person.click(card, actionId);
      return view(person, actionId);
    },
    told: (who, words) => slack.as(who).isTold(words),
  };
}

export const actionIds = (message: { blocks: unknown }) =>
  [...JSON.stringify(message.blocks).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id);

/** Writes to the vendor's side, through the form that asks before it goes. */
export async function comment(story: TemplateStory, who: string, words: string) {
  const person = story.slack.as(who);
  await story.openFrom(person, "templates.comment", story.templateId);
  await person.fill("comment", words);
  const asked = await person.submit();
  const sent = await person.submit();
  return { asked, sent };
}

/** Clicks the card's button, and says yes to what is asked. */
export async function approve({ slack, openOn }: TemplateStory, who: string, card: StoredMessage) {
  const person = slack.as(who);
  await openOn(person, card, "templates.approve");
  return person.submit();
}

/** What stands behind the card's More. */
export async function pressMore(
  { slack, openOn }: Pick<TemplateStory, "slack" | "openOn">,
  who: string,
  { card, actionId }: { card: StoredMessage; actionId: string },
): Promise<Person> {
  const person = slack.as(who);
  await openOn(person, card, "templates.more");
  await person.press(actionId);
  return person;
}

/** The form behind a button that stands behind the card's More. */
export async function openMore(story: TemplateStory, who: string, card: StoredMessage, actionId: string) {
  const person = await pressMore(story, who, { card, actionId });
  await story.view(person, actionId);
  return person;
}

export const carrier = "#{고객명}님의 상품이 출발했습니다.\n택배사: #{택배사}";

/** A proposal of that content, Joon's for one, as its card stands in the conversation for reviews. */
export async function propose({ slack, openForm, card }: TemplateStory, title: string, who: string = joon) {
  const person = slack.as(who);
  await openForm(person);
  await person.submits("updated", { content: carrier, reason: "The vendor asked for the carrier" });
  return card(title);
}
