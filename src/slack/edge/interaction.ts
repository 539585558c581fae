import type { ViewOutput, ViewResponseAction } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import type { z } from "zod";
import type { Format } from "../../locales/format.ts";
import type { Catalogue } from "../../locales/index.ts";
import type { Answer } from "../blocks/answer.ts";
import type { Choice } from "../blocks/modal.ts";
import type { SlackFile } from "../files/slack-file.ts";
import type { Person } from "../people/people.ts";
import type { InteractionState } from "./attend.ts";
import type { Fields } from "./fields.ts";
import type { Guide } from "./guide.ts";

/** Reads a form's metadata. @throws if the metadata doesn't fit this version's schema */
export type ReadMetadata = <T>(schema: z.ZodType<T>) => T;

export type Interaction = {
  person: Person;
  words: Catalogue;
  format: Format;
  /** Opens a modal within 3 s of the interaction, over the clicked modal if there is room. Shows a failure to the person. */
  openModal(view: ModalView): Promise<void>;
  /** Answers this person alone, after the acknowledgement. `title` is used if the answer is a modal. */
  answer(answer: Answer, title?: string): Promise<void>;
  /** The same object for all deliveries of one interaction to this process. */
  delivery: InteractionState;
};

export type Command = Interaction & {
  name: string;
  /** Typed text as a reader of Slack sees it: emoji instead of their names, addresses instead of links. */
  text: string;
  conversation: string;
  /** Slack's id of this command; also the act's id if the command sends at once. */
  triggerId: string;
  ack(answer?: Answer): Promise<void>;
};

export type Submission = Interaction & {
  view: Pick<ViewOutput, "private_metadata">;
  carried: ReadMetadata;
  hasRoom: boolean;
  fields: Fields;
  /** Acknowledges; without a response Slack closes the modal. */
  ack(response?: ViewResponseAction): Promise<void>;
  ackErrors(byName: Record<string, string>): Promise<void>;
  /** Shows under the first field why nothing was done; the form keeps its values. */
  refuse(why: string): Promise<void>;
  /** Changes the modal that the acknowledgement left open; does nothing if the person closed it. */
  changeModal(view: ModalView): Promise<void>;
  /** Changes the modal below, to which the acknowledgement leads back. */
  changeBelow(view: ModalView): Promise<void>;
};

export type Click = Interaction & {
  actionId: string;
  value: string;
  conversation: string | null;
  /** Slack's id of this click; also the act's id, since an id in the button could start only one act. */
  triggerId: string;
  /** True if the button is in an answer to one person, which an edit of a post doesn't reach. */
  isEphemeral?: boolean;
  /** Form around the button, as far as it is filled in; null if there is none. */
  form: { metadata: string; carried: ReadMetadata; fields: Fields } | null;
  ack(): Promise<void>;
  /** Changes the form around the button; does nothing if it was closed, or changed after the click. */
  updateModal(view: ModalView): Promise<void>;
  replace(answer: Answer, title?: string): Promise<void>;
};

export type Search = Pick<Interaction, "person" | "words"> & { typed: string };

export type Shortcut = Interaction & {
  ack(): Promise<void>;
  message: { text: string; blocks: unknown; attachments?: unknown; files: readonly SlackFile[] } | null;
};

export type TabVisit = Pick<Interaction, "person" | "words">;

export type CommandRoute = {
  /** Runs the command; not called for `help`, or for text after a command that takes none. */
  run: (command: Command) => Promise<void>;
  guide: (person: Person) => Guide;
  /** Set if a redelivery runs the command again for the same answer; else a redelivery is acknowledged silently. */
  answersAgain?: boolean;
};

export type RouteTable = {
  commands: Record<string, CommandRoute>;
  submissions: Record<string, (submission: Submission) => Promise<void>>;
  /** Handlers of clicks, by button id, or by `<form>/<field>` for a field that dispatches. */
  clicks: Record<string, (click: Click) => Promise<void>>;
  /** Sources of suggestions, by `<form>/<field>`. */
  suggestions: Record<string, (search: Search) => Promise<readonly Choice[]>>;
  shortcuts: Record<string, (shortcut: Shortcut) => Promise<void>>;
  /** Handlers of opened tabs, by Slack's names: `home`, `messages`. */
  tabs: Record<string, (visit: TabVisit) => Promise<void>>;
};

export type Routes = Partial<RouteTable>;

/** Joins the routes of all features. @throws if an id is repeated */
export function mergeRoutes(all: readonly Routes[]): RouteTable {
  return {
    commands: merge(all.map(({ commands }) => commands)),
    submissions: merge(all.map(({ submissions }) => submissions)),
    clicks: merge(all.map(({ clicks }) => clicks)),
    suggestions: merge(all.map(({ suggestions }) => suggestions)),
    shortcuts: merge(all.map(({ shortcuts }) => shortcuts)),
    tabs: merge(all.map(({ tabs }) => tabs)),
  };
}

function merge<T>(tables: readonly (Record<string, T> | undefined)[]): Record<string, T> {
  const merged: Record<string, T> = {};
  for (const [id, handler] of tables.flatMap((table = {}) => Object.entries(table))) {
    if (Object.hasOwn(merged, id)) throw new Error(`two features answer to ${id}`);
    merged[id] = handler;
  }
  return merged;
}
