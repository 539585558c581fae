/** Callback ids of modals and action ids of buttons, which Slack echoes back. Fixed by the contract. */
export const ids = {
  command: "/msg-send",
  open: "messages.open",
  shortcut: "send_message",
  messageShortcut: "send_this_text",
  sendForm: "messages.send",
  confirmation: "messages.confirm",
  /** Changes in the send form; a row's key is behind `:`. */
  more: "messages.more",
  asJson: "messages.json",
  addButton: "messages.add_button",
  removeButton: "messages.remove_button",
  /** From a confirmation without a form below to the form. */
  back: "messages.back",
  edit: "messages.edit",
  another: "messages.anew",
  resolve: "messages.settle",
  repeat: "messages.repeat",
  unresolved: "messages.unsettled",
  /** Buttons and form of a phone's owner; the answer is behind `:`. */
  receipt: "messages.receipt",
  testCommand: "/msg-test",
  library: "messages.tests",
  save: "messages.save",
  useSaved: "messages.use_saved",
  removeSaved: "messages.remove_saved",
  suite: "messages.suite",
  run: "messages.run",
  /** Under a run: sends again what went wrong, or all. */
  runAgain: "messages.run_again",
  /** Ends the questions and brings them back. */
  receipts: "messages.receipts",
} as const;

/** Blocks known in several places; others are in the tables of kinds/. */
export const fields = {
  kind: "kind",
  to: "to",
  /** Test recipients and groups, beside a typed recipient. */
  recipients: "recipients",
  country: "country",
  from: "from",
  text: "text",
  /** The conversation for the result. */
  channel: "channel",
  json: "json",
  /** A file in Slack that is uploaded first. */
  image: "image",
  /** The field in which a phone's holder writes what looks wrong there. */
  wrong: "wrong",
  /** Name of a saved message. */
  savedName: "savedName",
  suiteName: "suiteName",
  messages: "messages",
} as const;
