import { z } from "zod";

const maxTextBytes = 2000;
const maxSubjectBytes = 40;

/** The platform's count: a code point of ASCII is one byte, any other two (Hangul in EUC-KR). */
export function countTextBytes(text: string): number {
  let bytes = 0;
  for (const character of text) bytes += character.length === 1 && character <= "\u007f" ? 1 : 2;
  return bytes;
}

function limitedText(maxBytes: number) {
  return z.string().refine((text) => countTextBytes(text) <= maxBytes, `exceeds ${maxBytes} bytes`);
}

const digits = z.string().regex(/^\d+$/, "must consist of digits");
const variables = z.record(z.string(), z.string()).optional();
const string = z.string().optional();
const boolean = z.boolean().optional();

const chatButton = z.strictObject({
  buttonName: z.string(),
  buttonType: z.enum(["AL", "WL", "DS", "BK", "MD", "BC", "BT", "AC"]),
  linkMo: string,
  linkPc: string,
  linkAnd: string,
  linkIos: string,
});

const chatOptions = z.strictObject({
  pfId: string,
  pfGroupId: string,
  title: string,
  adFlag: boolean,
  templateId: string,
  disableSms: boolean,
  imageId: string,
  variables,
  buttons: z.array(chatButton).optional(),
});

const portalButton = z.strictObject({
  buttonType: z.string(),
  linkMo: string,
  linkPc: string,
  linkAnd: string,
  linkIos: string,
});

const portalOptions = z.strictObject({
  talkId: string,
  templateId: string,
  disableSms: boolean,
  variables,
  buttons: z.array(portalButton).optional(),
});

const dateTime = z.iso.datetime({ offset: true }).optional();

const rcsButton = z.strictObject({
  buttonType: z.string(),
  link: string,
  latitude: string,
  longitude: string,
  label: string,
  query: string,
  title: string,
  startTime: dateTime,
  endTime: dateTime,
  text: limitedText(maxTextBytes).optional(),
  phone: string,
});

const rcsOptions = z.strictObject({
  brandId: string,
  templateId: string,
  copyAllowed: boolean,
  variables,
  mmsType: string,
  commercialType: boolean,
  disableSms: boolean,
  additionalBody: z
    .array(
      z.strictObject({
        title: z.string(),
        description: z.string(),
        imageId: string,
        buttons: z.array(rcsButton).optional(),
      }),
    )
    .optional(),
  buttons: z.array(rcsButton).optional(),
});

const message = z.strictObject({
  to: digits,
  from: digits,
  text: limitedText(maxTextBytes).optional(),
  type: string,
  country: digits.default("82"),
  subject: limitedText(maxSubjectBytes).optional(),
  imageId: string,
  chatOptions: chatOptions.optional(),
  portalOptions: portalOptions.optional(),
  rcsOptions: rcsOptions.optional(),
  customFields: z.record(z.string().max(30), z.string().max(100)).optional(),
  autoTypeDetect: z.boolean().default(true),
});

/** The body of the send endpoint, with a 400 for each field that the description doesn't name. */
export const sendBody = z.strictObject({
  message,
  strict: boolean,
  agent: z.strictObject({ appId: string, osPlatform: string, sdkVersion: string }).optional(),
  allowDuplicates: boolean,
});

export type Message = z.infer<typeof message>;
