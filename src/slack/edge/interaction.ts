import type { ViewOutput, ViewResponseAction } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import type { z } from "zod";
import type { Format } from "../../locales/format.ts";
import type { Catalogue } from "../../locales/index.ts";
import type { Answer } from "../blocks/answer.ts";
import type { Choice } from "../blocks/modal.ts";
import type { SlackFile } from "../files/slack-file.ts";
import type { Person } from "../people/people.ts";
import type { Delivery } from "./attend.ts";
import type { Fields } from "./fields.ts";
import type { Guide } from "./guide.ts";

/** Reads a form's metadata. Throws on what this version didn't write. */
export type Carried = <T>(schema: z.ZodType<T>) => T;

/** Common part of what handlers get. */
export type Interaction = {
  person: Person;
  /** In this person's language. */
  words: Catalogue;
  /** Numbers, money and time in this person's language. */
  format: Format;
  /**
   * Opens a modal within 3 seconds of the interaction, over the one that was clicked in, or in its place where none fits
   * over it. The person is told when that fails.
   */
  openModal(view: ModalView): Promise<void>;
  /** Tells this person, and nobody else, after the acknowledgement. `title`: of the modal, where the answer needs one. */
  answer(answer: Answer, title?: string): Promise<void>;
  /** One object for all deliveries of the same interaction to this process. */
  delivery: Delivery;
};

export type Command = Interaction & {
  name: string;
  /** Text typed after the command, as its reader sees it. */
  text: string;
  conversation: string;
  /** Slack's id of this very command: the quick command's act. */
  triggerId: string;
  ack(answer?: Answer): Promise<void>;
};

export type Submission = Interaction & {
  view: Pick<ViewOutput, "private_metadata">;
  /** Returns what the form was rendered with as `carries`. */
  carried: Carried;
  /** True if another modal fits over this one. */
  hasRoom: boolean;
  fields: Fields;
  /** Without a response the modal closes. */
  ack(response?: ViewResponseAction): Promise<void>;
  /** Field errors by the platform's field names. */
  ackErrors(byName: Record<string, string>): Promise<void>;
  /** Says under the first field why nothing was done; the form keeps what it holds. */
  refuse(why: string): Promise<void>;
  /** Changes the modal that an acknowledgement left open; one that was closed meanwhile stays closed. */
  changeModal(view: ModalView): Promise<void>;
  /** Changes the modal under it, to which an acknowledgement leads back, if there is one. */
  changeBelow(view: ModalView): Promise<void>;
};

export type Click = Interaction & {
  actionId: string;
  /** The button's value, or that of the option chosen. */
  value: string;
  conversation: string | null;
  /**
   * Slack's id of this very click: the act of a button that does something at once. The button itself can't be shown
   * anew, and would be used up by an act that was told to try again.
   */
  triggerId: string;
  /** True if the button stands in an answer to one person, which no edit of a post reaches. */
  isEphemeral?: boolean;
  /** The form that holds the button, as far as it is filled in; null outside modals. */
  form: { metadata: string; carried: Carried; fields: Fields } | null;
  ack(): Promise<void>;
  /** Changes the form that holds the button, unless somebody else's change of it was first or it is closed by now. */
  updateModal(view: ModalView): Promise<void>;
  /** Puts another answer in the place of the ephemeral one that held the button. */
  replace(answer: Answer, title?: string): Promise<void>;
};

/** Text typed into a field whose options come from here. */
export type Search = Pick<Interaction, "person" | "words"> & { typed: string };

export type Shortcut = Interaction & {
  ack(): Promise<void>;
  /** A message shortcut has one. */
  message: { text: string; blocks: unknown; attachments?: unknown; files: readonly SlackFile[] } | null;
};

/** Opening of one of the app's own tabs. */
export type Visit = Pick<Interaction, "person" | "words">;

export type CommandRoute = {
  /** Not called for `help`, nor for words after a command whose guide names no use with words. */
  run: (command: Command) => Promise<void>;
  guide: (person: Person) => Guide;
  /** Runs again for a redelivery and says the same; other commands are acknowledged without a word then. */
  answersAgain?: boolean;
};

export type RouteTable = {
  commands: Record<string, CommandRoute>;
  submissions: Record<string, (submission: Submission) => Promise<void>>;
  /** Keyed by a button's id, or `<form>/<field>` for a field that tells of its changes. */
  clicks: Record<string, (click: Click) => Promise<void>>;
  /** Options for the text typed into a field, keyed by `<form>/<field>`. */
  suggestions: Record<string, (search: Search) => Promise<readonly Choice[]>>;
  shortcuts: Record<string, (shortcut: Shortcut) => Promise<void>>;
  /** Keyed by Slack's names for the app's own tabs: `home`, `messages`. */
  tabs: Record<string, (visit: Visit) => Promise<void>>;
};

export type Routes = Partial<RouteTable>;

/** Joins the routes of all features. Throws when two have the same id. */
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
