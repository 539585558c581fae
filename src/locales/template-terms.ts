import { marks } from "./marks.ts";
import { enSettled, koSettled } from "./outcomes.ts";
import type { Translated, Words } from "./words.ts";

// What the platform's description asks of the account and its member, said where the platform names that as the cause.
const enAccess = (doing: string) => ({
  says: `This account isn't allowed to ${doing}.`,
  remedy: "Ask an operator for `chat:write` and `role-chat:write`, then send it again.",
  inFull: "Needed: chat:write (account, active and verified), role-chat:write (member, active).",
});

/** What nobody has to wait for on a phone. */
const enAgain = {
  accepted: " sent it again: accepted.",
  refused: " sent it again: refused.",
  not_sent: " tried to send it again: not sent.",
  unknown: " sent it again: outcome unknown.",
};

const enSeveral = (noun: string, mayBe: string) => ({
  title: (left: number, total: number) =>
    `❓ Outcome unknown: ${left} ${noun}${left === 1 ? "" : "s"}${enSettled(total - left)}`,
  ask: `No clear answer came, so ${mayBe}. Look in the platform's console, then report.`,
  button: "Report what is there…",
  formTitle: "Are they there?",
  formAsk: "Look in the platform's console. Each answer is posted with its result.",
});

/** What is said of updates of templates and of comments to the vendor in the place of what is said of messages. */
const en = {
  update: {
    outcomes: {
      title: {
        arrived: () => `${marks.arrived} Template update took effect`,
        did_not_arrive: () => `${marks.did_not_arrive} Template update had no effect`,
        edited: () => `${marks.edited} Template update sent again`,
      },
      earlierToo: "The earlier one may have taken effect too. The newer one has its own result.",
      sentAgain: enAgain,
      several: enSeveral("template update", "the templates may have been changed"),
      asked: " has been asked whether the change is there.",
      notConfirmed: "",
      mayBeSent: "The template may have been changed.",
      ask: "Does the platform's console show the change?",
      resultIn: "Proposal in",
      noLonger: "This is no longer stored. Start with /msg-template.",
      says: {
        arrived: " says that the template was changed.",
        did_not_arrive: " says that the template was not changed.",
      },
    },
    settle: {
      buttons: { arrived: "It was changed", did_not_arrive: "It was not changed" },
      confirm: {
        title: { arrived: "Report as changed?", did_not_arrive: "Report as not changed?" },
        yes: { arrived: "Report", did_not_arrive: "Report" },
        says: {
          arrived: "This closes the proposal as carried out.",
          did_not_arrive: "This opens the proposal again.",
        },
      },
      notYours: "Only the person who approved it last, or an operator, can say whether it was changed.",
    },
    reasons: { Forbidden: enAccess("change templates") },
  },
  comment: {
    outcomes: {
      title: {
        accepted: (kind: string) => `${marks.accepted} ${kind} accepted`,
        refused: (kind: string) => `${marks.refused} ${kind} refused`,
        arrived: () => `${marks.arrived} Comment to the vendors is there`,
        did_not_arrive: () => `${marks.did_not_arrive} Comment to the vendors is not there`,
        edited: () => `${marks.edited} Comment to the vendors sent again`,
      },
      earlierToo: "The vendors' side may have the earlier one too. The newer one has its own result.",
      sentAgain: enAgain,
      several: enSeveral("comment", "the vendor's side may have them"),
      asked: " has been asked whether it is there.",
      notConfirmed: "",
      mayBeSent: "The vendor's side may have it.",
      ask: "Does the platform's console show it?",
      noLonger: "This comment is no longer stored. Start with /msg-template.",
      says: {
        arrived: " says that the comment is there.",
        did_not_arrive: " says that the comment is not there.",
      },
    },
    settle: {
      buttons: { arrived: "It's there", did_not_arrive: "It's not there" },
      confirm: {
        title: { arrived: "Report that it is there?", did_not_arrive: "Report that it is not there?" },
        yes: { arrived: "Report", did_not_arrive: "Report" },
        says: {
          arrived: "This closes it as being there.",
          did_not_arrive: "It can then be written again.",
        },
      },
      notYours: "Only the person who wrote it, or an operator, can say whether it is there.",
    },
    repeat: { unsettled: "The vendor's side may have it. Say first whether it is there." },
    reasons: { Forbidden: enAccess("comment on templates") },
  },
};

const koAccess = (right: string) => ({
  says: `이 계정에는 ${right} 권한이 없습니다.`,
  remedy: "운영자에게 `chat:write`, `role-chat:write` 권한을 요청한 뒤 다시 보내 주세요.",
  inFull: "필요한 권한: chat:write(인증된 활성 계정), role-chat:write(활성 멤버).",
});

const koAgain = {
  accepted: " 님이 다시 보냈습니다: 접수됨.",
  refused: " 님이 다시 보냈습니다: 거부됨.",
  not_sent: " 님이 다시 보내려 했으나 보내지 못했습니다.",
  unknown: " 님이 다시 보냈습니다: 결과 확인 안 됨.",
};

const koSeveral = (noun: string, mayBe: string): Words<ReturnType<typeof enSeveral>> => ({
  title: (left, total) => `❓ ${noun} ${left}건 결과 확인 안 됨${koSettled(total - left)}`,
  ask: `분명한 응답이 없어 이미 ${mayBe} 수 있습니다. 플랫폼 콘솔에서 확인한 뒤 알려 주세요.`,
  button: "확인한 내용 알리기…",
  formTitle: "플랫폼에 있나요?",
  formAsk: "플랫폼 콘솔에서 확인해 주세요. 답은 각 결과에 게시됩니다.",
});

const ko: Words<typeof en> = {
  update: {
    outcomes: {
      title: {
        arrived: () => `${marks.arrived} 템플릿 수정 반영됨`,
        did_not_arrive: () => `${marks.did_not_arrive} 템플릿 수정 반영 안 됨`,
        edited: () => `${marks.edited} 템플릿 수정 다시 보냄`,
      },
      earlierToo: "앞선 수정도 반영되었을 수 있습니다. 새 시도의 결과는 따로 올라옵니다.",
      sentAgain: koAgain,
      several: koSeveral("템플릿 수정", "반영되었을"),
      asked: " 님에게 반영 여부를 물었습니다.",
      notConfirmed: "",
      mayBeSent: "템플릿이 수정되었을 수도 있습니다.",
      ask: "플랫폼 콘솔에 반영되어 있나요?",
      resultIn: "제안 위치",
      noLonger: "더 이상 저장되어 있지 않습니다. /msg-template으로 시작해 주세요.",
      says: {
        arrived: " 님이 템플릿이 수정되었다고 알렸습니다.",
        did_not_arrive: " 님이 템플릿이 수정되지 않았다고 알렸습니다.",
      },
    },
    settle: {
      buttons: { arrived: "수정됨", did_not_arrive: "수정되지 않음" },
      confirm: {
        title: {
          arrived: "수정된 것으로 처리할까요?",
          did_not_arrive: "수정되지 않은 것으로 처리할까요?",
        },
        yes: { arrived: "수정된 것으로 처리", did_not_arrive: "수정되지 않은 것으로 처리" },
        says: { arrived: "반영된 제안으로 마무리됩니다.", did_not_arrive: "제안이 다시 열립니다." },
      },
      notYours: "반영 여부는 마지막으로 승인한 사람이나 운영자만 알릴 수 있습니다.",
    },
    reasons: { Forbidden: koAccess("템플릿 수정") },
  },
  comment: {
    outcomes: {
      title: {
        accepted: () => `${marks.accepted} 벤더에 보낸 댓글 접수됨`,
        refused: () => `${marks.refused} 벤더에 보낸 댓글 거부됨`,
        arrived: () => `${marks.arrived} 벤더에 남긴 댓글 등록됨`,
        did_not_arrive: () => `${marks.did_not_arrive} 벤더에 남긴 댓글 등록 안 됨`,
        edited: () => `${marks.edited} 벤더에 남긴 댓글 다시 보냄`,
      },
      earlierToo: "앞선 댓글도 전달되었을 수 있습니다. 새 댓글의 결과는 따로 올라옵니다.",
      sentAgain: koAgain,
      several: koSeveral("벤더에 남긴 댓글", "전달되었을"),
      asked: " 님에게 댓글이 있는지 물었습니다.",
      notConfirmed: "",
      mayBeSent: "벤더에 전달되었을 수도 있습니다.",
      ask: "플랫폼 콘솔에 댓글이 있나요?",
      noLonger: "더 이상 저장되어 있지 않은 댓글입니다. /msg-template으로 시작해 주세요.",
      says: {
        arrived: " 님이 댓글이 있다고 알렸습니다.",
        did_not_arrive: " 님이 댓글이 없다고 알렸습니다.",
      },
    },
    settle: {
      buttons: { arrived: "플랫폼에 있음", did_not_arrive: "플랫폼에 없음" },
      confirm: {
        title: {
          arrived: "댓글이 있는 것으로 처리할까요?",
          did_not_arrive: "댓글이 없는 것으로 처리할까요?",
        },
        yes: { arrived: "있는 것으로 처리", did_not_arrive: "없는 것으로 처리" },
        says: {
          arrived: "댓글이 있는 것으로 마무리됩니다.",
          did_not_arrive: "다시 쓸 수 있게 됩니다.",
        },
      },
      notYours: "댓글이 있는지는 쓴 사람이나 운영자만 알릴 수 있습니다.",
    },
    repeat: { unsettled: "벤더에 전달되었을 수도 있습니다. 댓글이 있는지 먼저 알려 주세요." },
    reasons: { Forbidden: koAccess("템플릿 댓글") },
  },
};

export const templateTerms: Translated<typeof en> = { en, ko };
