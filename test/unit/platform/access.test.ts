import { describe, expect, it } from "vitest";
import { accessTable } from "../../../src/platform/errors.ts";

describe("accessTable", () => {
  // The rows of "Access conditions per operation", as far as a key can lack them.
  it.each([
    ["uploadFile", "storage:write", "none", false],
    ["deleteFile", null, null, false],
    ["listChannels", null, null, false],
    ["updateTemplate", "chat:write", "role-chat:write", true],
    ["commentTemplate", "chat:write", "role-chat:write", true],
    ["sendMessage", "message:write", "role-message:write", false],
    ["listPayments", "cash:read", "role-cash:read", false],
    ["listPrices", "none", "none", false],
  ] as const)("%s is as in the description", (operation, ...row) => {
    expect(Object.values(accessTable[operation])).toEqual(row);
  });
});
