export const ids = { command: "/msg-help", messagesTab: "messages" } as const;

/** The commands used most, for the first words to somebody new: what somebody can do who did nothing yet comes first. */
export const usedMost: readonly string[] = ["/msg-send", "/msg-prices", "/msg-history"];
