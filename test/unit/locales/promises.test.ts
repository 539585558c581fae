import { describe, expect, it } from "vitest";
import { type Catalogue, wordsOf } from "../../../src/locales/index.ts";

/*
 * The sentences that people rely on for their money and other people's peace, word for word. All other tests ask for
 * the catalogue's key. Changing a sentence here changes what the app promises: it is a decision, not a better wording.
 */
type Promised = [about: string, of: (words: Catalogue) => string, en: string, ko: string];

const titles = (
  [
    ["accepted", "✅ SMS accepted", "✅ SMS 접수됨"],
    ["refused", "⛔ SMS refused", "⛔ SMS 거부됨"],
    ["not_sent", "↩️ SMS not sent", "↩️ SMS 미발송"],
    ["unknown", "❓ SMS: outcome unknown", "❓ SMS 결과 미확인"],
    ["arrived", "📬 SMS reported as arrived", "📬 SMS 도착 보고됨"],
    ["did_not_arrive", "❌ SMS reported as not arrived", "❌ SMS 미도착 보고됨"],
    ["sent_again", "🔁 SMS sent again", "🔁 SMS 다시 보냄"],
  ] as const
).map(
  ([state, en, ko]): Promised => [
    `the title of ${state}`,
    (words) => words.outcomes.title[state]("SMS"),
    en,
    ko,
  ],
);

const limits: Promised[] = [
  [
    "accepted is not arrived",
    ({ outcomes }) => outcomes.notConfirmed,
    "Delivery not confirmed",
    "도착 여부 미확인",
  ],
  [
    "unknown is not failed",
    ({ outcomes }) => outcomes.mayBeSent,
    "It may have been sent.",
    "발송되었을 수도 있습니다.",
  ],
  [
    "the risk of sending again",
    ({ repeat }) => repeat.risk,
    "It may have been sent already. If so, it arrives twice and costs twice.",
    "이미 발송되었을 수 있습니다. 그렇다면 두 번 도착하고 비용도 두 번 듭니다.",
  ],
  [
    "the cost of an unlisted number",
    ({ confirm }) => confirm.costs,
    "This number is not on the list of test recipients. Sending costs money and can't be undone.",
    "테스트 수신자 목록에 없는 번호입니다. 보내면 비용이 들고 되돌릴 수 없습니다.",
  ],
  [
    "accepted after it was sent again",
    ({ outcomes }) => outcomes.sentTwice,
    "It was sent again too: it may arrive twice and cost twice.",
    "다시 보낸 것도 있어 두 번 도착하고 비용도 두 번 들 수 있습니다.",
  ],
  [
    "the effect of reporting as arrived",
    ({ resolve }) => resolve.confirm.says.arrived,
    "This closes it as arrived: it can't be sent again.",
    "도착한 것으로 마무리되며 다시 보낼 수 없습니다.",
  ],
  [
    "a report is a person's word",
    ({ outcomes }) => outcomes.says.arrived,
    " says it arrived.",
    " 님이 도착했다고 알렸습니다.",
  ],
  [
    "a request that may not be stored yet",
    ({ common }) => common.storing,
    "It is still being stored. Look in the history before sending it again: what isn't there a minute from now was not sent.",
    "요청을 아직 저장하는 중입니다. 다시 보내기 전에 이력을 확인해 주세요. 1분 뒤에도 이력에 없으면 보내지 않은 것입니다.",
  ],
  [
    "a request that could not be stored",
    ({ common }) => common.notStored,
    "Your request may not have been stored. Look in the history before sending it again: what isn't there a minute from now was not sent.",
    "요청이 저장되지 않았을 수 있습니다. 다시 보내기 전에 이력을 확인해 주세요. 1분 뒤에도 이력에 없으면 보내지 않은 것입니다.",
  ],
  [
    "a form that was submitted before, and then changed",
    ({ common }) => `${common.submitted("SMS")} ${common.changesNotSent}`,
    "Already submitted. SMS. Your later edits were not sent.",
    "이미 제출했습니다. SMS. 그 뒤에 바꾼 내용은 보내지 않았습니다.",
  ],
  [
    "a post that may be shown twice",
    ({ edge }) => edge.repeatedPost,
    "You may see this twice: the app was interrupted while posting it.",
    "게시하는 도중 앱이 중단되어 같은 글이 두 번 보일 수 있습니다.",
  ],
];

describe.each(["en", "ko"] as const)("a sentence that people rely on, in %s,", (locale) => {
  const words = wordsOf(locale);

  it.each([...titles, ...limits])("is word for word as decided: %s", (_, of, english, korean) => {
    expect(of(words)).toBe({ en: english, ko: korean }[locale]);
  });

  const nothing = { en: /Nothing was sent\./, ko: /아무것도 보내지 않았습니다\./ };
  const thisTime = { en: /Nothing was sent this time\./, ko: /이번에는 아무것도 보내지 않았습니다\./ };
  const again = { en: /Nothing was sent (again|a second time)\./, ko: /(다시|두 번) 보내지 않았습니다\./ };
  const undone = { en: /nothing was done/i, ko: /아무 작업도 하지 않았습니다/ };
  it.each([
    ["the form was submitted before", words.common.gone, nothing],
    ["the daily limit is reached", words.issues.overLimit(3), nothing],
    ["the store was too slow", words.common.tooSlow, thisTime],
    ["the store failed", words.common.unsaved, thisTime],
    ["the app is busy", words.common.busy, thisTime],
    ["the message is accepted after all", words.repeat.not.accepted, again],
    ["the message is reported as arrived", words.repeat.not.arrived, again],
    ["the message is still being sent", words.repeat.not.open, again],
    ["the person is from outside the workspace", words.edge.outsider, undone],
    ["Slack did not say who the person is", words.edge.notRecognised, undone],
    ["the members of a group are not known", words.edge.groupNotKnown("S1"), undone],
    ["the button is of an older version", words.edge.outdated, undone],
    ["the form did not open", words.edge.modalNotOpened, undone],
  ])("says that nothing was sent or done when %s", (_, sentence, saying) => {
    expect(sentence).toMatch(saying[locale]);
  });

  it("doesn't say “nothing” of a request that may still be stored or shown", () => {
    const { mayBeTaken, storing, notStored, submitted } = words.common;
    for (const sentence of [mayBeTaken, storing, notStored, submitted("SMS"), words.edge.modalNotKnown]) {
      expect(sentence).not.toMatch(/nothing/i);
      expect(sentence).not.toContain("아무");
    }
  });
});
