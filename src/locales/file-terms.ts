import { enAsking, koAsking } from "./forms.ts";
import { marks } from "./marks.ts";
import { enSettled, koSettled, type outcomes } from "./outcomes.ts";
import type { Reasons } from "./reasons.ts";
import type { Translated, Words } from "./words.ts";

type Title = Omit<(typeof outcomes.en)["title"], "looks_wrong">;

type Report = Record<"arrived" | "did_not_arrive", string>;

/** What one operation on files has of its own; `closed`: what follows from what a person reports. */
type Own = Record<"noun" | "command" | "ask" | "sentTwice", string> & {
  closed: Report;
  reasons: Reasons;
};

/** `is`: as a person says that it was done (`in the console`, `gone`); `isNot`: that it was not. */
type EnglishOwn = Own & Record<"doing" | "done" | "is" | "isNot", string>;

const enTitle = ({ noun, doing, done }: EnglishOwn): Title => ({
  accepted: () => `${marks.accepted} ${capital(done)}`,
  refused: () => `${marks.refused} ${noun} refused`,
  not_sent: () => `${marks.not_sent} Not ${done}`,
  unknown: () => `${marks.unknown} ${noun}: outcome unknown`,
  arrived: () => `${marks.arrived} Reported as ${done}`,
  did_not_arrive: () => `${marks.did_not_arrive} Reported as not ${done}`,
  sent_again: () => `${marks.sent_again} ${capital(done)} again`,
  edited: () => `${marks.edited} ${noun} tried again`,
  under_way: () => `${marks.under_way} ${capital(doing)}`,
});

const enAgain = (done: string) => ({
  accepted: ` ${done} it again: done.`,
  refused: ` ${done} it again: refused.`,
  not_sent: ` tried again: not ${done}.`,
  unknown: ` ${done} it again: outcome unknown.`,
});

const enTerms = (one: EnglishOwn) => ({
  outcomes: {
    title: enTitle(one),
    againAccepted: ": done",
    earlierToo: `It may have been ${one.done} by the earlier try too. The newer one has its own result.`,
    notConfirmed: "",
    mayBeSent: `It may have been ${one.done}.`,
    asked: ` has been asked whether it is ${one.is}.`,
    ask: one.ask,
    sentTwice: one.sentTwice,
    says: { arrived: ` says that it is ${one.is}.`, did_not_arrive: ` says that it is ${one.isNot}.` },
    sentAgain: enAgain(one.done),
    several: {
      title: (left: number, total: number) =>
        `❓ Outcome unknown: ${left} ${one.noun.toLowerCase()}${left === 1 ? "" : "s"}${enSettled(total - left)}`,
      ask: `No clear answer came, so they may have been ${one.done}. Look in the platform's console, then report.`,
      button: `Report what is ${one.is}…`,
      formTitle: `Are they ${one.is}?`,
      formAsk: "Look in the platform's console. Each answer is posted with its result.",
    },
    onlyAuthor: `Only the person who ${one.done} it can do that.`,
    noLonger: `This ${one.noun.toLowerCase()} is no longer stored. Start with ${one.command}.`,
  },
  common: enAsking(one.doing, one.done),
  repeat: {
    already: { before: "Already tried again by ", between: " (", after: "): " },
    not: {
      accepted: `It was already ${one.done}. Nothing was done.`,
      ended: `The platform has answered: it was not ${one.done}. Use the button on its result.`,
      arrived: `It was reported as ${one.done}. Nothing was done.`,
      open: `It is still being ${one.done}. Nothing was done.`,
    },
    unsettled: `It may have been ${one.done}. Say first whether it is ${one.is}.`,
  },
  reasons: one.reasons,
  settle: {
    buttons: { arrived: `It's ${one.is}`, did_not_arrive: `It's ${one.isNot}` },
    confirm: {
      title: { arrived: `Report as ${one.done}?`, did_not_arrive: `Report as not ${one.done}?` },
      says: one.closed,
      yes: { arrived: "Report", did_not_arrive: "Report" },
    },
    notYours: `Only the person who ${one.done} it, or an operator, can say whether it is ${one.is}.`,
  },
});

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

const en = {
  upload: enTerms({
    noun: "Upload",
    doing: "uploading",
    done: "uploaded",
    is: "in the console",
    isNot: "not in the console",
    command: "/msg-upload",
    ask: "Look for it in the platform's console.",
    sentTwice: "It was uploaded again too: it may be there twice.",
    closed: {
      arrived: "This closes it as uploaded. The list of files does not have it.",
      did_not_arrive: "It can then be uploaded again.",
    },
    // Its button is the remedy.
    reasons: { FileTooBig: { says: "The image is too large for its type." } },
  }),
  delete: enTerms({
    noun: "Deletion",
    doing: "deleting",
    done: "deleted",
    is: "gone",
    isNot: "still there",
    command: "/msg-files",
    ask: "Look for it in the platform's console. Deleting it again does no harm.",
    sentTwice: "",
    closed: { arrived: "This closes it as deleted.", did_not_arrive: "It can still be deleted again." },
    reasons: { ResourceNotFound: { says: "The platform does not have this file. It was deleted before." } },
  }),
};

const koTitle = (noun: string): Title => ({
  accepted: () => `${marks.accepted} ${noun}됨`,
  refused: () => `${marks.refused} ${noun} 거부됨`,
  not_sent: () => `${marks.not_sent} ${noun} 안 됨`,
  unknown: () => `${marks.unknown} ${noun}: 결과 확인 안 됨`,
  arrived: () => `${marks.arrived} ${noun}됨(수동 보고)`,
  did_not_arrive: () => `${marks.did_not_arrive} ${noun}되지 않음(수동 보고)`,
  sent_again: () => `${marks.sent_again} 다시 ${noun}함`,
  edited: () => `${marks.edited} ${noun} 다시 시도함`,
  under_way: () => `${marks.under_way} ${noun} 중`,
});

const koAgain = (noun: string) => ({
  accepted: ` 님이 다시 ${noun}했습니다: 완료.`,
  refused: ` 님이 다시 ${noun}하려 했으나 거부되었습니다.`,
  not_sent: ` 님이 다시 ${noun}하려 했으나 하지 못했습니다.`,
  unknown: ` 님이 다시 ${noun}했습니다: 결과 확인 안 됨.`,
});

/** `whether`: what a person is asked to say. */
const koTerms = (
  one: Own & { whether: string; question: string; buttons: Report; says: Report },
): Words<ReturnType<typeof enTerms>> => ({
  outcomes: {
    title: koTitle(one.noun),
    againAccepted: ": 완료",
    earlierToo: `앞선 시도에서도 ${one.noun}되었을 수 있습니다. 새 시도의 결과는 따로 올라옵니다.`,
    notConfirmed: "",
    mayBeSent: `${one.noun}되었을 수도 있습니다.`,
    asked: ` 님에게 ${one.whether} 물었습니다.`,
    ask: one.ask,
    sentTwice: one.sentTwice,
    says: one.says,
    sentAgain: koAgain(one.noun),
    several: {
      title: (left, total) => `❓ ${one.noun} ${left}건 결과 확인 안 됨${koSettled(total - left)}`,
      ask: `분명한 응답이 없어 이미 ${one.noun}되었을 수 있습니다. 플랫폼 콘솔에서 확인한 뒤 알려 주세요.`,
      button: `${one.whether} 알리기…`,
      formTitle: one.question,
      formAsk: "플랫폼 콘솔에서 확인해 주세요. 답은 각 결과에 게시됩니다.",
    },
    onlyAuthor: `${one.noun}한 사람만 할 수 있습니다.`,
    noLonger: `더 이상 저장되어 있지 않은 ${one.noun}입니다. ${one.command}에서 시작해 주세요.`,
  },
  common: koAsking(`${one.noun}하`),
  repeat: {
    already: { before: "이미 ", between: " 님이 다시 시도했습니다(", after: "): " },
    not: {
      accepted: `이미 ${one.noun}되었습니다. 아무 작업도 하지 않았습니다.`,
      ended: `플랫폼이 응답했습니다: ${one.noun}되지 않았습니다. 결과의 버튼을 사용해 주세요.`,
      arrived: `이미 ${one.noun}되었다고 알린 파일입니다. 아무 작업도 하지 않았습니다.`,
      open: `아직 ${one.noun}하는 중입니다. 아무 작업도 하지 않았습니다.`,
    },
    unsettled: `${one.noun}되었을 수도 있습니다. ${one.whether} 먼저 알려 주세요.`,
  },
  reasons: one.reasons,
  settle: {
    buttons: one.buttons,
    confirm: {
      title: {
        arrived: `${one.noun}된 것으로 처리할까요?`,
        did_not_arrive: `${one.noun}되지 않은 것으로 처리할까요?`,
      },
      says: one.closed,
      yes: { arrived: `${one.noun}된 것으로 처리`, did_not_arrive: `${one.noun}되지 않은 것으로 처리` },
    },
    notYours: `${one.whether}는 ${one.noun}한 사람이나 운영자만 알릴 수 있습니다.`,
  },
});

const ko: Words<typeof en> = {
  upload: koTerms({
    noun: "업로드",
    whether: "콘솔에 있는지",
    command: "/msg-upload",
    question: "콘솔에 있나요?",
    ask: "플랫폼 콘솔에서 찾아보세요.",
    sentTwice: "다시 업로드한 것도 있어 두 개가 있을 수 있습니다.",
    buttons: { arrived: "콘솔에 있음", did_not_arrive: "콘솔에 없음" },
    says: {
      arrived: " 님이 콘솔에 있다고 알렸습니다.",
      did_not_arrive: " 님이 콘솔에 없다고 알렸습니다.",
    },
    closed: {
      arrived: "업로드된 것으로 마무리됩니다. 파일 목록에는 나오지 않습니다.",
      did_not_arrive: "다시 업로드할 수 있게 됩니다.",
    },
    reasons: { FileTooBig: { says: "이 종류로 올리기에는 이미지가 너무 큽니다." } },
  }),
  delete: koTerms({
    noun: "삭제",
    whether: "없어졌는지",
    command: "/msg-files",
    question: "없어졌나요?",
    ask: "플랫폼 콘솔에서 찾아보세요. 다시 삭제해도 괜찮습니다.",
    sentTwice: "",
    buttons: { arrived: "없어짐", did_not_arrive: "아직 있음" },
    says: { arrived: " 님이 없어졌다고 알렸습니다.", did_not_arrive: " 님이 아직 있다고 알렸습니다." },
    closed: { arrived: "삭제된 것으로 마무리됩니다.", did_not_arrive: "다시 삭제할 수 있습니다." },
    reasons: { ResourceNotFound: { says: "플랫폼에 없는 파일입니다. 이미 삭제되었습니다." } },
  }),
};

/** What is said of files in the place of what is said of messages. */
export const fileTerms: Translated<typeof en> = { en, ko };
