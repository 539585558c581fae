/** What Slack echoes back: callback ids of modals and action ids of buttons. Fixed by the contract. */
export const ids = {
  command: "/msg-send",
  shortcut: "send_message",
  messageShortcut: "send_this_text",
  sendForm: "messages.send",
  confirmation: "messages.confirm",
  edit: "messages.edit",
  settle: "messages.settle",
  /** On the button and on the form that it opens. */
  repeat: "messages.repeat",
} as const;

/** Block ids of the send form: the platform's field names, and the conversation for the result. */
export const fields = {
  kind: "kind",
  to: "to",
  country: "country",
  from: "from",
  text: "text",
  subject: "subject",
  channel: "channel",
  /** Of the form that sends an unknown outcome again. */
  reason: "reason",
} as const;

/** Kinds that the form offers. `auto` leaves the type to the platform. */
export const kinds = ["auto", "SMS", "LMS"] as const;
export type Kind = (typeof kinds)[number];
