/** Callback ids of modals and action ids of buttons. Fixed by the contract. */
export const ids = {
  uploadCommand: "/msg-upload",
  listCommand: "/msg-files",
  shortcut: "upload_file",
  messageShortcut: "upload_this_file",
  uploadForm: "files.upload",
  /** Under a failed upload; the value is the operation's id. */
  again: "files.again",
  /** The list: its button on Home, its pages, its filter. */
  open: "files.open",
  page: "files.page",
  filter: "files.filter",
  use: "files.use",
  /** Button and form of a deletion; the button's value is the file's id. */
  remove: "files.delete",
  /** Under a deletion; the value is the operation's id. */
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

/** By the platform's description. */
export const fileTypes = ["DOCUMENT", "CHAT", "MMS"] as const;
