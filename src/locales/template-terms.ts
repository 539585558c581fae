import type { OutcomeWords } from "./outcomes.ts";
import type { RepeatWords, SettleWords } from "./settle.ts";
import type { Translated, Words } from "./words.ts";

type Terms = {
  outcomes: Pick<OutcomeWords, "notConfirmed" | "mayBeSent" | "ask" | "says" | "noLonger"> &
    Partial<Pick<OutcomeWords, "resultIn">> & { title: Omit<OutcomeWords["title"], "looks_wrong"> };
  settle: Pick<SettleWords, "buttons" | "confirm" | "notYours">;
  repeat: Partial<Pick<RepeatWords, "unsettled">>;
};
type TemplateTerms = Record<"update" | "comment", Terms>;

/** What is said of updates of templates and of comments to the vendor in the place of what is said of messages. */
const en = {
  update: {
    outcomes: {
      title: {
        accepted: () => "✅ Template update accepted",
        refused: () => "⛔ Template update refused",
        not_sent: () => "↩️ Template update not sent",
        unknown: () => "❓ Template update: outcome unknown",
        arrived: () => "📬 Template update took effect",
        did_not_arrive: () => "📭 Template update had no effect",
        sent_again: () => "🔁 Template update sent again",
        edited: () => "✏️ Template update sent again",
        under_way: () => "⏳ Template update on its way",
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
        title: "Are you sure?",
        says: {
          arrived: "The proposal is then closed as carried out.",
          did_not_arrive: "The proposal is then open again.",
        },
        yes: "Yes",
        no: "Not yet",
      },
      notYours: "Only the person who approved it last, or an operator, can say whether it was changed.",
    },
    repeat: {},
  },
  comment: {
    outcomes: {
      title: {
        accepted: () => "✅ Comment to the vendor accepted",
        refused: () => "⛔ Comment to the vendor refused",
        not_sent: () => "↩️ Comment to the vendor not sent",
        unknown: () => "❓ Comment to the vendor: outcome unknown",
        arrived: () => "📬 Comment to the vendor is there",
        did_not_arrive: () => "📭 Comment to the vendor is not there",
        sent_again: () => "🔁 Comment to the vendor sent again",
        edited: () => "✏️ Comment to the vendor sent again",
        under_way: () => "⏳ Comment to the vendor on its way",
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
      buttons: { arrived: "It is there", did_not_arrive: "It is not there" },
      confirm: {
        title: "Are you sure?",
        says: {
          arrived: "It is then closed as being there.",
          did_not_arrive: "It can then be written again.",
        },
        yes: "Yes",
        no: "Not yet",
      },
      notYours: "Only the person who wrote it, or an operator, can say whether it is there.",
    },
    repeat: { unsettled: "The vendor's side may have it. Say first whether it is there." },
  },
} satisfies TemplateTerms;

const ko: Words<typeof en> = {
  update: {
    outcomes: {
      title: {
        accepted: () => "✅ 템플릿 수정 접수됨",
        refused: () => "⛔ 템플릿 수정 거부됨",
        not_sent: () => "↩️ 템플릿 수정 보내지 않음",
        unknown: () => "❓ 템플릿 수정 결과 확인 안 됨",
        arrived: () => "📬 템플릿 수정 반영됨",
        did_not_arrive: () => "📭 템플릿 수정 반영되지 않음",
        sent_again: () => "🔁 템플릿 수정 다시 보냄",
        edited: () => "✏️ 템플릿 수정 다시 보냄",
        under_way: () => "⏳ 템플릿 수정 처리 중",
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
        title: "맞나요?",
        says: {
          arrived: "반영된 제안으로 마무리됩니다.",
          did_not_arrive: "제안이 다시 열립니다.",
        },
        yes: "네",
        no: "아직요",
      },
      notYours: "반영 여부는 마지막으로 승인한 사람이나 운영자만 알릴 수 있습니다.",
    },
    repeat: {},
  },
  comment: {
    outcomes: {
      title: {
        accepted: () => "✅ 벤더 전달 댓글 접수됨",
        refused: () => "⛔ 벤더 전달 댓글 거부됨",
        not_sent: () => "↩️ 벤더 전달 댓글 보내지 않음",
        unknown: () => "❓ 벤더 전달 댓글 결과 확인 안 됨",
        arrived: () => "📬 벤더 전달 댓글 등록됨",
        did_not_arrive: () => "📭 벤더 전달 댓글 등록되지 않음",
        sent_again: () => "🔁 벤더 전달 댓글 다시 보냄",
        edited: () => "✏️ 벤더 전달 댓글 다시 보냄",
        under_way: () => "⏳ 벤더 전달 댓글 처리 중",
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
      buttons: { arrived: "있음", did_not_arrive: "없음" },
      confirm: {
        title: "맞나요?",
        says: {
          arrived: "댓글이 있는 것으로 마무리됩니다.",
          did_not_arrive: "다시 쓸 수 있게 됩니다.",
        },
        yes: "네",
        no: "아직요",
      },
      notYours: "댓글이 있는지는 쓴 사람이나 운영자만 알릴 수 있습니다.",
    },
    repeat: { unsettled: "벤더에 전달되었을 수도 있습니다. 댓글이 있는지 먼저 알려 주세요." },
  },
};

export const templateTerms: Translated<TemplateTerms> = { en, ko };
