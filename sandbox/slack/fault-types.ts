/** What can be made to go wrong between the bot and Slack. */
export type ReplyFault = {
  /**
   * hang: no answer until releaseHangs; status: that HTTP status; ratelimited: 429 with Retry-After;
   * error: 200 with ok false; reset: the connection is cut before anything is done;
   * late: done, and then the connection is cut, so that the caller can't know.
   */
  readonly kind: "hang" | "status" | "ratelimited" | "error" | "reset" | "late";
  readonly status?: number;
  readonly error?: string;
  readonly retryAfterS?: number;
  /** For ever when left out. */
  readonly times?: number;
};

export type WebApiFault = ReplyFault & {
  /** All methods when left out. */
  readonly method?: string;
  /** Only calls whose `channel` is that conversation. */
  readonly conversation?: string;
  /** Only calls whose `channel` is a conversation the bot is no member of. */
  readonly whereNoMember?: boolean;
};

/** Slack takes posts and refuses to edit them, until the faults are cleared. */
export type EditRefusal = Pick<WebApiFault, "conversation" | "whereNoMember" | "times"> & {
  /** Default `edit_window_closed`, what a workspace answers that lets nobody edit. */
  readonly error?: "cant_update_message" | "edit_window_closed" | "is_inactive" | "message_not_found";
};

export type FileFault = {
  /**
   * login_page: 200 with Slack's HTML page; redirect: 302 to `to`, by default another origin (127.0.0.1 spelled
   * localhost), which answers the login page unless the token comes along; cut: half the bytes; missing: 404; hang:
   * until releaseHangs. Piece by piece, without saying how many there will be: slow: all of them; stalled: half of them
   * and then nothing; endless: on and on.
   */
  readonly kind: "login_page" | "redirect" | "cut" | "missing" | "hang" | "slow" | "stalled" | "endless";
  readonly to?: string;
  readonly times?: number;
};
