import type { Reasons } from "./reasons.ts";
import type { Translated, Words } from "./words.ts";

/*
 * The platform's codes of a message, by its public record: 1xxx while it is taken, 2xxx in the platform, 3xxx at the
 * carrier or the messenger.
 */

const ask = "Ask an operator.";
const tryLater = "Try again in a few minutes.";
const anotherNumber = "Use another number.";

const en = {
  "1010": { says: "A required value is missing.", remedy: "Fill it in and send again." },
  "1011": { says: "A value has the wrong form.", remedy: "Correct it and send again." },
  "1013": { says: "An SMS cannot have a title.", remedy: "Remove the title, or send an LMS." },
  "1014": { says: "The title is too long.", remedy: "Keep it to 40 bytes." },
  "1020": { says: "The platform does not know this account.", remedy: ask },
  "1021": { says: "The platform does not have this message.", remedy: ask },
  "1022": { says: "The platform does not have this message's group.", remedy: ask },
  "1024": { says: "The platform had an error while accepting the message.", remedy: tryLater },
  "1025": { says: "The platform does not know this kind of message.", remedy: "Choose another kind." },
  "1026": {
    says: "This recipient is already in the same request.",
    remedy: "Send it once, or allow duplicates.",
  },
  "1027": { says: "The text is not valid UTF-8.", remedy: "Type it again." },
  "1028": { says: "The text has a character that cannot be printed.", remedy: "Type it again." },
  "1029": {
    says: "The text has a character that text messages cannot carry.",
    remedy: "Remove emoji and rare characters.",
  },
  "1030": { says: "The account's balance is too low.", remedy: ask },
  "1031": {
    says: "The text is too long for its kind.",
    remedy: "Shorten it: by the public record an SMS holds 90 bytes, an LMS or MMS 2,000.",
  },
  "1032": { says: "A custom field is too long.", remedy: "Keep keys to 30 characters and values to 100." },
  "1033": { says: "Messenger options do not go with this kind.", remedy: "Choose the messenger kind." },
  "1034": { says: "The platform does not have this image.", remedy: "Upload it again." },
  "1041": {
    says: "The platform does not know this messenger channel.",
    remedy: "Choose it from the list.",
  },
  "1042": { says: "The platform does not know this template.", remedy: "Check the template's ID." },
  "1043": { says: "The text differs from its template.", remedy: "Use the template's own words." },
  "1044": { says: "A button is not valid.", remedy: "Check the buttons." },
  "1045": { says: "A button's link is not valid.", remedy: "Check the buttons' links." },
  "1046": { says: "The template's buttons are missing.", remedy: "Add the template's buttons." },
  "1047": { says: "This template has no buttons.", remedy: "Remove the buttons." },
  "1048": { says: "A button's link is too long.", remedy: "Keep links to 100 characters." },
  "1049": { says: "A button's name is too long.", remedy: "Keep names to 14 characters." },
  "1050": { says: "There are more than 5 buttons.", remedy: "Keep 5 at most." },
  "1051": {
    says: "This image is not registered with the messenger.",
    remedy: "Upload it as a CHAT image.",
  },
  "1052": {
    says: "The buttons are in another order than the template's.",
    remedy: "Put them in its order.",
  },
  "1053": { says: "This kind of message cannot track a delivery.", remedy: "Remove that button." },
  "1058": { says: "There is no route to this number.", remedy: "Check the number and the country." },
  "1060": { says: "This recipient is blocked.", remedy: anotherNumber },
  "1061": { says: "This recipient has opted out.", remedy: anotherNumber },
  "1062": {
    says: "This sender number is not registered.",
    remedy: "Choose a registered one, or ask an operator.",
  },
  "1064": { says: "The regulator has blocked this message.", remedy: ask },
  "2024": { says: "The platform had an error while sending.", remedy: tryLater },
  "2063": { says: "The account is blocked.", remedy: ask },
  "2254": {
    says: "The platform's spam filter stopped this message.",
    remedy: "Change the text, or ask an operator.",
  },
  "3010": {
    says: "The recipient's number has the wrong form.",
    remedy: "Check the number and the country.",
  },
  "3011": { says: "A value has the wrong form for the carrier.", remedy: "Correct it and send again." },
  "3012": { says: "The carrier's server had an error.", remedy: tryLater },
  "3013": { says: "The sender's number has the wrong form.", remedy: "Choose another sender." },
  "3014": { says: "The carrier gave no reason.", remedy: ask },
  "3031": { says: "The carrier could not deliver it.", remedy: "Check the number, or try again later." },
  "3032": { says: "This number does not take this kind of message.", remedy: "Choose another kind." },
  "3040": { says: "The carrier did not reach the phone in time.", remedy: tryLater },
  "3041": { says: "The phone was busy.", remedy: tryLater },
  "3042": { says: "The phone had no signal.", remedy: tryLater },
  "3043": { says: "The phone was switched off.", remedy: tryLater },
  "3044": { says: "The phone's mailbox was full.", remedy: "Ask the recipient to make room." },
  "3045": { says: "The recipient's line is suspended.", remedy: anotherNumber },
  "3046": { says: "The phone had an error.", remedy: tryLater },
  "3047": { says: "The phone refused the message.", remedy: anotherNumber },
  "3049": { says: "This phone cannot take text messages.", remedy: anotherNumber },
  "3050": { says: "Messages to this number are barred.", remedy: anotherNumber },
  "3051": { says: "The carrier removed the message.", remedy: "Send it again, or ask an operator." },
  "3052": { says: "The carrier's queue was full.", remedy: tryLater },
  "3054": { says: "The carrier took it for spam.", remedy: "Change the text, or ask an operator." },
  "3056": { says: "The carrier's network had an error.", remedy: tryLater },
  "3059": {
    says: "The carrier took the sender's number for forged.",
    remedy: "Choose a registered sender.",
  },
  "3060": { says: "The recipient has to prove their age first.", remedy: anotherNumber },
  "3101": { says: "The messenger channel's sender key is not valid.", remedy: ask },
  "3102": { says: "The recipient is not a friend of this channel.", remedy: "Send it as a text message." },
  "3104": { says: "The recipient does not use the messenger.", remedy: "Send it as a text message." },
  "3105": { says: "The messenger does not know this template.", remedy: "Check the template's ID." },
  "3106": { says: "The messenger does not know this channel.", remedy: "Choose it from the list." },
  "3107": {
    says: "The recipient has blocked this channel, or was inactive for 72 hours.",
    remedy: "Send it as a text message.",
  },
  "3108": {
    says: "The messenger takes these from 08:00 to 20:00 only.",
    remedy: "Send it between 08:00 and 20:00.",
  },
} satisfies Reasons;

const koAsk = "운영자에게 문의해 주세요.";
const koLater = "몇 분 뒤 다시 시도해 주세요.";
const koAnother = "다른 번호로 보내 주세요.";

const ko: Words<typeof en> = {
  "1010": { says: "필수 값이 빠졌습니다.", remedy: "값을 넣고 다시 보내 주세요." },
  "1011": { says: "값의 형식이 올바르지 않습니다.", remedy: "고쳐서 다시 보내 주세요." },
  "1013": { says: "SMS에는 제목을 넣을 수 없습니다.", remedy: "제목을 지우거나 LMS로 보내 주세요." },
  "1014": { says: "제목이 너무 깁니다.", remedy: "40바이트 이내로 줄여 주세요." },
  "1020": { says: "플랫폼에 없는 계정입니다.", remedy: koAsk },
  "1021": { says: "플랫폼에 없는 메시지입니다.", remedy: koAsk },
  "1022": { says: "플랫폼에 없는 메시지 그룹입니다.", remedy: koAsk },
  "1024": { says: "메시지를 접수하는 중 플랫폼에 오류가 났습니다.", remedy: koLater },
  "1025": { says: "플랫폼이 모르는 메시지 종류입니다.", remedy: "다른 종류를 골라 주세요." },
  "1026": {
    says: "같은 요청에 수신자가 중복되었습니다.",
    remedy: "한 번만 보내거나 중복을 허용해 주세요.",
  },
  "1027": { says: "내용이 UTF-8이 아닙니다.", remedy: "내용을 다시 입력해 주세요." },
  "1028": { says: "내용에 표시할 수 없는 문자가 있습니다.", remedy: "내용을 다시 입력해 주세요." },
  "1029": {
    says: "내용에 문자 메시지로 보낼 수 없는 문자가 있습니다.",
    remedy: "이모지와 특수 문자를 지워 주세요.",
  },
  "1030": { says: "잔액이 부족합니다.", remedy: koAsk },
  "1031": {
    says: "내용이 너무 깁니다.",
    remedy: "공개 자료 기준으로 SMS는 90바이트, LMS·MMS는 2,000바이트까지입니다.",
  },
  "1032": { says: "사용자 정의 필드가 너무 깁니다.", remedy: "키는 30자, 값은 100자 이내로 줄여 주세요." },
  "1033": { says: "이 종류에는 메신저 옵션을 쓸 수 없습니다.", remedy: "종류를 메신저로 골라 주세요." },
  "1034": { says: "플랫폼에 없는 이미지입니다.", remedy: "이미지를 다시 올려 주세요." },
  "1041": { says: "플랫폼에 없는 메신저 채널입니다.", remedy: "목록에서 골라 주세요." },
  "1042": { says: "플랫폼에 없는 템플릿입니다.", remedy: "템플릿 ID를 확인해 주세요." },
  "1043": { says: "내용이 템플릿과 다릅니다.", remedy: "템플릿 문구를 그대로 써 주세요." },
  "1044": { says: "버튼이 올바르지 않습니다.", remedy: "버튼을 확인해 주세요." },
  "1045": { says: "버튼 링크가 올바르지 않습니다.", remedy: "링크를 확인해 주세요." },
  "1046": { says: "템플릿의 버튼이 빠졌습니다.", remedy: "템플릿과 같은 버튼을 넣어 주세요." },
  "1047": { says: "버튼이 없는 템플릿입니다.", remedy: "버튼을 지워 주세요." },
  "1048": { says: "버튼 링크가 너무 깁니다.", remedy: "100자 이내로 줄여 주세요." },
  "1049": { says: "버튼 이름이 너무 깁니다.", remedy: "14자 이내로 줄여 주세요." },
  "1050": { says: "버튼이 5개를 넘습니다.", remedy: "5개까지만 넣어 주세요." },
  "1051": { says: "메신저에 등록되지 않은 이미지입니다.", remedy: "CHAT 이미지로 올려 주세요." },
  "1052": { says: "버튼 순서가 템플릿과 다릅니다.", remedy: "템플릿 순서대로 넣어 주세요." },
  "1053": { says: "이 종류에는 배송 조회 버튼을 넣을 수 없습니다.", remedy: "그 버튼을 지워 주세요." },
  "1058": { says: "이 번호로 보낼 경로가 없습니다.", remedy: "번호와 국가를 확인해 주세요." },
  "1060": { says: "차단된 수신자입니다.", remedy: koAnother },
  "1061": { says: "수신을 거부한 번호입니다.", remedy: koAnother },
  "1062": {
    says: "등록되지 않은 발신번호입니다.",
    remedy: "등록된 번호를 고르거나 운영자에게 문의해 주세요.",
  },
  "1064": { says: "규제 기관이 차단한 메시지입니다.", remedy: koAsk },
  "2024": { says: "발송하는 중 플랫폼에 오류가 났습니다.", remedy: koLater },
  "2063": { says: "차단된 계정입니다.", remedy: koAsk },
  "2254": {
    says: "플랫폼의 스팸 필터가 막은 메시지입니다.",
    remedy: "내용을 고치거나 운영자에게 문의해 주세요.",
  },
  "3010": { says: "수신번호 형식이 올바르지 않습니다.", remedy: "번호와 국가를 확인해 주세요." },
  "3011": { says: "통신사가 받지 않는 형식입니다.", remedy: "고쳐서 다시 보내 주세요." },
  "3012": { says: "통신사 서버에 오류가 났습니다.", remedy: koLater },
  "3013": { says: "발신번호 형식이 올바르지 않습니다.", remedy: "다른 발신번호를 골라 주세요." },
  "3014": { says: "통신사가 이유를 알려 주지 않았습니다.", remedy: koAsk },
  "3031": { says: "통신사가 전달하지 못했습니다.", remedy: "번호를 확인하거나 나중에 다시 시도해 주세요." },
  "3032": { says: "이 종류의 메시지를 받지 않는 번호입니다.", remedy: "다른 종류를 골라 주세요." },
  "3040": { says: "통신사가 제시간에 단말기에 전달하지 못했습니다.", remedy: koLater },
  "3041": { says: "단말기가 통화 중이었습니다.", remedy: koLater },
  "3042": { says: "단말기가 음영 지역에 있었습니다.", remedy: koLater },
  "3043": { says: "단말기 전원이 꺼져 있었습니다.", remedy: koLater },
  "3044": {
    says: "단말기의 메시지함이 가득 찼습니다.",
    remedy: "수신자에게 메시지함을 비워 달라고 해 주세요.",
  },
  "3045": { says: "정지된 번호입니다.", remedy: koAnother },
  "3046": { says: "단말기에 문제가 있었습니다.", remedy: koLater },
  "3047": { says: "단말기가 수신을 거부했습니다.", remedy: koAnother },
  "3049": { says: "문자 메시지를 받을 수 없는 단말기입니다.", remedy: koAnother },
  "3050": { says: "착신이 금지된 번호입니다.", remedy: koAnother },
  "3051": { says: "통신사가 메시지를 삭제했습니다.", remedy: "다시 보내거나 운영자에게 문의해 주세요." },
  "3052": { says: "통신사의 대기열이 가득 찼습니다.", remedy: koLater },
  "3054": { says: "통신사가 스팸으로 판단했습니다.", remedy: "내용을 고치거나 운영자에게 문의해 주세요." },
  "3056": { says: "통신사 통신망에 오류가 났습니다.", remedy: koLater },
  "3059": { says: "통신사가 변작된 발신번호로 판단했습니다.", remedy: "등록된 발신번호를 골라 주세요." },
  "3060": { says: "수신자의 성인 인증이 필요합니다.", remedy: koAnother },
  "3101": { says: "메신저 채널의 발신 키가 올바르지 않습니다.", remedy: koAsk },
  "3102": { says: "수신자가 이 채널의 친구가 아닙니다.", remedy: "문자 메시지로 보내 주세요." },
  "3104": { says: "수신자가 메신저를 쓰지 않습니다.", remedy: "문자 메시지로 보내 주세요." },
  "3105": { says: "메신저에 등록되지 않은 템플릿입니다.", remedy: "템플릿 ID를 확인해 주세요." },
  "3106": { says: "메신저에 없는 채널입니다.", remedy: "목록에서 골라 주세요." },
  "3107": {
    says: "수신자가 이 채널을 차단했거나 72시간 동안 사용하지 않았습니다.",
    remedy: "문자 메시지로 보내 주세요.",
  },
  "3108": { says: "메신저는 8시부터 20시까지만 받습니다.", remedy: "그 시간에 보내 주세요." },
};

/** Codes of the same cause, found at another stage. */
const sameAs: Readonly<Record<string, string>> = {
  "1023": "1034",
  "2011": "1011",
  "2060": "1060",
  "2061": "1061",
  "2062": "1062",
  "2064": "1064",
  "2230": "1030",
  "3024": "3012",
  "3048": "3014",
  "3055": "3054",
  "3057": "3056",
  "3058": "1058",
  "3103": "1043",
};

function withSame(reasons: Reasons): Reasons {
  const same = Object.entries(sameAs).flatMap(([code, cause]) => {
    const reason = reasons[cause];
    return reason === undefined ? [] : [[code, reason] as const];
  });
  return { ...reasons, ...Object.fromEntries(same) };
}

export const messageReasons: Translated<Reasons> = { en: withSame(en), ko: withSame(ko) };
