/** What Slack echoes back: callback ids of modals and action ids of buttons. Fixed by the contract. */
export const ids = {
  uploadCommand: "/msg-upload",
  listCommand: "/msg-files",
  shortcut: "upload_file",
  messageShortcut: "upload_this_file",
  /** On the form, and on Home's button that opens it. */
  uploadForm: "files.upload",
  /** Under an upload that came to nothing; the value is the operation's id. */
  again: "files.again",
  /** The list: its button on the Home tab, its pages, and which files it shows. */
  open: "files.open",
  page: "files.page",
  filter: "files.filter",
  use: "files.use",
  /** On the button and on the form that it opens; the button's value is the file's id. */
  remove: "files.delete",
  /** Under a deletion; the value is the operation's id. */
  removeAgain: "files.delete_again",
  /** In a form that was submitted before: another one. */
  resolve: "files.settle",
  unresolved: "files.unsettled",
} as const;

/** Blocks of the upload form. */
export const fields = {
  file: "file",
  type: "type",
  name: "name",
  link: "link",
  /** The conversation for the result. */
  channel: "channel",
} as const;

/** The platform's types of files, by its description. */
export const fileTypes = ["DOCUMENT", "CHAT", "MMS"] as const;
