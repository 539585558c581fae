/** What Slack echoes back: callback ids of modals and action ids of buttons. Fixed by the contract. */
export const ids = {
  command: "/msg-send",
  open: "messages.open",
  shortcut: "send_message",
  messageShortcut: "send_this_text",
  sendForm: "messages.send",
  confirmation: "messages.confirm",
  /** In the send form: what changes it. A row's key stands behind `:`. */
  more: "messages.more",
  asJson: "messages.json",
  addButton: "messages.add_button",
  removeButton: "messages.remove_button",
  /** From a confirmation with no form below it to the form. */
  back: "messages.back",
  edit: "messages.edit",
  another: "messages.anew",
  resolve: "messages.settle",
  /** On the button and on the form that it opens. */
  repeat: "messages.repeat",
  unresolved: "messages.unsettled",
  /** On the buttons of who holds the phone and on the form behind one of them; what they do stands behind `:`. */
  receipt: "messages.receipt",
  /** Saved messages and suites: the list, and what is on it. */
  testCommand: "/msg-test",
  library: "messages.tests",
  save: "messages.save",
  useSaved: "messages.use_saved",
  removeSaved: "messages.remove_saved",
  /** On the buttons that open it and on the form. */
  suite: "messages.suite",
  run: "messages.run",
  /** Under a run: what went wrong of it, or all of it where nothing did. */
  runAgain: "messages.run_again",
  /** Ends the questions and brings them back. */
  receipts: "messages.receipts",
} as const;

/** Blocks of the send form that more than one place knows; all others are in the tables of kinds/. */
export const fields = {
  kind: "kind",
  to: "to",
  /** Test recipients and groups of them, beside who is typed. */
  recipients: "recipients",
  country: "country",
  from: "from",
  text: "text",
  subject: "subject",
  /** The conversation for the result. */
  channel: "channel",
  json: "json",
  /** A file of Slack's that is uploaded first. */
  image: "image",
  /** In the form that sends an unknown outcome again. */
  reason: "reason",
  /** The field in which a phone's holder writes what looks wrong there. */
  wrong: "wrong",
  /** What a message is saved as. */
  savedName: "savedName",
  /** A suite's. */
  suiteName: "suiteName",
  /** Of a suite. */
  messages: "messages",
} as const;
