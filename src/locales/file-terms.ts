import type { FormWords } from "./forms.ts";
import type { OutcomeWords } from "./outcomes.ts";
import type { Reasons } from "./reasons.ts";
import type { RepeatWords, SettleWords } from "./settle.ts";
import type { Translated, Words } from "./words.ts";

type Terms = {
  outcomes: Pick<
    OutcomeWords,
    "notConfirmed" | "mayBeSent" | "ask" | "sentTwice" | "says" | "sentAgain" | "noLonger"
  > & { title: Omit<OutcomeWords["title"], "looks_wrong"> };
  settle: Pick<SettleWords, "buttons" | "confirm" | "notYours">;
  common: Pick<FormWords, "busy" | "tooSlow" | "gone" | "storing" | "changesNotSent">;
  repeat: Pick<RepeatWords, "already" | "not" | "unsettled">;
  /** By the platform's code, where it means something else here. */
  reasons: Reasons;
};
type FileTerms = Record<"upload" | "delete", Terms>;

/** What is said of files in the place of what is said of messages. */
const en = {
  upload: {
    outcomes: {
      title: {
        accepted: () => "✅ Uploaded",
        refused: () => "⛔ Upload refused",
        not_sent: () => "↩️ Not uploaded",
        unknown: () => "❓ Upload: outcome unknown",
        arrived: () => "📬 Reported as uploaded",
        did_not_arrive: () => "📭 Reported as not uploaded",
        sent_again: () => "🔁 Uploaded again",
        edited: () => "✏️ Upload tried again",
        under_way: () => "⏳ Uploading",
      },
      notConfirmed: "",
      mayBeSent: "It may have been uploaded.",
      ask: "Is it on the platform?",
      sentTwice: "It was uploaded again too: it may be there twice.",
      says: {
        arrived: " says that it is on the platform.",
        did_not_arrive: " says that it is not on the platform.",
      },
      sentAgain: {
        accepted: " uploaded it again: accepted.",
        refused: " uploaded it again: refused.",
        not_sent: " tried to upload it again: not uploaded.",
        unknown: " uploaded it again: outcome unknown.",
      },
      noLonger: "This upload is no longer stored. Start with /msg-upload.",
    },
    common: {
      busy: "The app is busy. Nothing was uploaded this time. Please try again in a minute.",
      tooSlow: "The app did not answer in time. Nothing was uploaded this time. Please try again.",
      gone: "This form is too old or was already used. Nothing was uploaded. Please start again.",
      storing:
        "This is still being stored. Look in the history before uploading again: what isn't there a minute from now was not uploaded.",
      changesNotSent: "What was changed since was not uploaded.",
    },
    repeat: {
      already: "Already tried again",
      not: {
        accepted: "The platform has accepted it meanwhile. Nothing was uploaded again.",
        ended: "The platform has answered: it was not accepted. Use the button on its result.",
        arrived: "It was reported as uploaded. Nothing was uploaded again.",
        open: "It is still being uploaded. Nothing was uploaded again.",
      },
      unsettled: "It may have been uploaded. Say first whether it is on the platform.",
    },
    // Its button is the remedy.
    reasons: { FileTooBig: { says: "The image is too large for its type." } },
    settle: {
      buttons: { arrived: "It is there", did_not_arrive: "It is not there" },
      confirm: {
        title: "Are you sure?",
        says: {
          arrived: "It is then closed as uploaded. The list of files does not have it.",
          did_not_arrive: "It can then be uploaded again.",
        },
        yes: "Yes",
        no: "Not yet",
      },
      notYours: "Only the person who uploaded it, or an operator, can say whether it is there.",
    },
  },
  delete: {
    outcomes: {
      title: {
        accepted: () => "✅ Deleted",
        refused: () => "⛔ Deletion refused",
        not_sent: () => "↩️ Not deleted",
        unknown: () => "❓ Deletion: outcome unknown",
        arrived: () => "📬 Reported as deleted",
        did_not_arrive: () => "📭 Reported as not deleted",
        sent_again: () => "🔁 Deleted again",
        edited: () => "✏️ Deletion tried again",
        under_way: () => "⏳ Deleting",
      },
      notConfirmed: "",
      mayBeSent: "It may have been deleted.",
      ask: "Is it gone? Deleting it again does no harm.",
      sentTwice: "",
      says: { arrived: " says that it is gone.", did_not_arrive: " says that it is still there." },
      sentAgain: {
        accepted: " deleted it again: it is gone.",
        refused: " tried to delete it again: refused.",
        not_sent: " tried to delete it again: not deleted.",
        unknown: " deleted it again: outcome unknown.",
      },
      noLonger: "This deletion is no longer stored. Start with /msg-files.",
    },
    common: {
      busy: "The app is busy. Nothing was deleted this time. Please try again in a minute.",
      tooSlow: "The app did not answer in time. Nothing was deleted this time. Please try again.",
      gone: "This form is too old or was already used. Nothing was deleted. Please start again.",
      storing:
        "This is still being stored. Look in the history before deleting again: what isn't there a minute from now was not deleted.",
      changesNotSent: "What was changed since was not deleted.",
    },
    repeat: {
      already: "Already tried again",
      not: {
        accepted: "It was already deleted. Nothing was done.",
        ended: "The platform has answered: it was not deleted. Use the button on its result.",
        arrived: "It was reported as gone. Nothing was done.",
        open: "It is still being deleted. Nothing was done.",
      },
      unsettled: "It may have been deleted. Say first whether it is gone.",
    },
    reasons: {
      ResourceNotFound: { says: "The platform does not have this file. It was deleted before." },
    },
    settle: {
      buttons: { arrived: "It is gone", did_not_arrive: "It is still there" },
      confirm: {
        title: "Are you sure?",
        says: { arrived: "It is then closed as deleted.", did_not_arrive: "It can still be deleted again." },
        yes: "Yes",
        no: "Not yet",
      },
      notYours: "Only the person who deleted it, or an operator, can say whether it is gone.",
    },
  },
} satisfies FileTerms;

const ko: Words<typeof en> = {
  upload: {
    outcomes: {
      title: {
        accepted: () => "✅ 업로드됨",
        refused: () => "⛔ 업로드 거부됨",
        not_sent: () => "↩️ 업로드하지 않음",
        unknown: () => "❓ 업로드 결과 확인 안 됨",
        arrived: () => "📬 업로드됨(사람이 알림)",
        did_not_arrive: () => "📭 업로드되지 않음(사람이 알림)",
        sent_again: () => "🔁 다시 업로드함",
        edited: () => "✏️ 업로드 다시 시도함",
        under_way: () => "⏳ 업로드 중",
      },
      notConfirmed: "",
      mayBeSent: "업로드되었을 수도 있습니다.",
      ask: "플랫폼에 있나요?",
      sentTwice: "다시 올린 것도 있어 두 개가 있을 수 있습니다.",
      says: {
        arrived: " 님이 플랫폼에 있다고 알렸습니다.",
        did_not_arrive: " 님이 플랫폼에 없다고 알렸습니다.",
      },
      sentAgain: {
        accepted: " 님이 다시 올렸습니다: 접수됨.",
        refused: " 님이 다시 올렸습니다: 거부됨.",
        not_sent: " 님이 다시 올리려 했으나 올리지 못했습니다.",
        unknown: " 님이 다시 올렸습니다: 결과 확인 안 됨.",
      },
      noLonger: "더 이상 저장되어 있지 않은 업로드입니다. /msg-upload로 시작해 주세요.",
    },
    common: {
      busy: "지금은 앱에 요청이 많습니다. 이번에는 아무것도 올리지 않았습니다. 잠시 후 다시 시도해 주세요.",
      tooSlow: "앱이 제때 응답하지 못했습니다. 이번에는 아무것도 올리지 않았습니다. 다시 시도해 주세요.",
      gone: "너무 오래되었거나 이미 사용한 양식입니다. 아무것도 올리지 않았습니다. 처음부터 다시 해 주세요.",
      storing:
        "아직 저장하는 중입니다. 다시 올리기 전에 이력을 확인해 주세요. 1분 뒤에도 이력에 없으면 올리지 않은 것입니다.",
      changesNotSent: "그 뒤에 바꾼 내용은 올리지 않았습니다.",
    },
    repeat: {
      already: "이미 다시 시도했습니다",
      not: {
        accepted: "그사이 플랫폼이 접수했습니다. 다시 올리지 않았습니다.",
        ended: "플랫폼이 응답했습니다: 접수되지 않았습니다. 결과의 버튼을 사용해 주세요.",
        arrived: "이미 플랫폼에 있다고 알린 파일입니다. 다시 올리지 않았습니다.",
        open: "아직 올리는 중입니다. 다시 올리지 않았습니다.",
      },
      unsettled: "업로드되었을 수도 있습니다. 플랫폼에 있는지 먼저 알려 주세요.",
    },
    reasons: { FileTooBig: { says: "이 종류로 올리기에는 이미지가 너무 큽니다." } },
    settle: {
      buttons: { arrived: "있음", did_not_arrive: "없음" },
      confirm: {
        title: "맞나요?",
        says: {
          arrived: "업로드된 것으로 마무리됩니다. 파일 목록에는 나오지 않습니다.",
          did_not_arrive: "다시 올릴 수 있게 됩니다.",
        },
        yes: "네",
        no: "아직요",
      },
      notYours: "플랫폼에 있는지는 올린 사람이나 운영자만 알릴 수 있습니다.",
    },
  },
  delete: {
    outcomes: {
      title: {
        accepted: () => "✅ 삭제됨",
        refused: () => "⛔ 삭제 거부됨",
        not_sent: () => "↩️ 삭제하지 않음",
        unknown: () => "❓ 삭제 결과 확인 안 됨",
        arrived: () => "📬 삭제됨(사람이 알림)",
        did_not_arrive: () => "📭 삭제되지 않음(사람이 알림)",
        sent_again: () => "🔁 다시 삭제함",
        edited: () => "✏️ 삭제 다시 시도함",
        under_way: () => "⏳ 삭제 중",
      },
      notConfirmed: "",
      mayBeSent: "삭제되었을 수도 있습니다.",
      ask: "없어졌나요? 다시 삭제해도 괜찮습니다.",
      sentTwice: "",
      says: { arrived: " 님이 없어졌다고 알렸습니다.", did_not_arrive: " 님이 아직 있다고 알렸습니다." },
      sentAgain: {
        accepted: " 님이 다시 삭제했습니다: 없어짐.",
        refused: " 님이 다시 삭제하려 했으나 거부되었습니다.",
        not_sent: " 님이 다시 삭제하려 했으나 삭제하지 못했습니다.",
        unknown: " 님이 다시 삭제했습니다: 결과 확인 안 됨.",
      },
      noLonger: "더 이상 저장되어 있지 않은 삭제입니다. /msg-files로 시작해 주세요.",
    },
    common: {
      busy: "지금은 앱에 요청이 많습니다. 이번에는 아무것도 삭제하지 않았습니다. 잠시 후 다시 시도해 주세요.",
      tooSlow: "앱이 제때 응답하지 못했습니다. 이번에는 아무것도 삭제하지 않았습니다. 다시 시도해 주세요.",
      gone: "너무 오래되었거나 이미 사용한 양식입니다. 아무것도 삭제하지 않았습니다. 처음부터 다시 해 주세요.",
      storing:
        "아직 저장하는 중입니다. 다시 삭제하기 전에 이력을 확인해 주세요. 1분 뒤에도 이력에 없으면 삭제하지 않은 것입니다.",
      changesNotSent: "그 뒤에 바꾼 내용은 삭제하지 않았습니다.",
    },
    repeat: {
      already: "이미 다시 시도했습니다",
      not: {
        accepted: "이미 삭제되었습니다. 아무 작업도 하지 않았습니다.",
        ended: "플랫폼이 응답했습니다: 삭제되지 않았습니다. 결과의 버튼을 사용해 주세요.",
        arrived: "이미 없어졌다고 알린 파일입니다. 아무 작업도 하지 않았습니다.",
        open: "아직 삭제하는 중입니다. 아무 작업도 하지 않았습니다.",
      },
      unsettled: "삭제되었을 수도 있습니다. 없어졌는지 먼저 알려 주세요.",
    },
    reasons: {
      ResourceNotFound: { says: "플랫폼에 없는 파일입니다. 이미 삭제되었습니다." },
    },
    settle: {
      buttons: { arrived: "없어짐", did_not_arrive: "아직 있음" },
      confirm: {
        title: "맞나요?",
        says: { arrived: "삭제된 것으로 마무리됩니다.", did_not_arrive: "다시 삭제할 수 있습니다." },
        yes: "네",
        no: "아직요",
      },
      notYours: "없어졌는지는 삭제한 사람이나 운영자만 알릴 수 있습니다.",
    },
  },
};

export const fileTerms: Translated<FileTerms> = { en, ko };
