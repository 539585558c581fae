import { enCount } from "./format.ts";
import { type Counted, enCounted, koCounted } from "./issues.ts";
import { enStates, koStates, withMarks } from "./outcomes.ts";
import type { Translated, Words } from "./words.ts";

const en = {
  unknown: (name: string, close: readonly string[]) =>
    close.length === 0
      ? `“${name}” isn't a test recipient, a group or a number like 010-1234-5678. For names, type /msg-send help.`
      : `“${name}” isn't a test recipient or a group. Did you mean ${close.join(" or ")}?`,
  nobody: "There is no test recipient yet. Ask an operator to set one up.",
  otherNumber: (name: string) =>
    `“${name}” is set up with another number. Type the name or the number, not both.`,
  numberAmong: "Only test recipients can be combined. Send to any other number on its own.",
  notMine: "No test recipient is your phone. Type a name in place of “me”.",
  whichMine: (names: readonly string[]) =>
    `More than one test phone is yours. Type ${names.join(" or ")} in place of “me”.`,
  many: (limit: number, count: number) => `At most ${limit} recipients at once (now ${count}).`,
  imageToOne:
    "An attached image goes to one recipient. Upload it with /msg-upload first to send it to several.",
  /** `left`: number that the daily limit still allows; `asked`: number that the act needs. */
  overLimit: (left: number, asked: number, of: Counted = "message") =>
    `You can ${enCounted[of].verb} ${left} more today, and this would be ${asked}. ${enCounted[of].nothing}`,
  overLimitSoon: (left: number, asked: number) =>
    left === 0
      ? "Today's limit is used up. You can send again after midnight in the team's time zone."
      : `You can send ${left} more today, and this would be ${asked}.`,
  costs: (count: number) =>
    `This goes to ${enCount(count, "test recipient")}. Sending costs money and can't be undone.`,
  label: "Recipients",
  priceOfAll: (count: number, each: string, all: string) => `${count} × ${each} = ${all}`,
  /** Title of a post about several messages, after a mark and the suite or kind. */
  title: {
    open: (open: number, total: number) => `sending, ${total - open} of ${total} done`,
    done: (total: number) => `${total} accepted, delivery not confirmed`,
    /** In place of more than three counts. */
    attention: (wrong: number, total: number) =>
      `${wrong} of ${total} ${wrong === 1 ? "needs" : "need"} attention`,
  },
  counts: {
    accepted: (count: number) => `${count} accepted`,
    reported: (count: number) => `${count} reported as arrived`,
    arrived: (count: number, asked: number) => `Confirmed by phone owners: ${count} of ${asked}`,
    looksWrong: (count: number) => `${count} ${count === 1 ? "looks" : "look"} wrong`,
    missing: (count: number) => `${count} reported as not arrived`,
    refused: (count: number) => `${count} refused`,
    notSent: (count: number) => `${count} not sent`,
    unknown: (count: number) => `${count} unknown`,
    again: (count: number) => `${count} sent again`,
  },
  /** `{at}`: time of the suite's previous run. */
  worse: (count: number) => `${count} got worse since the run of {at}`,
  moreWrong: (count: number) => `${count} more went wrong; the table shows which.`,
  phone: "Phone",
  told: withMarks(enStates),
  groups: (groups: string) => `Groups: ${groups}.`,
};

const ko: Words<typeof en> = {
  unknown: (name, close) =>
    close.length === 0
      ? `“${name}” 수신자를 찾을 수 없습니다. 테스트 수신자나 그룹 이름(/msg-send help에서 확인), 전화번호(예: 010-1234-5678)를 입력해 주세요.`
      : `“${name}” 이름의 테스트 수신자나 그룹이 없습니다. 비슷한 이름: ${close.join(", ")}`,
  nobody: "아직 테스트 수신자가 없습니다. 운영자에게 등록을 요청해 주세요.",
  otherNumber: (name) => `여기에 등록된 “${name}” 번호와 다릅니다. 이름과 번호 중 하나만 입력해 주세요.`,
  numberAmong: "여러 명에게 함께 보낼 때는 테스트 수신자만 쓸 수 있습니다. 다른 번호는 따로 보내 주세요.",
  notMine: "내 휴대폰으로 등록된 테스트 수신자가 없습니다. “me” 대신 이름을 입력해 주세요.",
  whichMine: (names) =>
    `내 테스트 휴대폰이 여러 대입니다. “me” 대신 이름을 하나 입력해 주세요: ${names.join(", ")}`,
  many: (limit, count) => `한 번에 최대 ${limit}명입니다(현재 ${count}명).`,
  imageToOne:
    "첨부한 이미지는 한 명에게만 보낼 수 있습니다. 여러 명에게 보내려면 먼저 /msg-upload로 올려 주세요.",
  overLimit: (left, asked, of = "message") => {
    const { count, nothing } = koCounted[of];
    return `오늘 남은 한도는 ${count(left)}인데 이번 요청은 ${count(asked)}입니다. ${nothing}`;
  },
  overLimitSoon: (left, asked) =>
    left === 0
      ? "오늘 한도를 모두 썼습니다. 팀 시간대 기준 자정이 지나면 다시 보낼 수 있습니다."
      : `오늘 남은 한도는 ${left}건이라 이번 ${asked}건은 보낼 수 없습니다.`,
  costs: (count) => `테스트 수신자 ${count}명에게 보냅니다. 보내면 비용이 들고 되돌릴 수 없습니다.`,
  label: "수신자",
  priceOfAll: (count, each, all) => `${count} × ${each} = ${all}`,
  title: {
    open: (open, total) => `보내는 중, ${total}건 중 ${total - open}건 완료`,
    done: (total) => `${total}건 접수됨, 도착 여부 미확인`,
    attention: (wrong, total) => `${total}건 중 ${wrong}건 확인 필요`,
  },
  counts: {
    accepted: (count) => `접수 ${count}건`,
    reported: (count) => `도착 보고 ${count}건`,
    arrived: (count, asked) => `휴대폰 주인이 도착을 확인함: ${asked}건 중 ${count}건`,
    looksWrong: (count) => `문제 ${count}건`,
    missing: (count) => `미도착 보고 ${count}건`,
    refused: (count) => `거부 ${count}건`,
    notSent: (count) => `미발송 ${count}건`,
    unknown: (count) => `결과 미확인 ${count}건`,
    again: (count) => `다시 보냄 ${count}건`,
  },
  worse: (count) => `{at} 발송 때보다 결과가 나빠진 메시지 ${count}건`,
  moreWrong: (count) => `그 밖에 문제가 생긴 메시지 ${count}건은 표에서 확인해 주세요.`,
  phone: "휴대폰",
  told: withMarks(koStates),
  groups: (groups) => `그룹: ${groups}`,
};

export const recipients: Translated<typeof en> = { en, ko };
