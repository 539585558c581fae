import type { Actor, StoredMessage, View } from "../../sandbox/slack/index.ts";
import { type Chatops, type ChatopsOptions, startChatops } from "./chatops.ts";

export const reviews = "C0REVIEWS";
export const joon = "U0JOON";
export const mina = "U0MINA";
export const sora = "U0SORA";

const patience = { timeoutMs: 15_000 };

export type TemplateStory = Chatops & {
  /** One of the platform's templates. */
  templateId: string;
  /** The newest card in the conversation for reviews with these words. */
  card: (words: string) => Promise<StoredMessage>;
  /** A line in the thread of a post there. */
  line: (words: string) => Promise<StoredMessage>;
  /** Waits until the person's top modal is as wanted. */
  view: (person: Actor, callbackId: string, isWanted?: (view: View) => boolean) => Promise<View>;
  /** Opens the form that proposes a change of the template. */
  openForm: (person: Actor, id?: string) => Promise<View>;
  /** Somebody is told this, and nobody else. */
  told: (who: string, words: string) => Promise<{ text: string }>;
};

export async function startTemplates(options: ChatopsOptions = {}): Promise<TemplateStory> {
  const chatops = await startChatops(options);
  const { slack, platform } = chatops;
  const templateId = [...platform.state.templates.keys()][1] ?? "";
  const seek = (isLine: boolean) => (words: string) =>
    slack.waitFor(
      () =>
        slack
          .messages(reviews)
          .findLast(({ text, threadTs }) => (threadTs !== null) === isLine && text.includes(words)),
      { ...patience, what: `“${words}” in the conversation for reviews` },
    );
  const view: TemplateStory["view"] = (person, callbackId, isWanted = () => true) =>
    slack.waitFor(
      () => {
        const top = person.views().at(-1);
        return top?.callbackId === callbackId && isWanted(top) && top;
      },
      { ...patience, what: `the view ${callbackId}` },
    );
  return {
    ...chatops,
    templateId,
    card: seek(false),
    line: seek(true),
    view,
    async openForm(person, id = templateId) {
      await person.command("/msg-template", id);
      await view(person, "templates.view");
      await person.click({ view: true }, "templates.update");
      return view(person, "templates.update");
    },
    told: (who, words) =>
      slack.waitFor(
        () => [...slack.ephemerals(who), ...slack.dm(who)].find(({ text }) => text.includes(words)),
        { ...patience, what: `${who} is told “${words}”` },
      ),
  };
}

export const at = ({ conversation, ts }: StoredMessage) => ({ message: { conversation, ts } });
export const actionIds = (message: { blocks: unknown }) =>
  [...JSON.stringify(message.blocks).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id);

/** Writes to the vendor's side, through the form that asks before it goes. */
export async function comment({ slack, templateId, view }: TemplateStory, who: string, words: string) {
  const person = slack.as(who);
  await person.command("/msg-template", templateId);
  await view(person, "templates.view");
  await person.click({ view: true }, "templates.comment");
  await view(person, "templates.comment");
  await person.fill("comment", words);
  const asked = await person.submit();
  const sent = await person.submit();
  return { asked, sent };
}

/** Clicks the card's button, and says yes to what is asked. */
export async function approve({ slack, view }: TemplateStory, who: string, card: StoredMessage) {
  const person = slack.as(who);
  await person.click(at(card), "templates.approve");
  await view(person, "templates.approve");
  return person.submit();
}

/** What stands behind the card's More. */
export async function pressMore(
  { slack, view }: Pick<TemplateStory, "slack" | "view">,
  who: string,
  { card, actionId }: { card: StoredMessage; actionId: string },
): Promise<Actor> {
  const person = slack.as(who);
  await person.click(at(card), "templates.more");
  await view(person, "templates.more");
  await person.click({ view: true }, actionId);
  return person;
}

export const carrier = "#{고객명}님의 상품이 출발했습니다.\n택배사: #{택배사}";

/** A proposal of that content, Joon's for one, as its card stands in the conversation for reviews. */
export async function propose({ slack, openForm, card }: TemplateStory, title: string, who: string = joon) {
  const person = slack.as(who);
  await openForm(person);
  await person.fillAll({ content: carrier, reason: "The vendor asked for the carrier" });
  const result = await person.submit();
  if (result.kind !== "updated") throw new Error(`the form answered ${result.kind}`);
  return card(title);
}
