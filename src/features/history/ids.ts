import { historyId } from "../../outcomes/ids.ts";

/** What Slack echoes back; `open` carries an operation's id. */
export const ids = { command: "/msg-history", page: "history.page", open: historyId } as const;
