import type { FieldId } from "../../locales/send.ts";
import type { SendBody } from "../../platform/index.ts";
import type { SeenFrom, SeenTemplate, UploadedFileRecord } from "../../store/index.ts";
import { mayFallBack } from "./cost.ts";
import { kindOf, optionsIn } from "./kinds/index.ts";
import { overRecord, type TextSize, takesTitle, wireType } from "./kinds/record.ts";
import { advertField, advertText, isNightInKorea } from "./policy.ts";
import { findTemplateWarnings, type TemplateWarning } from "./template-warnings.ts";
import { notCarried, undrawnIn, unfilled } from "./text-checks.ts";
import { textsOf } from "./variable-fields.ts";

/** What is likely a mistake and never a reason not to send; `field` is where the form shows what it is about. */
export type Warning = { field: FieldId } & (
  | { kind: "over_record"; of: string; size: TextSize }
  | { kind: "sms_subject" | "night_advert" | "number_end" }
  | { kind: "second_recipient"; name: string }
  | { kind: "not_carried" | "not_seen"; characters: readonly string[] }
  | { kind: "unfilled"; placeholders: readonly string[] }
  | TemplateWarning
  | { kind: "image_deleted"; name: string }
  | { kind: "image_type"; name: string; type: string; wanted: string }
);

type Uploaded = Pick<UploadedFileRecord, "fileId" | "name" | "type" | "deletedAt">;

/** What a message may be warned of for, without being in it. */
export type SendContext = {
  /** The message's template: null when nobody saw it here, undefined when that isn't known or there is none. */
  template: SeenTemplate | null | undefined;
  /** The id of one that was seen, probably meant by one that nobody saw. */
  meant?: string | undefined;
  /** From what its content was seen to be another one than when the message was written. */
  changed?: SeenFrom | undefined;
  /** Those of its images that people uploaded here. */
  uploaded?: readonly Uploaded[];
  /** Undefined where it isn't sent yet, so that the hour doesn't count. */
  at: Date | undefined;
};

/** `countries`: where it goes, if that isn't in the body alone. */
export function findWarnings(
  body: SendBody,
  { template, meant, changed, uploaded = [], at }: SendContext,
  countries: readonly string[] = [body.message.country ?? korea],
): Warning[] {
  const { message } = body;
  const { text = "", subject = "" } = message;
  const size = overRecord(message);
  const open = unfilled(body, textsOf(template?.content ?? null));
  const isNight = at !== undefined && isNightInKorea(at);
  const advert = isNight ? (advertField(body) ?? advertText(body)) : undefined;
  // What stays in the messenger can be any character; a carrier elsewhere takes more than Korea's.
  const findLost = countries.includes(korea) ? notCarried : undrawnIn;
  const isText = optionsIn(message).length === 0 || mayFallBack(message);
  const lostIn = (field: "subject" | "text", said: string): Warning[] => {
    const characters = isText ? findLost(said) : [];
    return characters.length === 0 ? [] : [{ field, kind: "not_carried", characters }];
  };
  const hidden = undrawnIn(
    Object.entries(message.customFields ?? {})
      .flat()
      .join(" "),
  );
  return [
    ...(size === null ? [] : [{ field: "text", kind: "over_record", of: wireType(message), size } as const]),
    ...(subject === "" || takesTitle(message) ? [] : [{ field: "subject", kind: "sms_subject" } as const]),
    ...lostIn("subject", subject),
    ...lostIn("text", text),
    ...(hidden.length === 0
      ? []
      : [{ field: "customFields", kind: "not_seen", characters: hidden } as const]),
    ...findTemplateWarnings(message, { template, meant, changed }),
    ...uploaded.flatMap((image) => findImageWarning(message, image)),
    ...(open.length === 0
      ? []
      : [{ field: variablesOf(message), kind: "unfilled", placeholders: open } as const]),
    ...(advert === undefined ? [] : [{ field: advert, kind: "night_advert" } as const]),
  ];
}

const korea = "82";

/** An image by the place that shows it; an RCS card takes any. */
function findImageWarning(
  message: SendBody["message"],
  { fileId, name, type, deletedAt }: Uploaded,
): Warning[] {
  const places = [
    { shown: message.imageId, field: "imageId", wanted: "MMS" },
    { shown: message.chatOptions?.imageId, field: "chat.imageId", wanted: "CHAT" },
  ] as const;
  const place = places.find(({ shown }) => shown === fileId);
  if (deletedAt !== null) return [{ field: place?.field ?? "imageId", kind: "image_deleted", name }];
  if (place === undefined || type === place.wanted) return [];
  return [{ field: place.field, kind: "image_type", name, type, wanted: place.wanted }];
}

function variablesOf(message: SendBody["message"]): FieldId {
  const variables = kindOf(message).fields.find(({ input }) => input.as === "pairs" && input.isPlaceholder);
  return variables?.id ?? "text";
}
