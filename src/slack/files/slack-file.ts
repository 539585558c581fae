import { z } from "zod";

const text = z.string().optional().catch(undefined);

/** File as a payload describes it, stored with the operation. Only its id is used to find the bytes. */
export const SlackFile = z.object({
  id: z.string(),
  /** Name in composed form (NFC): a Mac decomposes é and 가. */
  name: z.string().normalize("NFC").catch(""),
  mimetype: text,
  /** Size in bytes, stated by Slack. */
  size: z.number().optional().catch(undefined),
  /** Slack's mode; files of some modes, such as `external`, have no bytes in Slack. */
  mode: text,
});
export type SlackFile = z.infer<typeof SlackFile>;

/** False for canvases, posts and links, which have no bytes of their own. */
export function hasBytes({ mode }: SlackFile): boolean {
  return mode === undefined || mode === "hosted" || mode === "snippet" || mode === "file_access";
}

export function readSlackFiles(list: unknown): SlackFile[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((one) => {
    const file = SlackFile.safeParse(one).data;
    return file === undefined ? [] : [file];
  });
}

const list = z.array(z.unknown()).catch([]);
const Message = z.looseObject({ files: z.unknown().optional(), attachments: list });
const Forwarded = Message.extend({ is_share: z.literal(true), message_blocks: list });
const Shown = z.looseObject({ message: z.unknown().optional() });
/** Limit of recursion into forwarded messages; people nest fewer. */
const deepest = 10;

export function readMessageFiles(message: unknown): SlackFile[] {
  return [...new Map(filesIn(message, 0).map((file) => [file.id, file])).values()];
}

function filesIn(value: unknown, depth: number): SlackFile[] {
  const message = Message.safeParse(value).data;
  if (message === undefined || depth > deepest) return [];
  const forwarded = message.attachments.flatMap((one) => Forwarded.safeParse(one).data ?? []);
  const inside = forwarded.flatMap((one) => [
    one,
    ...one.message_blocks.map((block) => Shown.safeParse(block).data?.message),
  ]);
  return [...readSlackFiles(message.files), ...inside.flatMap((one) => filesIn(one, depth + 1))];
}
