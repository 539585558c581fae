import type { SendBody } from "../../../platform/index.ts";
import type { StoredMessage } from "../stored.ts";
import { chat, cti } from "./chat.ts";
import type { Kind } from "./field.ts";
import { portal } from "./portal.ts";
import { rcs } from "./rcs.ts";
import { auto, lms, mms, sms } from "./text.ts";

export type { Field, FieldInput, ImageType, Kind, RowField, RowList } from "./field.ts";
export { auto };

/** Kinds that the form offers, in its order. `auto` leaves the type to the platform. */
export const kinds: readonly Kind[] = [auto, sms, lms, mms, cti, chat, portal, rcs];

export function toKind(text: string | undefined): Kind {
  return kinds.find(({ id }) => id === text) ?? auto;
}

/** What is made for an image of this type: an image of another one goes by MMS. */
export function kindForImage(type: string): { kind: Kind; field: string } {
  const kind = kinds.find(
    ({ attach, fields }) =>
      attach?.type === type &&
      fields.some(({ id, isRequired }) => id === attach.field && isRequired === true),
  );
  return kind?.attach === undefined ? { kind: mms, field: "imageId" } : { kind, field: kind.attach.field };
}

/** The messenger kind whose options a message has; `auto` for what goes out as a text message. */
export function kindOf(message: StoredMessage | SendBody["message"]): Kind {
  const isOf = ({ type, options }: Kind) =>
    type === null && options !== undefined && message[options] !== undefined;
  return kinds.find(isOf) ?? auto;
}

/** The options of messengers that a message has. */
export function optionsIn(message: SendBody["message"]) {
  const names = new Set(kinds.flatMap(({ options = [] }) => options));
  return [...names].flatMap((name) => message[name] ?? []);
}
