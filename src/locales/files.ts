import type { OutcomeWords } from "./outcomes.ts";
import type { SettleWords } from "./settle.ts";

type Field = { label: string; hint?: string };

/** In the place of what is said of messages. */
type FileTerms = {
  outcomes: Partial<OutcomeWords>;
  settle: Partial<SettleWords>;
};

/** Uploading files, and the files that were uploaded. */
export type FileWords = {
  upload: {
    /** Of the form; at most 24 characters. */
    title: string;
    submit: string;
    fields: Record<"file" | "type" | "name" | "link" | "channel", Field>;
    types: Record<"DOCUMENT" | "CHAT" | "MMS", (limit: string) => string>;
    issues: Record<"missing" | "empty" | "not_in_slack" | "one_name" | "link" | "type", string>;
    tooLarge: (size: string, limit: string) => string;
    noFiles: string;
    again: string;
  };
  kind: Record<"upload", string>;
  facts: Record<"type" | "size" | "vendors" | "link", string>;
  vendors: (vendorA: boolean, vendorB: boolean) => string;
  fileId: string;
  notAllowed: string;
  onlyAuthor: string;
  terms: Record<"upload", FileTerms>;
  guide: Record<"upload", { purpose: string; form: string; shortcuts: string }>;
};

const en: FileWords = {
  upload: {
    title: "Upload a file",
    submit: "Upload",
    fields: {
      file: { label: "Files", hint: "PNG, JPG, GIF, TIFF or PDF." },
      type: { label: "Type", hint: "What it is for. Left out, it is stored as a DOCUMENT." },
      name: { label: "Name", hint: "Of a single file. Left out, the platform makes one." },
      link: { label: "Link", hint: "Opened when the picture is tapped." },
      channel: { label: "Where the result goes" },
    },
    types: {
      DOCUMENT: (limit) => `DOCUMENT: up to ${limit}`,
      CHAT: (limit) => `CHAT, for the messenger: up to ${limit}`,
      MMS: (limit) => `MMS: up to ${limit}`,
    },
    issues: {
      missing: "Choose a file.",
      empty: "This file is empty. Choose another one.",
      not_in_slack: "This file is not kept in Slack itself. Save it to your machine and choose it here.",
      one_name: "Several files cannot have one name. Leave this empty.",
      link: "This is not a web address. It begins with https:// or http://.",
      type: "Choose one of the types, or none.",
    },
    tooLarge: (size, limit) => `This file is too large: at most ${limit} (now ${size}).`,
    noFiles: "This message has no files. Nothing was uploaded.",
    again: "Upload again",
  },
  kind: { upload: "Upload" },
  facts: { type: "Type", size: "Size", vendors: "Messenger", link: "Link" },
  vendors: (vendorA, vendorB) =>
    `vendorA ${vendorA ? "registered" : "not registered"}, vendorB ${vendorB ? "registered" : "not registered"}`,
  fileId: "file",
  notAllowed: "You don't have permission to upload files. Ask an operator.",
  onlyAuthor: "Only the person who uploaded this can do that.",
  terms: {
    upload: {
      outcomes: {
        title: {
          accepted: () => "✅ Uploaded",
          refused: () => "⛔ Upload refused",
          not_sent: () => "↩️ Not uploaded",
          unknown: () => "❓ Upload: outcome unknown",
          arrived: () => "📬 Reported as uploaded",
          did_not_arrive: () => "📭 Reported as not uploaded",
          sent_again: () => "🔁 Uploaded again",
          edited: () => "✏️ Uploaded again",
          under_way: () => "⏳ Uploading",
        },
        notConfirmed: "",
        mayBeSent: "It may have been uploaded.",
        ask: "Is it on the platform?",
        sentTwice: "It was uploaded again too: it may be there twice.",
        says: {
          arrived: " says that it is on the platform.",
          did_not_arrive: " says that it is not on the platform.",
        },
        sentAgain: {
          accepted: " uploaded it again: accepted.",
          refused: " uploaded it again: refused.",
          not_sent: " tried to upload it again: not uploaded.",
          unknown: " uploaded it again: outcome unknown.",
        },
      },
      settle: {
        buttons: { arrived: "It is there", did_not_arrive: "It is not there" },
        confirm: {
          title: "Are you sure?",
          says: {
            arrived: "It is then closed as uploaded. The list of files does not have it.",
            did_not_arrive: "It can then be uploaded again.",
          },
          yes: "Yes",
          no: "Not yet",
        },
        notYours: "Only the person who uploaded it, or an operator, can say whether it is there.",
      },
    },
  },
  guide: {
    upload: {
      purpose: "uploads files to the platform.",
      form: "opens the form: files, type, name, link.",
      shortcuts: "Also as shortcuts: “Upload a file”, and “Upload this file” on a message.",
    },
  },
};

const ko: FileWords = {
  upload: {
    title: "파일 올리기",
    submit: "올리기",
    fields: {
      file: { label: "파일", hint: "PNG, JPG, GIF, TIFF, PDF." },
      type: { label: "종류", hint: "어디에 쓸지 고릅니다. 고르지 않으면 DOCUMENT로 저장됩니다." },
      name: { label: "이름", hint: "파일이 하나일 때만 씁니다. 비워 두면 플랫폼이 정합니다." },
      link: { label: "링크", hint: "이미지를 누르면 열리는 주소입니다." },
      channel: { label: "결과를 게시할 대화" },
    },
    types: {
      DOCUMENT: (limit) => `DOCUMENT: 최대 ${limit}`,
      CHAT: (limit) => `CHAT(메신저용): 최대 ${limit}`,
      MMS: (limit) => `MMS: 최대 ${limit}`,
    },
    issues: {
      missing: "파일을 골라 주세요.",
      empty: "빈 파일입니다. 다른 파일을 골라 주세요.",
      not_in_slack: "Slack 밖에 저장된 파일입니다. 내려받은 뒤 여기에서 골라 주세요.",
      one_name: "여러 파일에 같은 이름을 붙일 수 없습니다. 비워 두세요.",
      link: "웹 주소가 아닙니다. https:// 또는 http://로 시작해야 합니다.",
      type: "종류를 하나 고르거나 비워 두세요.",
    },
    tooLarge: (size, limit) => `파일이 너무 큽니다. 최대 ${limit}입니다(현재 ${size}).`,
    noFiles: "파일이 없는 메시지입니다. 아무것도 올리지 않았습니다.",
    again: "다시 올리기",
  },
  kind: { upload: "파일 올리기" },
  facts: { type: "종류", size: "크기", vendors: "메신저", link: "링크" },
  vendors: (vendorA, vendorB) =>
    `vendorA ${vendorA ? "등록됨" : "등록 안 됨"}, vendorB ${vendorB ? "등록됨" : "등록 안 됨"}`,
  fileId: "파일",
  notAllowed: "파일을 올릴 권한이 없습니다. 운영자에게 문의해 주세요.",
  onlyAuthor: "올린 사람만 할 수 있습니다.",
  terms: {
    upload: {
      outcomes: {
        title: {
          accepted: () => "✅ 업로드됨",
          refused: () => "⛔ 업로드 거부됨",
          not_sent: () => "↩️ 업로드하지 않음",
          unknown: () => "❓ 업로드 결과 확인 안 됨",
          arrived: () => "📬 업로드된 것으로 알려짐",
          did_not_arrive: () => "📭 업로드되지 않은 것으로 알려짐",
          sent_again: () => "🔁 다시 업로드함",
          edited: () => "✏️ 다시 업로드함",
          under_way: () => "⏳ 업로드 중",
        },
        notConfirmed: "",
        mayBeSent: "업로드되었을 수도 있습니다.",
        ask: "플랫폼에 있나요?",
        sentTwice: "다시 올린 것도 있어 두 개가 있을 수 있습니다.",
        says: {
          arrived: " 님이 플랫폼에 있다고 알렸습니다.",
          did_not_arrive: " 님이 플랫폼에 없다고 알렸습니다.",
        },
        sentAgain: {
          accepted: " 님이 다시 올렸습니다: 접수됨.",
          refused: " 님이 다시 올렸습니다: 거부됨.",
          not_sent: " 님이 다시 올리려 했으나 올리지 못했습니다.",
          unknown: " 님이 다시 올렸습니다: 결과 확인 안 됨.",
        },
      },
      settle: {
        buttons: { arrived: "있음", did_not_arrive: "없음" },
        confirm: {
          title: "맞나요?",
          says: {
            arrived: "업로드된 것으로 마무리됩니다. 파일 목록에는 나오지 않습니다.",
            did_not_arrive: "다시 올릴 수 있게 됩니다.",
          },
          yes: "네",
          no: "아직요",
        },
        notYours: "플랫폼에 있는지는 올린 사람이나 운영자만 알릴 수 있습니다.",
      },
    },
  },
  guide: {
    upload: {
      purpose: "파일을 플랫폼에 올립니다.",
      form: "양식을 엽니다. 파일, 종류, 이름, 링크를 넣습니다.",
      shortcuts: "바로 가기 “Upload a file”, 메시지의 “Upload this file”로도 열 수 있습니다.",
    },
  },
};

export const files = { en, ko };
