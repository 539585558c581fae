import { historyId } from "../../outcomes/card.view.ts";

/** What Slack echoes back; `open` carries an operation's id. */
export const ids = { command: "/msg-history", page: "history.page", open: historyId } as const;
