/** Callback ids of modals and action ids of buttons. They must not change: old posts still send them. */
export const ids = {
  command: "/msg-send",
  open: "messages.open",
  shortcut: "send_message",
  messageShortcut: "send_this_text",
  sendForm: "messages.send",
  confirmation: "messages.confirm",
  /** Buttons that change the send form; those of rows end in `:<list>` or `:<key>`. */
  more: "messages.more",
  asJson: "messages.json",
  addButton: "messages.add_button",
  removeButton: "messages.remove_button",
  /** Button of a confirmation without a form below; opens the form. */
  back: "messages.back",
  edit: "messages.edit",
  another: "messages.anew",
  resolve: "messages.settle",
  repeat: "messages.repeat",
  unresolved: "messages.unsettled",
  /** Buttons and form of a phone's owner; a button's id ends in `:<answer>`. */
  receipt: "messages.receipt",
  testCommand: "/msg-test",
  library: "messages.tests",
  save: "messages.save",
  useSaved: "messages.use_saved",
  removeSaved: "messages.remove_saved",
  suite: "messages.suite",
  run: "messages.run",
  /** Button under a run: sends failed messages again, or with `:all` all messages. */
  runAgain: "messages.run_again",
  /** Button on Home that stops or resumes questions (`:stop`, `:resume`). */
  receipts: "messages.receipts",
} as const;

/** Block ids of several files; others are in the tables of kinds/. */
export const fields = {
  kind: "kind",
  to: "to",
  recipients: "recipients",
  country: "country",
  from: "from",
  text: "text",
  channel: "channel",
  json: "json",
  image: "image",
  wrong: "wrong",
  savedName: "savedName",
  suiteName: "suiteName",
  messages: "messages",
} as const;
