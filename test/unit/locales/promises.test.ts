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
    of: ({ outcomes }) => outcomes.title.accepted("SMS"),
    en: "✅ SMS accepted",
    ko: "✅ SMS 접수됨",
  },
  {
    about: "refused",
    of: ({ outcomes }) => outcomes.title.refused("SMS"),
    en: "⛔ SMS refused",
    ko: "⛔ SMS 거부됨",
  },
  {
    about: "not sent",
    of: ({ outcomes }) => outcomes.title.not_sent("SMS"),
    en: "↩️ SMS not sent",
    ko: "↩️ SMS 미발송",
  },
  {
    about: "unknown",
    of: ({ outcomes }) => outcomes.title.unknown("SMS"),
    en: "❓ SMS: outcome unknown",
    ko: "❓ SMS 결과 미확인",
  },
  {
    about: "reported as arrived",
    of: ({ outcomes }) => outcomes.title.arrived("SMS"),
    en: "📬 SMS reported as arrived",
    ko: "📬 SMS 도착(수동 보고)",
  },
  {
    about: "reported as not arrived",
    of: ({ outcomes }) => outcomes.title.did_not_arrive("SMS"),
    en: "❌ SMS reported as not arrived",
    ko: "❌ SMS 미도착(수동 보고)",
  },
  {
    about: "sent again",
    of: ({ outcomes }) => outcomes.title.sent_again("SMS"),
    en: "🔁 SMS sent again",
    ko: "🔁 SMS 다시 보냄",
  },
];

const limits: Promised[] = [
  {
    about: "accepted is not arrived",
    of: ({ outcomes }) => outcomes.notConfirmed,
    en: "Delivery not confirmed",
    ko: "도착 여부 미확인",
  },
  {
    about: "unknown is not failed",
    of: ({ outcomes }) => outcomes.mayBeSent,
    en: "It may have been sent.",
    ko: "발송되었을 수도 있습니다.",
  },
  {
    about: "the risk of sending again",
    of: ({ repeat }) => repeat.risk,
    en: "It may have been sent already. If so, it arrives twice and costs twice.",
    ko: "이미 발송되었을 수 있습니다. 그렇다면 두 번 도착하고 비용도 두 번 듭니다.",
  },
  {
    about: "the cost of an unlisted number",
    of: ({ confirm }) => confirm.costs,
    en: "This number is not on the list of test recipients. Sending costs money and cannot be undone.",
    ko: "테스트 수신자 목록에 없는 번호입니다. 보내면 비용이 들고 되돌릴 수 없습니다.",
  },
  {
    about: "accepted after it was sent again",
    of: ({ outcomes }) => outcomes.sentTwice,
    en: "It was sent again too: it may arrive twice and cost twice.",
    ko: "다시 보낸 것도 있어 두 번 도착하고 비용도 두 번 들 수 있습니다.",
  },
  {
    about: "the effect of reporting as arrived",
    of: ({ resolve }) => resolve.confirm.says.arrived,
    en: "This closes it as arrived: it cannot be sent again.",
    ko: "도착한 것으로 마무리되며 다시 보낼 수 없습니다.",
  },
  {
    about: "a report is a person's word",
    of: ({ outcomes }) => outcomes.says.arrived,
    en: " says it arrived.",
    ko: " 님이 도착했다고 알렸습니다.",
  },
  {
    about: "a request that may not be stored yet",
    of: ({ common }) => common.storing,
    en: "It is still being stored. Look in the history before sending it again: what isn't there a minute from now was not sent.",
    ko: "아직 저장하는 중입니다. 다시 보내기 전에 이력을 확인해 주세요. 1분 뒤에도 이력에 없으면 보내지 않은 것입니다.",
  },
  {
    about: "a request that could not be stored",
    of: ({ common }) => common.notStored,
    en: "Your request may not have been stored. Look in the history before sending it again: what isn't there a minute from now was not sent.",
    ko: "요청이 저장되지 않았을 수 있습니다. 다시 보내기 전에 이력을 확인해 주세요. 1분 뒤에도 이력에 없으면 보내지 않은 것입니다.",
  },
  {
    about: "a form that was submitted before, and then changed",
    of: ({ common }) => `${common.submitted("SMS")} ${common.changesNotSent}`,
    en: "Already submitted. SMS. Your later edits were not sent.",
    ko: "이미 제출했습니다. SMS. 그 뒤에 바꾼 내용은 보내지 않았습니다.",
  },
  {
    about: "a post that may be shown twice",
    of: ({ edge }) => edge.repeatedPost,
    en: "You may see this twice: the app was interrupted while posting it.",
    ko: "게시하는 도중 앱이 중단되어 같은 글이 두 번 보일 수 있습니다.",
  },
];

describe.each(["en", "ko"] as const)("a promise in %s", (locale) => {
  const words = wordsOf(locale);

  it.each([...outcomes, ...limits])("is word for word as decided: $about", (promised) => {
    expect(promised.of(words)).toBe(promised[locale]);
  });

  it.each([
    ["the form was used", words.common.gone],
    ["the daily limit is reached", words.issues.overLimit(3)],
  ])("says that nothing was sent when %s", (_, sentence) => {
    expect(sentence).toContain({ en: "Nothing was sent.", ko: "아무것도 보내지 않았습니다." }[locale]);
  });

  it.each([
    ["the store was too slow", words.common.tooSlow],
    ["the store failed", words.common.unsaved],
    ["the app is busy", words.common.busy],
  ])("says that nothing was sent this time when %s", (_, sentence) => {
    const saying = { en: "Nothing was sent this time.", ko: "이번에는 아무것도 보내지 않았습니다." };
    expect(sentence).toContain(saying[locale]);
  });

  it("never calls a request that may still be stored or shown nothing", () => {
    const { mayBeTaken, storing, notStored, submitted } = words.common;
    for (const sentence of [mayBeTaken, storing, notStored, submitted("SMS"), words.edge.modalNotKnown]) {
      expect(sentence).not.toMatch(/nothing/i);
      expect(sentence).not.toContain("아무");
    }
  });

  it.each([
    ["a person from outside", words.edge.outsider],
    ["a person whom Slack did not name", words.edge.notRecognised],
    ["a group whose members are not known", words.edge.groupNotKnown("S1")],
    ["an old button", words.edge.outdated],
    ["a form that did not open", words.edge.modalNotOpened],
  ])("says that nothing was done for %s", (_, sentence) => {
    expect(sentence).toMatch({ en: /nothing was done/i, ko: /아무 작업도 하지 않았습니다/ }[locale]);
  });

  it.each([
    ["accepted after all", words.repeat.not.accepted],
    ["reported as arrived", words.repeat.not.arrived],
    ["still on its way", words.repeat.not.open],
  ])("says that nothing was sent again for a message that is %s", (_, sentence) => {
    const never = { en: /Nothing was sent (again|a second time)\./, ko: /(다시|두 번) 보내지 않았습니다\./ };
    expect(sentence).toMatch(never[locale]);
  });
});
