export const ids = { tab: "home" } as const;
