import type { Translated, Words } from "./words.ts";

type Most = { depth: number; characters: number; values: number };

/** Many templates' records at once, as the reports of who gave them. */
const en = {
  title: "Import templates",
  explain: (records: number, kilobytes: number) =>
    `The platform's template JSON, one record or a list: up to ${records} records and ${kilobytes} KB. Choose a file or paste it. Your name will be shown with the import.`,
  file: "JSON file",
  text: "Or paste JSON",
  textHint: "Up to 3,000 characters. For more, choose a file.",
  next: "Next",
  neither: "Choose a file, or paste JSON.",
  both: "A file is chosen too. Leave one of them empty.",
  reading: "Reading the records. Nothing is imported yet.",
  fileNotRead: "The file could not be read from Slack. Nothing was imported.",
  storeFailed: "The records could not be looked up in time. Nothing was imported. Please try again.",
  noRecords: "There are no records in this. Give a list of templates' records, or one record.",
  tooMany: (most: number) => `These are more than ${most} records. Import them in parts.`,
  tooLarge: (kilobytes: number) => `This file is larger than ${kilobytes} KB. Import it in parts.`,
  /** What no template's records have, by the line where it begins to be too much. */
  excess: {
    deep: (line: number, { depth }: Most) =>
      `Line ${line} is nested deeper than ${depth} levels. Correct it.`,
    long: (line: number, { characters }: Most) =>
      `A value on line ${line} is longer than ${characters.toLocaleString("en")} characters. Shorten it.`,
    wide: (line: number, { values }: Most) =>
      `There are more than ${values.toLocaleString("en")} values by line ${line}. Import them in parts.`,
  },
  nothingYet: "Nothing imported yet.",
  /** What the button does, by how many; each of the parts only where there are any. */
  will: {
    new: (count: number) => `${count} to add`,
    changed: (count: number) => `${count} to change`,
    same: (count: number) => `${count} to confirm as seen before`,
    older: (count: number) => `${count} to leave out as older than what was seen`,
    broken: (count: number) => `${count} to skip`,
  },
  plan: (parts: readonly string[]) => `${parts.join(", ")}.`,
  states: { older: "older", changed: "changes", new: "new", same: "as seen before" },
  parts: { name: "name", content: "content", buttons: "buttons", code: "code", comments: "comments" },
  /** What a record is beside what was seen, before what it says; `says` may be empty. */
  entry: (state: string, says: string) => (says === "" ? state : `${state}: ${says}`),
  record: (number: number) => `Record ${number}`,
  problems: {
    missing: "is missing.",
    malformed: "isn't in the platform's format.",
    too_many: "has too many values.",
    nothing: "has no name, content, buttons or status.",
    twice: "has a newer or later one of this template beside it.",
  },
  /** Of which record, in which field (none: the record itself), and what is wrong there. */
  issue: (record: string, field: string, problem: string) =>
    `${record}${field === "" ? "" : `, “${field}”`} ${problem}`,
  /** The same of a record beside those that are imported. */
  skipped: (issue: string, called = "") =>
    `Skipped${called === "" ? "" : ` ${called}`}: ${issue.charAt(0).toLowerCase()}${issue.slice(1)}`,
  submit: (count: number) => (count === 1 ? "Import 1 template" : `Import ${count} templates`),
  nothingLeft: "None of it can be imported.",
  /** `all`: with those that could not be read or were left out. */
  done: (count: number, { all, broken }: { all: number; broken: number }) => {
    const skipped = broken === 0 ? "" : `, ${broken} skipped`;
    if (count === 0) return `Nothing was imported${skipped}.`;
    if (broken > 0) return `⚠️ ${count} of ${all} templates imported${skipped}.`;
    return count === 1 ? "✅ 1 template imported." : `✅ ${count} templates imported.`;
  },
  leftOut: (count: number) => `Left out, since something newer was seen: ${count}.`,
  fix: (count: number) =>
    count === 1
      ? "Correct it and import that template again."
      : "Correct these and import those templates again.",
  gone: "These records are too old, or somebody else's. Nothing was imported. Import them again.",
  /** A post, before what changed. */
  changed: (count: number) => `🔔 ${count} template statuses changed`,
  more: (count: number) => `+${count} more: /msg-template`,
};

const ko: Words<typeof en> = {
  title: "템플릿 가져오기",
  explain: (records, kilobytes) =>
    `플랫폼 형식의 템플릿 JSON(한 개 또는 목록)을 파일로 올리거나 붙여 넣어 주세요. 최대 ${records}개, ${kilobytes} KB입니다. 가져온 사람으로 내 이름이 표시됩니다.`,
  file: "JSON 파일",
  text: "또는 JSON 붙여 넣기",
  textHint: "붙여 넣는 내용은 3,000자까지입니다. 더 길면 파일을 골라 주세요.",
  next: "다음",
  neither: "파일을 고르거나 JSON을 붙여 넣어 주세요.",
  both: "파일도 선택되어 있습니다. 하나를 비워 주세요.",
  reading: "기록을 읽는 중입니다. 아직 가져오지 않았습니다.",
  fileNotRead: "Slack에서 파일을 읽지 못해 아무것도 가져오지 않았습니다.",
  storeFailed: "기록을 제때 대조하지 못해 아무것도 가져오지 않았습니다. 다시 시도해 주세요.",
  noRecords: "템플릿 기록이 없습니다. 템플릿 기록의 목록이나 기록 하나를 넣어 주세요.",
  tooMany: (most) => `기록이 ${most}개를 넘습니다. 나누어 가져와 주세요.`,
  tooLarge: (kilobytes) => `파일이 ${kilobytes} KB를 넘습니다. 나누어 가져와 주세요.`,
  excess: {
    deep: (line, { depth }) => `${line}행의 중첩이 ${depth}단계를 넘습니다. 고쳐 주세요.`,
    long: (line, { characters }) =>
      `${line}행에 ${characters.toLocaleString("en")}자가 넘는 값이 있습니다. 줄여 주세요.`,
    wide: (line, { values }) =>
      `${line}행까지 값이 ${values.toLocaleString("en")}개를 넘습니다. 나누어 가져와 주세요.`,
  },
  nothingYet: "아직 가져오지 않았습니다.",
  will: {
    new: (count) => `${count}개 추가`,
    changed: (count) => `${count}개 변경`,
    same: (count) => `${count}개 그대로 확인`,
    older: (count) => `더 오래된 ${count}개 제외`,
    broken: (count) => `${count}개 건너뜀`,
  },
  plan: (parts) => `${parts.join(", ")}.`,
  states: { older: "오래됨", changed: "변경", new: "새 템플릿", same: "그대로" },
  parts: { name: "이름", content: "내용", buttons: "버튼", code: "코드", comments: "댓글" },
  entry: (state, says) => (says === "" ? state : `${state}: ${says}`),
  record: (number) => `기록 ${number}`,
  problems: {
    missing: "값이 없습니다.",
    malformed: "플랫폼 형식과 다릅니다.",
    too_many: "값이 너무 많습니다.",
    nothing: "이름, 내용, 버튼, 상태가 모두 없습니다.",
    twice: "같은 템플릿의 더 새롭거나 뒤에 나온 기록이 있습니다.",
  },
  issue: (record, field, problem) => `${record}${field === "" ? ":" : `의 “${field}” 항목은`} ${problem}`,
  skipped: (issue, called = "") => `건너뜀${called === "" ? "" : ` ${called}`}: ${issue}`,
  submit: (count) => `${count}개 가져오기`,
  nothingLeft: "가져올 수 있는 기록이 없습니다.",
  done: (count, { all, broken }) => {
    const skipped = broken === 0 ? "" : ` ${broken}개는 건너뛰었습니다.`;
    if (count === 0) return `가져온 템플릿이 없습니다.${skipped}`;
    if (broken === 0) return `✅ 템플릿 ${count}개를 가져왔습니다.`;
    return `⚠️ 템플릿 ${all}개 중 ${count}개를 가져왔습니다.${skipped}`;
  },
  leftOut: (count) => `더 새로운 내용이 확인되어 제외: ${count}개`,
  fix: () => "고친 뒤 다시 가져와 주세요.",
  gone: "너무 오래되었거나 다른 사람이 넣은 기록이라 가져오지 않았습니다. 다시 넣어 주세요.",
  changed: (count) => `🔔 템플릿 상태 ${count}개 변경`,
  more: (count) => `그 밖에 ${count}개: /msg-template`,
};

export const templateImports: Translated<typeof en> = { en, ko };
