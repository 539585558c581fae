import { enCount } from "./format.ts";
import type { Translated, Words } from "./words.ts";

const en = {
  comment: {
    title: "Comment to the vendors",
    warning: "The vendors' reviewers will read this, and it can't be taken back.",
    label: "Comment",
    inConversation: (vendors: string) => `in ${vendors}'s conversation`,
    ask: "Send to the vendors?",
    on: "On {template}.",
    submit: "Send to the vendors",
    again: "Send again…",
  },
  report: {
    title: "Enter from the console",
    explain: "Enter what the console shows; leave the rest empty. Others see it as your report.",
    status: (vendor: string) => `Status at ${vendor}`,
    reason: (vendor: string) => `Reason given by ${vendor}`,
    reasonHint: "As the console shows it.",
    buttonsHint: "One per line, such as: Show order (WL) · mobile https://…; type - if there are none.",
    submit: "Save",
    nothing: "Give a status, or paste the content.",
    noStatus: "Give the status that this belongs to.",
    badButton: (line: number) =>
      `Line ${line} is no button. Write it like: Show order (WL) · mobile https://…`,
    done: "✅ Saved. Changes are now compared with this.",
  },
  imports: {
    title: "Import templates",
    explain: (records: number, kilobytes: number) =>
      `The platform's template JSON, one record or a list: up to ${records} records and ${kilobytes} KB. Choose a file or paste it. Your name will be shown with the import.`,
    file: "JSON file",
    text: "Or paste JSON",
    textHint: "Up to 3,000 characters. For more, choose a file.",
    eitherOr: "Choose a file or paste JSON, not both.",
    reading: "Reading the records. Nothing is imported yet.",
    fileNotRead: "The file could not be read from Slack. Nothing was imported.",
    storeFailed: "The records could not be looked up in time. Nothing was imported. Please try again.",
    noRecords: "There are no records in this. Give a list of templates' records, or one record.",
    tooMany: (most: number) =>
      `This holds more than ${most} records, or too much in them. Import it in parts.`,
    tooLarge: (kilobytes: number) => `This file is larger than ${kilobytes} KB. Import it in parts.`,
    nothingYet: "Nothing imported yet.",
    will: {
      new: (count: number) => `${count} to add`,
      known: (count: number) => `${count} to update`,
      broken: (count: number) => `${count} to skip`,
    },
    record: (number: number) => `Record ${number}`,
    problems: {
      missing: "is missing.",
      malformed: "isn't in the platform's format.",
      too_many: "has too many values.",
      nothing: "has no name, content, buttons or status.",
      twice: "is of a template that an earlier record is of.",
      older: "is older than what was last seen.",
    },
    /** `Record 3, “name” is missing.` An empty `field` means the record itself. */
    issue: (record: string, field: string, problem: string) =>
      `${record}${field === "" ? "" : `, “${field}”`} ${problem}`,
    submit: (count: number) => `Import ${enCount(count, "template")}`,
    nothingLeft: "None of it can be imported.",
    /** `all`: count that includes `broken` records and those left out. */
    done: (count: number, { all, broken }: { all: number; broken: number }) => {
      const skipped = broken === 0 ? "" : `, ${broken} skipped`;
      if (count === 0) return `Nothing was imported${skipped}.`;
      if (broken > 0) return `⚠️ ${count} of ${all} templates imported${skipped}.`;
      return `✅ ${enCount(count, "template")} imported.`;
    },
    leftOut: (count: number) => `Left out, since something newer was seen: ${count}.`,
    fix: "Correct what was skipped and import it again.",
    gone: "These records are too old, or somebody else's. Nothing was imported. Import them again.",
    changed: (count: number) => `🔔 ${count} template status${count === 1 ? "" : "es"} changed`,
  },
  alreadyTaken: "This form was taken already, with other words. Open it again for these.",
};

const ko: Words<typeof en> = {
  comment: {
    title: "벤더에 댓글 보내기",
    warning: "벤더의 심사 담당자가 읽으며, 보낸 뒤에는 되돌릴 수 없습니다.",
    label: "댓글",
    inConversation: (vendors) => `${vendors} 대화에 등록됨`,
    ask: "벤더에 보낼까요?",
    on: "{template} 템플릿에 남깁니다.",
    submit: "벤더에 보내기",
    again: "다시 보내기…",
  },
  report: {
    title: "콘솔 내용 입력",
    explain: "플랫폼 콘솔에 보이는 대로 입력하고 모르는 항목은 비워 두세요. 내가 확인한 내용으로 표시됩니다.",
    status: (vendor) => `${vendor} 상태`,
    reason: (vendor) => `${vendor} 사유`,
    reasonHint: "콘솔에 표시된 그대로 입력해 주세요.",
    buttonsHint: "한 줄에 하나씩 적어 주세요. 예: 주문 보기 (WL) · 모바일 https://… 버튼이 없는 템플릿이면 -",
    submit: "저장",
    nothing: "상태를 입력하거나 내용을 붙여 넣어 주세요.",
    noStatus: "여기에 해당하는 상태를 입력해 주세요.",
    badButton: (line) => `${line}번째 줄은 버튼이 아닙니다. 예: 주문 보기 (WL) · 모바일 https://…`,
    done: "✅ 저장했습니다. 다음 수정 제안은 이 내용과 비교합니다.",
  },
  imports: {
    title: "템플릿 가져오기",
    explain: (records, kilobytes) =>
      `플랫폼 형식의 템플릿 JSON(한 개 또는 목록)을 파일로 올리거나 붙여 넣어 주세요. 최대 ${records}개, ${kilobytes} KB입니다. 가져온 사람으로 내 이름이 표시됩니다.`,
    file: "JSON 파일",
    text: "또는 JSON 붙여넣기",
    textHint: "붙여 넣는 내용은 3,000자까지입니다. 더 길면 파일을 골라 주세요.",
    eitherOr: "파일을 고르거나 JSON을 붙여 넣어 주세요. 둘 중 하나만 됩니다.",
    reading: "템플릿을 읽는 중입니다. 아직 가져오지 않았습니다.",
    fileNotRead: "Slack에서 파일을 읽지 못해 아무것도 가져오지 않았습니다.",
    storeFailed: "기존 템플릿과 제때 비교하지 못해 아무것도 가져오지 않았습니다. 다시 시도해 주세요.",
    noRecords: "템플릿이 들어 있지 않습니다. 템플릿 JSON을 한 개 또는 목록으로 넣어 주세요.",
    tooMany: (most) => `템플릿이 ${most}개를 넘거나 내용이 너무 많습니다. 나누어 가져와 주세요.`,
    tooLarge: (kilobytes) => `파일이 ${kilobytes} KB를 넘습니다. 나누어 가져와 주세요.`,
    nothingYet: "아직 가져오지 않았습니다.",
    will: {
      new: (count) => `${count}개 추가`,
      known: (count) => `${count}개 갱신`,
      broken: (count) => `${count}개 건너뜀`,
    },
    record: (number) => `${number}번째 템플릿`,
    problems: {
      missing: "값이 없습니다.",
      malformed: "플랫폼 형식과 다릅니다.",
      too_many: "값이 너무 많습니다.",
      nothing: "이름, 내용, 버튼, 상태가 모두 없습니다.",
      twice: "같은 템플릿이 앞에 이미 있습니다.",
      older: "마지막으로 확인된 내용보다 오래되었습니다.",
    },
    issue: (record, field, problem) => `${record}${field === "" ? ":" : `의 “${field}” 항목은`} ${problem}`,
    submit: (count) => `${count}개 가져오기`,
    nothingLeft: "가져올 수 있는 템플릿이 없습니다.",
    done: (count, { all, broken }) => {
      const skipped = broken === 0 ? "" : ` ${broken}개는 건너뛰었습니다.`;
      if (count === 0) return `가져온 템플릿이 없습니다.${skipped}`;
      if (broken === 0) return `✅ 템플릿 ${count}개를 가져왔습니다.`;
      return `⚠️ 템플릿 ${all}개 중 ${count}개를 가져왔습니다.${skipped}`;
    },
    leftOut: (count) => `더 새로운 내용이 확인되어 제외: ${count}개`,
    fix: "건너뛴 템플릿은 수정한 뒤 다시 가져와 주세요.",
    gone: "너무 오래되었거나 다른 사람이 넣은 템플릿이라 아무것도 가져오지 않았습니다. 다시 넣어 주세요.",
    changed: (count) => `🔔 템플릿 상태 변경 ${count}건`,
  },
  alreadyTaken: "이 양식은 다른 내용으로 이미 접수되었습니다. 이 내용은 양식을 다시 열어 입력해 주세요.",
};

export const templateForms: Translated<typeof en> = { en, ko };
