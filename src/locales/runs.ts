import { enCount } from "./format.ts";
import type { Translated, Words } from "./words.ts";

const [enSave, koSave] = ["Save message", "메시지 저장"];

/** Saved messages, suites of them, and runs of a suite. */
const en = {
  /** Title; at most 24 characters, like each form's title. */
  title: "Test messages",
  guide: {
    purpose: "runs suites of saved messages.",
    list: "shows saved messages and suites: run, edit, add.",
    words: "<suite> [names]",
    run: "shows what the suite sends and to whom, before it does. Add names to send to these test recipients only.",
    save: "“Save message…” in the form of /msg-send saves a message.",
    again: "“Send again…” on the result repeats what failed; “Details” repeats all of it if nothing failed.",
  },
  kinds: { suite: "Suites", message: "Saved messages" },
  noSuites: "No suites yet. A suite is up to 10 saved messages for up to 20 test recipients.",
  noMessages: "No saved messages yet. Write one, then press “Save message…” in its form.",
  counts: (messages: number, names: readonly string[]) =>
    `${enCount(messages, "message")} to ${names.length === 1 ? "" : "each of "}${names.join(", ")}`,
  by: "by",
  run: "Run…",
  edit: "Edit",
  use: "Use in a message",
  write: "Write a message",
  remove: {
    button: "Delete…",
    title: "Delete it?",
    yes: "Delete",
    says: (name: string) => `“${name}” is deleted for everybody. This can't be undone.`,
  },
  newSuite: "New suite",
  done: "Close",
  removed: (name: string) => `“${name}” is deleted.`,
  save: {
    button: `${enSave}…`,
    title: enSave,
    name: "Name",
    hint: "2–40 characters. Others see it, so don't repeat the text. A name you used before replaces that message.",
    note: "Anyone who can send can read this message and send it to test recipients. The recipient isn't saved.",
    submit: "Save",
    saved: (name: string) => `“${name}” is saved. /msg-test lists it.`,
    moreFields: "The form has more fields now. Fill in what is missing, then save it.",
    noAttached: "An attached image can't be saved. Upload it with /msg-upload, then choose it here.",
  },
  suite: {
    title: { new: "New suite", change: "Edit suite" },
    add: { message: "Add a message", recipient: "Add a recipient" },
    nameHint: "One word, as in /msg-test release.",
    messages: "Messages",
    messagesHint: "Up to 10, sent in this order.",
    recipients: "Test recipients",
    recipientsHint: "Up to 20. Each gets every message; at most 100 messages in all.",
  },
  naming: {
    length: "2 to 40 characters.",
    digits: "Fewer than 7 digits: results show the name in conversations.",
    several_words: "One word that begins with a letter: letters, digits, dots, dashes and underscores.",
    command_word: "This word means something else behind a command. Choose another one.",
    repeats_text: "The name repeats the message. Results show it in conversations, so choose another one.",
  },
  taken: "This name is taken. Choose another one.",
  full: "There is no room for another one. Delete one that nobody needs.",
  changed: "Somebody changed it meanwhile. Close this and open it again.",
  notYours: "Only the person who made it, or an operator, can do that.",
  gone: "It is deleted by now.",
  unknownSuite: (name: string) => `There is no suite “${name}”. /msg-test lists them.`,
  nothingToSend: "None of its messages can be sent. Edit the suite first.",
  many: (count: number, limit: number) => `This would be ${count} messages; a run has at most ${limit}.`,
  confirm: {
    title: "Send this suite?",
    submit: (count: number) => `Send ${enCount(count, "message")}`,
    costs: (count: number, phones: number) =>
      `${enCount(count, "message")} to ${enCount(phones, "recipient")}. Sending costs money and can't be undone.`,
    price: "Usual total price",
    priceOf: (price: string, unknown: number) =>
      unknown === 0 ? price : `${price}, and ${unknown} of which no price is known`,
    /** Follows the price. */
    upTo: (most: string) => `; up to ${most} if they fall back to text messages`,
    orMore: "; or another price where they fall back to text messages",
    leftOut: (name: string, why: string) => `“${name}” is not sent: ${why}`,
    deleted: "A message of this suite was deleted and is not sent.",
    unreadable: "This version of the app can't send it.",
    /** Followed by a warning about the message. */
    warns: (name: string) => `“${name}”: `,
    /** Follows the name of a suite or message. */
    changedBy: " · ⚠️ changed by {by} since your last run",
    tooLarge: "Slack can't show all that this would send, so nothing was sent. Run fewer messages at once.",
    retired: (name: string) => `“${name}” gets nothing: it is no test recipient any more.`,
    changed: "What it would send has changed since this was shown. Nothing was sent. Open it again.",
  },
  again: {
    button: (count: number) => (count === 1 ? "Send again…" : `Send all ${count} again…`),
    title: (count: number) => (count === 1 ? "Send it again?" : `Send these ${count} again?`),
    submit: (count: number) => (count === 1 ? "Send again" : `Send ${count} again`),
    /** `count`: messages to be sent again whose earlier outcome is unknown. */
    risk: (count: number) =>
      `${count} may have been sent already. If so, ${count === 1 ? "it arrives twice and costs" : "they arrive twice and cost"} twice.`,
    /** Outcomes of the earlier run; `accepted` in place of `before` if nothing failed. */
    before: (says: string) => `Last time: ${says}`,
    accepted: "Last time: nothing went wrong",
    open: "It is still on its way. Nothing was sent again.",
    nothing: "Nothing of it can be sent again.",
  },
};

const ko: Words<typeof en> = {
  title: "테스트 메시지",
  guide: {
    purpose: "저장한 메시지를 묶음으로 보냅니다.",
    list: "저장한 메시지와 묶음을 보여 줍니다. 보내고, 수정하고, 추가할 수 있습니다.",
    words: "<묶음> [이름…]",
    run: "보내기 전에 무엇을 누구에게 보낼지 보여 줍니다. 이름을 쓰면 그 테스트 수신자에게만 보냅니다.",
    save: "메시지는 /msg-send 양식의 “메시지 저장…”으로 저장합니다.",
    again:
      "실패한 메시지는 결과의 “다시 보내기…”로, 실패가 없으면 “자세히”에서 전체를 다시 보낼 수 있습니다.",
  },
  kinds: { suite: "묶음", message: "저장한 메시지" },
  noSuites:
    "아직 묶음이 없습니다. 묶음을 만들면 저장한 메시지 최대 10개를 테스트 수신자 최대 20명에게 한 번에 보낼 수 있습니다.",
  noMessages: "아직 저장한 메시지가 없습니다. 메시지를 작성하고 그 양식에서 “메시지 저장…”을 눌러 주세요.",
  counts: (messages, names) =>
    `${names.join(", ")}에게 메시지 ${messages}개${names.length === 1 ? "" : "씩"}`,
  by: "만든 사람",
  run: "보내기…",
  edit: "수정",
  use: "메시지에 사용",
  write: "메시지 작성",
  remove: {
    button: "삭제…",
    title: "삭제할까요?",
    yes: "삭제",
    says: (name) => `“${name}” 항목이 모두에게서 삭제되며 되돌릴 수 없습니다.`,
  },
  newSuite: "새 묶음",
  done: "닫기",
  removed: (name) => `“${name}” 항목을 삭제했습니다.`,
  save: {
    button: `${koSave}…`,
    title: koSave,
    name: "이름",
    hint: "2~40자. 결과에 표시되니 메시지 내용은 넣지 마세요. 내가 저장한 메시지와 이름이 같으면 그 메시지를 덮어씁니다.",
    note: "메시지를 보낼 수 있는 사람은 누구나 이 메시지를 읽고 테스트 수신자에게 보낼 수 있습니다. 수신자는 저장하지 않습니다.",
    submit: "저장",
    saved: (name) => `“${name}” 이름으로 저장했습니다. /msg-test에서 볼 수 있습니다.`,
    moreFields: "입력란이 더 생겼습니다. 빠진 곳을 채운 뒤 저장해 주세요.",
    noAttached: "첨부한 이미지는 저장할 수 없습니다. /msg-upload로 올린 뒤 여기에서 골라 주세요.",
  },
  suite: {
    title: { new: "새 묶음", change: "묶음 수정" },
    add: { message: "메시지 추가", recipient: "수신자 추가" },
    nameHint: "/msg-test release처럼 명령에 쓸 한 단어로 입력해 주세요.",
    messages: "메시지",
    messagesHint: "최대 10개. 이 순서대로 보냅니다.",
    recipients: "테스트 수신자",
    recipientsHint: "최대 20명. 모든 메시지를 각자에게 보내며, 모두 합해 최대 100건입니다.",
  },
  naming: {
    length: "2~40자로 입력해 주세요.",
    digits: "이름은 대화에 표시되므로 숫자는 6개까지만 쓸 수 있습니다.",
    several_words: "글자로 시작하는 한 단어로 입력해 주세요(글자, 숫자, 점, -, _).",
    command_word: "명령 뒤에서 다른 뜻으로 쓰는 단어입니다. 다른 이름을 골라 주세요.",
    repeats_text: "메시지 내용이 이름에 들어 있습니다. 이름은 대화에 표시되니 다른 이름을 골라 주세요.",
  },
  taken: "이미 있는 이름입니다. 다른 이름을 골라 주세요.",
  full: "더 저장할 자리가 없습니다. 쓰지 않는 것을 삭제해 주세요.",
  changed: "그사이 다른 사람이 수정했습니다. 닫고 다시 열어 주세요.",
  notYours: "만든 사람이나 운영자만 할 수 있습니다.",
  gone: "이미 삭제되었습니다.",
  unknownSuite: (name) => `“${name}” 묶음이 없습니다. /msg-test에서 확인해 주세요.`,
  nothingToSend: "보낼 수 있는 메시지가 없습니다. 먼저 묶음을 수정해 주세요.",
  many: (count, limit) => `모두 ${count}건입니다. 한 번에 최대 ${limit}건까지 보낼 수 있습니다.`,
  confirm: {
    title: "이 묶음을 보낼까요?",
    submit: (count) => `${count}건 보내기`,
    costs: (count, phones) =>
      `수신자 ${phones}명에게 ${count}건을 보냅니다. 보내면 비용이 들고 되돌릴 수 없습니다.`,
    price: "보통 드는 총비용",
    priceOf: (price, unknown) => (unknown === 0 ? price : `${price}, 단가를 모르는 ${unknown}건은 별도`),
    upTo: (most) => `, 문자로 대체 발송되면 최대 ${most}`,
    orMore: ", 문자로 대체 발송되면 단가가 달라집니다",
    leftOut: (name, why) => `“${name}” 메시지는 보내지 않습니다: ${why}`,
    deleted: "이 묶음의 메시지 하나가 삭제되어 보내지 않습니다.",
    unreadable: "이 버전의 앱에서는 보낼 수 없습니다.",
    warns: (name) => `“${name}”: `,
    changedBy: " · ⚠️ 마지막으로 보낸 뒤 {by} 님이 수정함",
    tooLarge:
      "보낼 내용을 Slack에 모두 표시할 수 없어 아무것도 보내지 않았습니다. 한 번에 보내는 메시지를 줄여 주세요.",
    retired: (name) => `“${name}”에게는 보내지 않습니다: 이제 테스트 수신자가 아닙니다.`,
    changed: "확인 화면을 연 뒤에 보낼 내용이 바뀌었습니다. 아무것도 보내지 않았습니다. 다시 열어 주세요.",
  },
  again: {
    button: (count) => `${count}건 다시 보내기…`,
    title: (count) => (count === 1 ? "다시 보낼까요?" : `${count}건을 다시 보낼까요?`),
    submit: (count) => `${count}건 다시 보내기`,
    risk: (count) => `${count}건은 이미 발송되었을 수 있습니다. 그렇다면 두 번 도착하고 비용도 두 번 듭니다.`,
    before: (says) => `지난번: ${says}`,
    accepted: "지난번: 문제 없음",
    open: "아직 보내는 중입니다. 다시 보내지 않았습니다.",
    nothing: "다시 보낼 수 있는 메시지가 없습니다.",
  },
};

export const runs: Translated<typeof en> = { en, ko };
