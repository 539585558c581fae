/** Callback ids of modals and action ids of buttons. They never change: old posts keep sending them. */
export const ids = {
  uploadCommand: "/msg-upload",
  listCommand: "/msg-files",
  shortcut: "upload_file",
  messageShortcut: "upload_this_file",
  uploadForm: "files.upload",
  /** Button under a failed upload; its value is the operation's id. */
  again: "files.again",
  /** Buttons that open the list from Home, turn its pages, and filter it. */
  open: "files.open",
  page: "files.page",
  filter: "files.filter",
  use: "files.use",
  /** Button and form of a deletion; the button's value is the file's id. */
  remove: "files.delete",
  /** Button under a deletion; its value is the operation's id. */
  removeAgain: "files.delete_again",
  resolve: "files.settle",
  unresolved: "files.unsettled",
} as const;

export const fields = {
  file: "file",
  type: "type",
  name: "name",
  link: "link",
  channel: "channel",
} as const;

/** The platform's types, by its description. */
export const fileTypes = ["DOCUMENT", "CHAT", "MMS"] as const;
