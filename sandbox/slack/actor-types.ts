import type { Conversation, Delivery, Ephemeral, JsonObject, Person, StoredMessage, View } from "./types.ts";

export type SubmitResult =
  | { readonly kind: "closed" | "cleared"; readonly delivery: Delivery }
  | { readonly kind: "updated" | "pushed"; readonly view: View; readonly delivery: Delivery }
  | {
      readonly kind: "errors";
      readonly errors: { readonly [blockId: string]: string };
      readonly delivery: Delivery;
    }
  /** Slack's client refused before anything was sent. */
  | { readonly kind: "client_error"; readonly errors: { readonly [blockId: string]: string } }
  /** No usable answer in 3 s: "We had some trouble connecting", the modal stays. */
  | { readonly kind: "trouble"; readonly message: string; readonly delivery: Delivery };

/** A file a person picks in a file_input or drops into a conversation. */
export type PickedFile = { readonly name: string; readonly bytes: Uint8Array; readonly mimetype: string };

/**
 * By element: text: string; a select: the option's value, or the conversation's id; multi selects: their values;
 * file_input: files. null clears the field.
 */
export type FieldValue = string | readonly string[] | PickedFile | readonly PickedFile[] | null;

export type ClickPlace =
  | { readonly message: { readonly conversation: string; readonly ts: string } }
  | { readonly ephemeral: Ephemeral }
  /** The top modal. */
  | { readonly view: true }
  | { readonly home: true };

export type ClickOptions = {
  readonly blockId?: string;
  /** What is chosen, when the element is a select, radio group, checkboxes, overflow or date picker. */
  readonly value?: FieldValue;
  /** false: the person declines the element's confirm dialog, and nothing is sent. */
  readonly confirm?: boolean;
};

/** One person at their Slack client. Everything fails here as it does in the client. */
export type Actor = {
  readonly person: Person;
  /**
   * `name` with its slash. Without a conversation it is typed in the first one the person is in; in a thread Slack
   * runs no command and says so.
   */
  command(
    name: string,
    text?: string,
    options?: { conversation?: string; threadTs?: string },
  ): Promise<Delivery>;
  shortcut(callbackId: string): Promise<Delivery>;
  messageShortcut(
    callbackId: string,
    message: { readonly conversation: string; readonly ts: string },
  ): Promise<Delivery>;
  /** Open modals, the last one on top. */
  views(): View[];
  /**
   * Types or chooses in the top modal; throws when the element would not allow it.
   * Resolves with the block_actions delivery when the element dispatches, else null.
   */
  fill(blockId: string, value: FieldValue, actionId?: string): Promise<Delivery | null>;
  /** The same for several fields, in order; resolves with the deliveries of those that dispatch. */
  fillAll(values: { readonly [blockId: string]: FieldValue }): Promise<Delivery[]>;
  submit(): Promise<SubmitResult>;
  /** The arrow at the top of a pushed modal: back to the one below. */
  back(): Promise<void>;
  /** The cancel button (the top view) or, with `all`, the cross (the whole stack). */
  closeView(options?: { all?: boolean }): Promise<void>;
  click(where: ClickPlace, actionId: string, options?: ClickOptions): Promise<Delivery>;
  /** What an external select offers for a query; throws when the bot did not answer in 3 s. */
  suggest(blockId: string, query: string, actionId?: string): Promise<JsonObject[]>;
  /** The same as it is shown: in its groups, `{label, options}`, where the bot made any. */
  suggestGrouped(blockId: string, query: string, actionId?: string): Promise<JsonObject[]>;
  /** Conversations a conversations_select of the top modal would offer. */
  offeredConversations(blockId: string): Conversation[];
  /** Becomes a member of a public conversation. */
  join(conversation: string): void;
  openHome(): Promise<Delivery>;
  openMessagesTab(): Promise<Delivery>;
  upload(file: PickedFile & { readonly conversation: string; readonly text?: string }): StoredMessage;
  /** Files hang on the one message; its text may be empty then. */
  say(
    conversation: string,
    text: string,
    options?: { threadTs?: string; files?: readonly PickedFile[] },
  ): StoredMessage;
};
