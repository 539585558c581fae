import { marks } from "./marks.ts";
import type { Translated, Words } from "./words.ts";

// What the platform's description asks of the account and its member, said where the platform names that as the cause.
const enAccess = {
  says: "The platform doesn't let this account change templates.",
  remedy:
    "Ask an operator. Needed: a verified, active account with chat:write, and an active member with role-chat:write.",
};

/** What is said of updates of templates and of comments to the vendor in the place of what is said of messages. */
const en = {
  update: {
    outcomes: {
      title: {
        arrived: () => `${marks.arrived} Template update took effect`,
        did_not_arrive: () => `${marks.did_not_arrive} Template update had no effect`,
        edited: () => `${marks.edited} Template update sent again`,
      },
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
        says: {
          arrived: "This closes the proposal as carried out.",
          did_not_arrive: "This opens the proposal again.",
        },
      },
      notYours: "Only the person who approved it last, or an operator, can say whether it was changed.",
    },
    reasons: { Forbidden: enAccess },
  },
  comment: {
    outcomes: {
      title: {
        arrived: () => `${marks.arrived} Comment to the vendor is there`,
        did_not_arrive: () => `${marks.did_not_arrive} Comment to the vendor is not there`,
        edited: () => `${marks.edited} Comment to the vendor sent again`,
      },
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
        says: {
          arrived: "This closes it as being there.",
          did_not_arrive: "It can then be written again.",
        },
      },
      notYours: "Only the person who wrote it, or an operator, can say whether it is there.",
    },
    repeat: { unsettled: "The vendor's side may have it. Say first whether it is there." },
    reasons: { Forbidden: enAccess },
  },
};

const koAccess = {
  says: "이 계정으로는 템플릿을 수정할 수 없습니다.",
  remedy:
    "운영자에게 문의해 주세요. 필요: chat:write 권한이 있는 인증된 활성 계정, role-chat:write 권한이 있는 활성 멤버.",
};

const ko: Words<typeof en> = {
  update: {
    outcomes: {
      title: {
        arrived: () => `${marks.arrived} 템플릿 수정 반영됨`,
        did_not_arrive: () => `${marks.did_not_arrive} 템플릿 수정 반영 안 됨`,
        edited: () => `${marks.edited} 템플릿 수정 다시 보냄`,
      },
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
        says: { arrived: "반영된 제안으로 마무리됩니다.", did_not_arrive: "제안이 다시 열립니다." },
      },
      notYours: "반영 여부는 마지막으로 승인한 사람이나 운영자만 알릴 수 있습니다.",
    },
    reasons: { Forbidden: koAccess },
  },
  comment: {
    outcomes: {
      title: {
        arrived: () => `${marks.arrived} 벤더에 보내는 댓글 등록됨`,
        did_not_arrive: () => `${marks.did_not_arrive} 벤더에 보내는 댓글 등록 안 됨`,
        edited: () => `${marks.edited} 벤더에 보내는 댓글 다시 보냄`,
      },
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
        says: {
          arrived: "댓글이 있는 것으로 마무리됩니다.",
          did_not_arrive: "다시 쓸 수 있게 됩니다.",
        },
      },
      notYours: "댓글이 있는지는 쓴 사람이나 운영자만 알릴 수 있습니다.",
    },
    repeat: { unsettled: "벤더에 전달되었을 수도 있습니다. 댓글이 있는지 먼저 알려 주세요." },
    reasons: { Forbidden: koAccess },
  },
};

export const templateTerms: Translated<typeof en> = { en, ko };
