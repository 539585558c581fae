import { expect } from "vitest";
import type {
  Actor,
  ClickOptions,
  ClickPlace,
  Delivery,
  Ephemeral,
  FieldValue,
  SlackWorkspace,
  StoredMessage,
  SubmitResult,
  View,
} from "../../sandbox/slack/index.ts";
import { tests } from "./names.ts";
import { inWhole } from "./words.ts";

/** Where a button stands: a post and an answer are places themselves. */
type Place = ClickPlace | StoredMessage | Ephemeral;
type Words = string | readonly string[];
type Fields = { readonly [blockId: string]: FieldValue };
type Submitted = Extract<SubmitResult, { delivery: Delivery }>;

/** One person at their Slack client, in a story's words. */
export type Person = Omit<Actor, "click"> & {
  /** Presses a button, wherever it stands. */
  click(where: Place, actionId: string, options?: ClickOptions): Promise<Delivery>;
  /** The same where a modal comes of it. */
  opensAt(where: Place, actionId: string, options?: ClickOptions): Promise<View>;
  /** Types a command in #sms-tests or elsewhere, and waits for a modal that wasn't there. */
  opens(command: string, text?: string, conversation?: string): Promise<View>;
  /** A button of the top modal. */
  press(actionId: string, options?: ClickOptions): Promise<Delivery>;
  /** Waits until the top modal is this one, by its callback id, or shows these words. */
  sees(wanted: string): Promise<View>;
  /** Waits until so many modals are open. */
  hasOpen(modals: number): Promise<View>;
  /** What the top modal shows, errors included. */
  shown(): string;
  /** In a select whose options the bot gives. */
  chooses(field: string, value: string): Promise<void>;
  /** Fills these fields, submits the form, and expects this answer. */
  submits(kind: SubmitResult["kind"], fields?: Fields): Promise<Submitted>;
  /** The same where the form comes back with these errors. */
  isRefused(errors: object, fields?: Fields): Promise<void>;
  /** Waits for such words in an answer that only this person sees. */
  reads(words: string): Promise<Ephemeral>;
  /** The same, or in their direct message. */
  isTold(words: string): Promise<Ephemeral | StoredMessage>;
  /** What is told to this person alone after they did that. */
  isAnswered(act: (person: Person) => Promise<unknown>, words?: string): Promise<Ephemeral>;
  /** The same after a command. */
  asks(command: string, text?: string, words?: string): Promise<Ephemeral>;
  /** What Home shows. */
  home(): string;
  seesOnHome(...words: string[]): Promise<string>;
  opensHome(...words: string[]): Promise<string>;
};

export type StorySlack = Omit<SlackWorkspace, "as"> & {
  as(userId: string): Person;
  /** What stands in a conversation, or in a person's direct message, by itself. */
  posts(where?: string): StoredMessage[];
  /** Waits for the first of them with these words. */
  post(words?: Words, where?: string): Promise<StoredMessage>;
  /** Waits for a line in a thread there. */
  line(words?: Words, where?: string): Promise<StoredMessage>;
};

export const says = (words: Words) => {
  const all = [words].flat();
  return ({ text }: { text: string }) => all.every((one) => text.includes(one));
};

const toPlace = (where: Place): ClickPlace => {
  if ("ts" in where) return { message: where };
  return "source" in where ? { ephemeral: where } : where;
};

export function toStorySlack(slack: SlackWorkspace): StorySlack {
  const all = (where: string) => (where.startsWith("U") ? slack.dm(where) : slack.messages(where));
  const posts = (where = tests) => all(where).filter(({ threadTs }) => threadTs === null);
  const lines = (where: string) => all(where).filter(({ threadTs }) => threadTs !== null);
  return {
    ...slack,
    as: (userId) => toPerson(slack, slack.as(userId)),
    posts,
    post: (words = "", where = tests) =>
      slack.waitFor(() => posts(where).find(says(words)), { what: `“${words}” in ${where}` }),
    line: (words = "", where = tests) =>
      slack.waitFor(() => lines(where).find(says(words)), { what: `“${words}” in a thread of ${where}` }),
  };
}

function toPerson(slack: SlackWorkspace, actor: Actor): Person {
  const { id } = actor.person;
  const top = () => actor.views().at(-1);
  const home = () => inWhole(slack.home(id)?.blocks ?? []);
  const isWanted = (view: View, wanted: string) =>
    [view.callbackId, view.title].includes(wanted) ||
    [JSON.stringify(view.blocks), inWhole(view.blocks)].some((shown) => shown.includes(wanted));
  const isOpened = async (act: () => Promise<unknown>, what: string) => {
    const before = actor.views().map((view) => view.id);
    await act();
    return slack.waitFor(() => actor.views().findLast((view) => !before.includes(view.id)), {
      what: `a modal after ${what}`,
    });
  };
  const person: Person = {
    ...actor,
    command: (name, text, options) => actor.command(name, text, { conversation: tests, ...options }),
    click: (where, actionId, options) => actor.click(toPlace(where), actionId, options),
    opensAt: (where, actionId, options) => isOpened(() => person.click(where, actionId, options), actionId),
    opens: (command, text, conversation = tests) =>
      isOpened(() => actor.command(command, text, { conversation }), `${command} ${text ?? ""}`),
    press: (actionId, options) => actor.click({ view: true }, actionId, options),
    sees: (wanted) =>
      slack.waitFor(() => (top() !== undefined && isWanted(top()!, wanted) ? top() : null), {
        what: `a modal with “${wanted}”`,
      }),
    hasOpen: (modals) =>
      slack.waitFor(() => actor.views().length === modals && top(), { what: `${modals} modals` }),
    shown: () => JSON.stringify(top() === undefined ? [] : [top()!.blocks, top()!.errors]),
    async chooses(field, value) {
      await actor.suggest(field, value);
      await actor.fill(field, value);
    },
    async submits(kind, fields = {}) {
      await actor.fillAll(fields);
      const submitted = await actor.submit();
      expect(submitted).toMatchObject({ kind });
      return submitted as Submitted;
    },
    async isRefused(errors, fields = {}) {
      await actor.fillAll(fields);
      expect(await actor.submit()).toMatchObject({ kind: "errors", errors });
    },
    reads: (words) =>
      slack.waitFor(() => slack.ephemerals(id).find(says(words)), {
        what: `an answer with “${words}” to ${id}`,
      }),
    isTold: (words) =>
      slack.waitFor(() => [...slack.ephemerals(id), ...slack.dm(id)].find(says(words)), {
        what: `“${words}” for ${id}`,
      }),
    async isAnswered(act, words = "") {
      const before = slack.ephemerals(id).length;
      await act(person);
      return slack.waitFor(() => slack.ephemerals(id).slice(before).find(says(words)), {
        what: `an answer with “${words}” to ${id}`,
      });
    },
    asks: (command, text, words) => person.isAnswered(() => person.command(command, text), words),
    home,
    seesOnHome: (...words) =>
      slack.waitFor(() => words.every((one) => home().includes(one)) && home(), {
        what: `${words.join(", ")} on the Home of ${id}`,
      }),
    async opensHome(...words) {
      await actor.openHome();
      return person.seesOnHome(...words);
    },
  };
  return person;
}
