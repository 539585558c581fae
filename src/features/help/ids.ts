export const ids = { command: "/msg-help", messagesTab: "messages" } as const;
