import { describe, expect, it } from "vitest";
import { type Catalogue, wordsOf } from "../../../src/locales/index.ts";

/*
 * The sentences that people rely on for their money and other people's peace, word for word. All other tests ask for
 * the catalogue's key. Changing a sentence here changes what the app promises: it is a decision, not a better wording.
 */
type Promised = {
  about: string;
  of: (words: Catalogue) => string;
  en: string;
  ko: string;
};

const outcomes: Promised[] = [
  {
    about: "accepted: taken by the platform",
    of: ({ result }) => result.heading.accepted("SMS", "joon"),
    en: "✅ Accepted: SMS to joon",
    ko: "✅ 접수됨: SMS → joon",
  },
  {
    about: "refused",
    of: ({ result }) => result.heading.refused("SMS", "joon"),
    en: "⛔ Refused: SMS to joon",
    ko: "⛔ 거절됨: SMS → joon",
  },
  {
    about: "not sent",
    of: ({ result }) => result.heading.not_sent("SMS", "joon"),
    en: "↩️ Not sent: SMS to joon",
    ko: "↩️ 보내지 않음: SMS → joon",
  },
  {
    about: "unknown",
    of: ({ result }) => result.heading.unknown("SMS", "joon"),
    en: "❓ Unknown outcome: SMS to joon",
    ko: "❓ 결과를 알 수 없음: SMS → joon",
  },
];

const limits: Promised[] = [
  {
    about: "accepted is not arrived",
    of: ({ result }) => result.acceptedMeans,
    en: "The platform took it, to be forwarded to the carrier. Whether it arrives is not known here.",
    ko: "플랫폼이 접수해 통신사로 넘깁니다. 도착했는지는 여기서 알 수 없습니다.",
  },
  {
    about: "an unknown message is never sent again by itself",
    of: ({ result }) => result.unknownMeans,
    en: "It may or may not have been sent. The app will not send it again by itself.",
    ko: "보내졌을 수도, 아닐 수도 있습니다. 앱이 스스로 다시 보내지는 않습니다.",
  },
  {
    about: "what sending it again risks",
    of: ({ repeat }) => repeat.risk,
    en: "It is not known whether this message was sent. If it was, the person gets it twice and it costs twice. That cannot be undone.",
    ko: "이 메시지가 보내졌는지 알 수 없습니다. 이미 보내졌다면 받는 사람은 두 번 받고 비용도 두 번 듭니다. 되돌릴 수 없습니다.",
  },
  {
    about: "what sending to a stranger costs",
    of: ({ confirm }) => confirm.costs,
    en: "This number is not on the list of test recipients. Sending costs money and cannot be undone.",
    ko: "테스트 수신자 목록에 없는 번호입니다. 보내면 비용이 들고 되돌릴 수 없습니다.",
  },
  {
    about: "a report is a person's word",
    of: ({ settle }) => settle.onlyReported,
    en: "A person reported this. The platform itself has not said what became of it.",
    ko: "사람이 알린 내용입니다. 플랫폼은 결과를 말해 주지 않았습니다.",
  },
  {
    about: "a post that may stand there twice says so",
    of: ({ edge }) => edge.repeatedPost,
    en: "You may see this twice: the app was interrupted while posting it.",
    ko: "게시하는 도중 앱이 중단되어 같은 글이 두 번 보일 수 있습니다.",
  },
];

describe.each(["en", "ko"] as const)("a promise in %s", (locale) => {
  const words = wordsOf(locale);

  it.each([...outcomes, ...limits])("$about", (promised) => {
    expect(promised.of(words)).toBe(promised[locale]);
  });

  it.each([
    ["the store was too slow", words.common.tooSlow],
    ["the app is busy", words.common.busy],
    ["the form was used", words.common.gone],
    ["the daily limit is reached", words.issues.overLimit(3)],
    ["Slack never showed the answer", words.common.nothingSent],
  ])("%s: nothing was sent", (_, sentence) => {
    expect(sentence).toContain({ en: "Nothing was sent.", ko: "아무것도 보내지 않았습니다." }[locale]);
  });

  it.each([
    ["a person from outside", words.edge.outsider],
    ["a person whom Slack did not name", words.edge.notRecognised],
    ["a group whose members are not known", words.edge.groupNotKnown("S1")],
    ["an old button", words.edge.outdated],
    ["a form that did not open", words.edge.modalNotOpened],
  ])("%s: nothing was done", (_, sentence) => {
    expect(sentence).toMatch({ en: /nothing was done/i, ko: /아무 일도 하지 않았습니다/ }[locale]);
  });

  it.each([
    ["accepted after all", words.repeat.not.accepted],
    ["reported as arrived", words.repeat.not.arrived],
    ["still on its way", words.repeat.not.open],
  ])("%s: nothing was sent a second time", (_, sentence) => {
    const never = { en: /Nothing was sent (again|a second time)\./, ko: /(다시|두 번) 보내지 않았습니다\./ };
    expect(sentence).toMatch(never[locale]);
  });
});
