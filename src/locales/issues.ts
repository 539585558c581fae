import { formatCodePoint } from "../blank-text.ts";
import type { JsonFault } from "../json-text.ts";
import { enCount } from "./format.ts";
import { enAccess, koAccess } from "./forms.ts";
import type { Translated, Words } from "./words.ts";

/** Actions with a daily limit for each person. */
export type Counted = "message" | "upload" | "comment";

/** Says “Nothing was done.” for an upload, since the message that needs the image isn't sent either. */
export const enCounted: Record<Counted, { verb: string; nothing: string }> = {
  message: { verb: "send", nothing: "Nothing was sent." },
  upload: { verb: "upload", nothing: "Nothing was done." },
  comment: { verb: "comment", nothing: "Nothing was sent." },
};

export const koCounted: Record<Counted, { verb: string; nothing: string; count: (count: number) => string }> =
  {
    message: {
      verb: "보낼",
      nothing: "아무것도 보내지 않았습니다.",
      count: (count) => `메시지 ${count}건`,
    },
    upload: {
      verb: "올릴",
      nothing: "아무 작업도 하지 않았습니다.",
      count: (count) => `파일 ${count}개`,
    },
    comment: {
      verb: "보낼",
      nothing: "아무것도 보내지 않았습니다.",
      count: (count) => `댓글 ${count}건`,
    },
  };

const en = {
  missing: "Please fill this in.",
  missingImage: "Choose an image.",
  noRecipient: "Choose a test recipient above, or type a number.",
  bareKind:
    "The fields that only this kind has are all empty, so it would be sent as a text message. Fill one in, or choose another kind.",
  malformed: "The platform doesn't accept this format.",
  /** In place of `malformed` for a value of the wrong JSON type. */
  wanted: {
    string: "This has to be a single text with quotes around it.",
    boolean: "This has to be true or false, without quotes.",
    array: "This has to be a list, between [ and ].",
    object: "This has to be names and values, between { and }.",
    digits: "This has to be digits alone, such as 01012345678.",
  },
  /** `character`: invisible character in an id or a link; null for a space. */
  stray: (character: string | null) =>
    character === null
      ? "There can't be a space in it. Delete it."
      : `An invisible character is in it: ${formatCodePoint(character)}. Delete it, or type this anew.`,
  unknownField: "The platform has no such field.",
  tooLong: (size: string, limit: string) => `At most ${limit} (now ${size}).`,
  tooLarge: "The message is too large to be shown in full before it is sent. Shorten it.",
  notANumber: "This is not a phone number, nor the name of a test recipient.",
  tooShort: "This phone number is too short.",
  /** Follows `tooShort` and `tooLongNumber`. `due`: required count of digits, or the least and the most. */
  digitsDue: (has: number, due: readonly number[]) =>
    `It has ${has} digits, and should have ${due.join(" to ")}.`,
  tooLongNumber: "This phone number is too long.",
  twoCountries:
    "This could be a number of two countries. Begin it with + and the country's code, such as +81.",
  twoNumbers: "This is more than one phone number. Type one, or test recipients' names with commas between.",
  startMissing: (numbers: readonly string[]) =>
    `A 0 or + is missing at the start. Did you mean ${numbers.join(" or ")}?`,
  otherCountry: (numbers: readonly string[]) =>
    `This country's numbers aren't written so. Did you mean ${numbers.join(" or ")}?`,
  noSuchCountry: "No country has this calling code.",
  unknownSender: "Choose one of the registered sender numbers.",
  noSender: "Type a number registered with the platform, such as 02-1234-5678.",
  testOnly: (names: string) =>
    names === ""
      ? "Only test recipients may be sent to here."
      : `Only test recipients may be sent to here: ${names}.`,
  notAllowed: `You can't send messages yet. ${enAccess.anybody}`,
  country: "Type the country's calling code in digits, such as 82, 1, 86 or 81.",
  overLimit: (limit: number, of: Counted = "message") => {
    const { verb, nothing } = enCounted[of];
    return `Today's limit of ${enCount(limit, of)} is reached. ${nothing} You can ${verb} again after midnight in the team's time zone.`;
  },
  twoImages: "An image is chosen below too. Leave one of them empty.",
  quietHours: "No advertisements from 21:00 to 08:00 Korean time. Send it in the morning.",
  pairs: (line: number) => `Line ${line} isn't name=value.`,
  pairTwice: (name: string) => `The name “${name}” is here twice. Keep one of them.`,
  json: ({ line, column, sign }: JsonFault) =>
    sign === ""
      ? `The JSON ends too early, at line ${line}, column ${column}.`
      : `The JSON breaks at line ${line}, column ${column}, at ${sign}.`,
  notUtf8: "This file is not text in UTF-8. Save it as UTF-8.",
  tooMany: (limit: number) =>
    `This JSON has more than ${limit.toLocaleString("en")} values or is nested too deep.`,
  /** `path`: label of a field, or position in a field with several values. */
  at: (path: string, words: string) => `${path}: ${words}`,
};

const ko: Words<typeof en> = {
  missing: "입력해 주세요.",
  missingImage: "이미지를 골라 주세요.",
  noRecipient: "위에서 테스트 수신자를 고르거나 번호를 입력해 주세요.",
  bareKind:
    "이 종류에만 있는 항목이 모두 비어 있어 이대로는 문자로 발송됩니다. 하나라도 입력하거나 다른 종류를 골라 주세요.",
  malformed: "플랫폼에서 쓸 수 없는 형식입니다.",
  wanted: {
    string: "따옴표로 감싼 텍스트 하나여야 합니다.",
    boolean: "따옴표 없이 true 또는 false로 입력해 주세요.",
    array: "[ ] 안에 목록으로 입력해 주세요.",
    object: "{ } 안에 이름과 값으로 입력해 주세요.",
    digits: "숫자로만 입력해 주세요(예: 01012345678).",
  },
  stray: (character) =>
    character === null
      ? "공백을 쓸 수 없는 항목입니다. 공백을 지워 주세요."
      : `보이지 않는 문자가 들어 있습니다: ${formatCodePoint(character)}. 지우거나 새로 입력해 주세요.`,
  unknownField: "플랫폼에 없는 항목입니다.",
  tooLong: (size, limit) => `최대 ${limit}입니다(현재 ${size}).`,
  tooLarge: "메시지가 너무 커서 보내기 전에 전체 내용을 표시할 수 없습니다. 내용을 줄여 주세요.",
  notANumber: "전화번호도, 테스트 수신자 이름도 아닙니다.",
  tooShort: "전화번호가 너무 짧습니다.",
  digitsDue: (has, due) => `${due.join("~")}자리여야 하는데 ${has}자리입니다.`,
  tooLongNumber: "전화번호가 너무 깁니다.",
  twoCountries: "두 나라의 번호로 읽힐 수 있습니다. +와 국가 번호로 시작해 주세요(예: +81).",
  twoNumbers: "전화번호가 둘 이상입니다. 하나만 입력하거나 테스트 수신자 이름을 쉼표로 구분해 주세요.",
  startMissing: (numbers) => `맨 앞에 0 또는 +가 빠진 것 같습니다. 혹시 ${numbers.join(" 또는 ")}인가요?`,
  otherCountry: (numbers) => `이 국가의 번호는 이렇게 쓰지 않습니다. 혹시 ${numbers.join(" 또는 ")}인가요?`,
  noSuchCountry: "이런 국가 번호는 없습니다.",
  unknownSender: "등록된 발신번호 가운데 하나를 골라 주세요.",
  noSender: "플랫폼에 등록된 번호를 입력해 주세요(예: 02-1234-5678).",
  testOnly: (names) =>
    names === ""
      ? "여기서는 테스트 수신자에게만 보낼 수 있습니다."
      : `여기서는 테스트 수신자에게만 보낼 수 있습니다: ${names}.`,
  notAllowed: `메시지를 보낼 권한이 없습니다. ${koAccess.anybody}`,
  country: "국가 번호를 숫자로 입력해 주세요(예: 82, 1, 86, 81).",
  overLimit: (limit, of = "message") => {
    const { verb, count, nothing } = koCounted[of];
    return `오늘 한도(${count(limit)})를 모두 써서 ${nothing} 팀 시간대 기준 자정이 지나면 다시 ${verb} 수 있습니다.`;
  },
  twoImages: "아래에서 고른 이미지도 있습니다. 둘 중 하나를 비워 주세요.",
  quietHours: "한국 시간 21시부터 다음 날 8시까지는 광고를 보낼 수 없습니다. 아침에 보내 주세요.",
  pairs: (line) => `${line}번째 줄이 이름=값 형식이 아닙니다.`,
  pairTwice: (name) => `“${name}” 이름이 두 번 있습니다. 하나만 남겨 주세요.`,
  json: ({ line, column, sign }) =>
    sign === ""
      ? `JSON이 ${line}행 ${column}열에서 끝나지 않은 채 끊겼습니다.`
      : `${line}행 ${column}열 ${sign}부터 올바른 JSON이 아닙니다.`,
  notUtf8: "UTF-8로 저장된 텍스트 파일이 아닙니다. UTF-8로 저장해 주세요.",
  tooMany: (limit) => `값이 ${limit.toLocaleString("ko")}개를 넘거나 너무 깊이 중첩된 JSON입니다.`,
  at: (path, words) => `${path}: ${words}`,
};

export const issues: Translated<typeof en> = { en, ko };
