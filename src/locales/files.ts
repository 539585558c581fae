import { enCount } from "./format.ts";
import { enAccess, koAccess } from "./forms.ts";
import type { FieldWords, Translated, Words } from "./words.ts";

type Counts = Record<"total" | "done" | "refused" | "notSent" | "unknown" | "again" | "open", number>;

function sayCounts(
  counts: Counts,
  says: readonly (readonly [keyof Counts | "failed", (count: number) => string])[],
): string {
  const all = { ...counts, failed: counts.refused + counts.notSent };
  return says.flatMap(([name, say]) => (all[name] > 0 ? [say(all[name])] : [])).join(", ");
}

const best = { CHAT: "500×250", MMS: "1500×1440" };

/** Names of the platform's types. */
const types = { DOCUMENT: "Document", CHAT: "Messenger image", MMS: "MMS image" };
const shows = {
  all: "All files",
  mine: "My files",
  DOCUMENT: "Documents",
  CHAT: "Messenger images",
  MMS: "MMS images",
};
const koTypes = { DOCUMENT: "문서", CHAT: "메신저 이미지", MMS: "MMS 이미지" };

const en = {
  upload: {
    /** Title; at most 24 characters. */
    title: "Upload files",
    submit: "Upload",
    fields: {
      file: { label: "Files", hint: "PNG, JPG, GIF, TIFF or PDF, up to ten." },
      type: {
        label: "Type",
        hint: `Best: messenger images ${best.CHAT} or larger, MMS images JPG up to ${best.MMS}.`,
      },
      name: { label: "Name", hint: "For a single file only. If empty, the platform makes one." },
      link: { label: "Link", hint: "A web address, opened when the image is tapped." },
      channel: {
        label: "Post the result to",
        hint: "If empty: the default conversation, or a DM to you if there is none.",
      },
    } satisfies Record<string, FieldWords>,
    /** Options; at most 75 characters. */
    types: {
      DOCUMENT: (limit: string) => `${types.DOCUMENT} (DOCUMENT) · up to ${limit}`,
      CHAT: (limit: string) => `${types.CHAT} (CHAT) · up to ${limit}`,
      MMS: (limit: string) => `${types.MMS} (MMS) · up to ${limit}`,
    },
    issues: {
      missing: "Choose a file.",
      empty: "This file is empty. Choose another one.",
      not_in_slack: "This is a canvas, a post or a link. Choose a file.",
      one_name: "Leave this empty for several files.",
      link: "Start with https:// or http://, as in https://shop.example/spring",
      type: "Choose a type, or leave it empty.",
    },
    tooLarge: (size: string, limit: string) => `This file is too large: at most ${limit} (now ${size}).`,
    /** Follows `tooLarge` in the send form, which can't make an image smaller. */
    shrinks: "/msg-upload shows whether it can be made smaller.",
    noFiles: "This message has no files. Nothing was uploaded.",
    leftOut: (names: string) => `⚠️ Ten files at most. Left out: ${names}. Upload those with /msg-upload.`,
    again: "Upload again",
    /** Button; at most 75 characters. */
    smaller: (size: string, pixels: string) => `Upload smaller (${size}, ${pixels} JPG)`,
    anyway: "Upload anyway",
    batch: (counts: Counts) =>
      sayCounts(counts, [
        ["total", (total) => `${counts.done} of ${total} files uploaded`],
        ["failed", (count) => `${count} failed`],
        ["unknown", (count) => `${count} unknown`],
        ["again", (count) => `${count} uploaded again`],
        ["open", (count) => `${count} on the way`],
      ]),
  },
  list: {
    title: "Uploaded files",
    loading: "Reading the list of files…",
    scope: "Only files uploaded from Slack.",
    empty: (show: keyof typeof shows) =>
      show === "all" ? "No files uploaded from Slack yet." : "No files here. “All files” shows the rest.",
    shows,
    types,
    use: "Use in a message",
    remove: "Delete…",
    /** Followed by the uploader's name; `yours` replaces both on the reader's own file. */
    by: "Uploaded by",
    yours: "Your file",
    notAllowed: `You can't see the uploaded files yet. ${enAccess.anybody}`,
  },
  delete: {
    /** Title; at most 24 characters. */
    title: "Delete this file?",
    /** Title in place of `title` once nothing is asked any more. */
    over: "Delete file",
    submit: "Delete",
    risk: "It will be deleted from the platform. This can't be undone.",
    usedBy: "These messages use it. To send one again, choose another image:",
    unused: "No message sent from Slack uses it.",
    forgotten: "A message that is no longer stored",
    again: "Delete again",
    notYours: "Only the person who uploaded this file, or an operator, can delete it.",
  },
  notListed: "This file is not on the list of uploaded files. /msg-files shows those that are.",
  alreadyDeleted: "This file was already deleted. Nothing was done.",
  notForMessages: "Only images can be sent in a message. /msg-upload uploads one.",
  kind: { upload: "Upload", delete: "Deletion" },
  overLimit: (size: string, type: string, limit: string) => `${size}, ${type} takes up to ${limit}.`,
  otherFormat: (format: string) =>
    `This is ${format}. The platform usually takes PNG, JPG, GIF, TIFF or PDF.`,
  madeSmaller: (from: string, to: string) => `${from} → ${to}`,
  facts: { type: "Type", size: "Size", vendors: "Messenger", url: "Address", references: "Used in" },
  vendors: (vendorA: boolean, vendorB: boolean) =>
    `vendorA ${vendorA ? "registered" : "not registered"}, vendorB ${vendorB ? "registered" : "not registered"}`,
  fileId: "File",
  notAllowed: `You can't upload files yet. ${enAccess.anybody}`,
  guide: {
    upload: {
      purpose: "uploads files to the platform.",
      uses: [{ words: "", does: "opens the form, for up to ten files." }],
      dailyLimit: (limit: number) => `You may upload ${enCount(limit, "file")} a day.`,
      notes: ["Also: the shortcut “Upload a file”, and “Upload this file” in a message's menu."],
    },
    list: {
      purpose: "shows uploaded files.",
      uses: [{ words: "", does: "lists files, newest first. Filter by type, or show only yours." }],
      notes: ["Whoever uploaded a file can delete it, and so can operators."],
    },
  },
};

const ko: Words<typeof en> = {
  upload: {
    title: "파일 올리기",
    submit: "올리기",
    fields: {
      file: { label: "파일", hint: "PNG, JPG, GIF, TIFF, PDF, 최대 10개." },
      type: {
        label: "종류",
        hint: `메신저 이미지는 ${best.CHAT} 이상, MMS 이미지는 ${best.MMS} 이하 JPG를 권장합니다.`,
      },
      name: { label: "이름", hint: "파일이 하나일 때만 씁니다. 비워 두면 플랫폼이 정합니다." },
      link: { label: "링크", hint: "이미지를 누르면 열리는 웹 주소입니다." },
      channel: { label: "결과를 올릴 곳", hint: "비워 두면 기본 결과 채널(없으면 내 DM)에 올립니다." },
    },
    types: {
      DOCUMENT: (limit) => `${koTypes.DOCUMENT}(DOCUMENT) · 최대 ${limit}`,
      CHAT: (limit) => `${koTypes.CHAT}(CHAT) · 최대 ${limit}`,
      MMS: (limit) => `${koTypes.MMS}(MMS) · 최대 ${limit}`,
    },
    issues: {
      missing: "파일을 골라 주세요.",
      empty: "빈 파일입니다. 다른 파일을 골라 주세요.",
      not_in_slack: "캔버스, 게시물 또는 링크입니다. 파일을 골라 주세요.",
      one_name: "파일이 여러 개이면 비워 두세요.",
      link: "https:// 또는 http://로 시작해 주세요. 예: https://shop.example/spring",
      type: "종류를 하나 고르거나 비워 두세요.",
    },
    tooLarge: (size, limit) => `파일이 너무 큽니다. 최대 ${limit}입니다(현재 ${size}).`,
    shrinks: "줄일 수 있는지는 /msg-upload에서 확인할 수 있습니다.",
    noFiles: "파일이 없는 메시지입니다. 아무것도 올리지 않았습니다.",
    leftOut: (names) =>
      `⚠️ 한 번에 최대 10개입니다. 올리지 않는 파일: ${names}. /msg-upload로 따로 올려 주세요.`,
    again: "다시 올리기",
    smaller: (size, pixels) => `줄여서 올리기(${size}, ${pixels} JPG)`,
    anyway: "그래도 올리기",
    batch: (counts) =>
      sayCounts(counts, [
        ["total", (total) => `파일 ${total}개 중 ${counts.done}개 업로드됨`],
        ["failed", (count) => `${count}개 실패`],
        ["unknown", (count) => `${count}개 결과 미확인`],
        ["again", (count) => `${count}개 다시 업로드함`],
        ["open", (count) => `${count}개 처리 중`],
      ]),
  },
  list: {
    title: "올린 파일",
    loading: "파일 목록을 읽고 있습니다…",
    scope: "Slack에서 올린 파일만 보입니다.",
    empty: (show) =>
      show === "all"
        ? "Slack에서 올린 파일이 아직 없습니다."
        : "해당하는 파일이 없습니다. “전체 파일”에서 나머지를 볼 수 있습니다.",
    shows: { all: "전체 파일", mine: "내 파일", ...koTypes },
    types: koTypes,
    use: "메시지에 사용",
    remove: "삭제…",
    by: "올린 사람",
    yours: "내 파일",
    notAllowed: `올린 파일을 볼 권한이 없습니다. ${koAccess.anybody}`,
  },
  delete: {
    title: "파일을 삭제할까요?",
    over: "파일 삭제",
    submit: "삭제",
    risk: "플랫폼에서 삭제되며 되돌릴 수 없습니다.",
    usedBy: "이 파일을 쓴 메시지입니다. 다시 보내려면 다른 이미지를 골라야 합니다:",
    unused: "Slack에서 보낸 메시지 가운데 이 파일을 쓴 것은 없습니다.",
    forgotten: "더 이상 저장되어 있지 않은 메시지",
    again: "다시 삭제",
    notYours: "파일을 올린 사람이나 운영자만 삭제할 수 있습니다.",
  },
  notListed: "올린 파일 목록에 없는 파일입니다. 목록은 /msg-files에서 확인해 주세요.",
  alreadyDeleted: "이미 삭제된 파일입니다. 아무 작업도 하지 않았습니다.",
  notForMessages: "메시지에는 이미지만 넣을 수 있습니다. /msg-upload로 이미지를 올려 주세요.",
  kind: { upload: "업로드", delete: "삭제" },
  overLimit: (size, type, limit) => `${size}입니다. ${type} 한도는 ${limit}입니다.`,
  otherFormat: (format) =>
    `${format} 형식입니다. 플랫폼에는 보통 PNG, JPG, GIF, TIFF, PDF만 올릴 수 있습니다.`,
  madeSmaller: (from, to) => `${from} → ${to}`,
  facts: { type: "종류", size: "크기", vendors: "메신저", url: "주소", references: "사용처" },
  vendors: (vendorA, vendorB) =>
    `vendorA ${vendorA ? "등록됨" : "등록 안 됨"}, vendorB ${vendorB ? "등록됨" : "등록 안 됨"}`,
  fileId: "파일",
  notAllowed: `파일을 올릴 권한이 없습니다. ${koAccess.anybody}`,
  guide: {
    upload: {
      purpose: "파일을 플랫폼에 올립니다.",
      uses: [{ words: "", does: "파일을 최대 10개까지 올리는 양식을 엽니다." }],
      dailyLimit: (limit) => `하루에 파일을 ${limit}개까지 올릴 수 있습니다.`,
      notes: ["바로 가기 “Upload a file”과 메시지 메뉴의 “Upload this file”로도 올릴 수 있습니다."],
    },
    list: {
      purpose: "올린 파일을 보여 줍니다.",
      uses: [
        {
          words: "",
          does: "최신순으로 보여 줍니다. 종류별로, 또는 내 것만 볼 수도 있습니다.",
        },
      ],
      notes: ["파일은 올린 사람과 운영자가 삭제할 수 있습니다."],
    },
  },
};

export const files: Translated<typeof en> = { en, ko };
