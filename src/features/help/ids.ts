export const ids = { command: "/msg-help", messagesTab: "messages" } as const;

/** The commands used most, for the first words to somebody new. */
export const usedMost: readonly string[] = ["/msg-send", "/msg-history", "/msg-prices"];
