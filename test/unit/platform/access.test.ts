import { describe, expect, it } from "vitest";
import { accessTable } from "../../../src/platform/access.ts";

describe("accessTable", () => {
  // The rows of "Access conditions per operation", as written there.
  it.each([
    ["uploadFile", "storage:write", "none", "ACTIVE", "ACTIVE", false],
    ["deleteFile", null, null, null, null, null],
    ["listChannels", null, null, null, null, null],
    ["updateTemplate", "chat:write", "role-chat:write", "ACTIVE", "ACTIVE", true],
    ["commentTemplate", "chat:write", "role-chat:write", "ACTIVE", "ACTIVE", true],
    ["sendMessage", "message:write", "role-message:write", "ACTIVE", "ACTIVE", false],
    ["listPayments", "cash:read", "role-cash:read", "none", "none", false],
    ["listPrices", "none", "none", "none", "none", false],
  ] as const)("%s is as in the description", (operation, ...row) => {
    expect(Object.values(accessTable[operation])).toEqual(row);
  });
});
