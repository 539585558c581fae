/** Callback ids of modals and action ids of buttons. They must not change: old posts still send them. */
export const ids = {
  uploadCommand: "/msg-upload",
  listCommand: "/msg-files",
  shortcut: "upload_file",
  messageShortcut: "upload_this_file",
  uploadForm: "files.upload",
  /** Button under a failed upload; its value is the operation's id. */
  again: "files.again",
  open: "files.open",
  page: "files.page",
  filter: "files.filter",
  use: "files.use",
  /** Button and form of a deletion; the button's value is the file's id. */
  remove: "files.delete",
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

/** File types of the platform's API document. */
export const fileTypes = ["DOCUMENT", "CHAT", "MMS"] as const;
