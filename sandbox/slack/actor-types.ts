import type { Delivery, Ephemeral, View } from "./types.ts";

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
  /** What is chosen, when the element is a select. */
  readonly value?: FieldValue;
};
