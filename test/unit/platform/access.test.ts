import { describe, expect, it } from "vitest";
import { type OperationName, PlatformError } from "../../../src/platform/errors.ts";

describe("the error of a refused key", () => {
  // The rows of "Access conditions per operation" that a key can lack.
  it.each<[OperationName, ...string[]]>([
    ["uploadFile", "account permission storage:write"],
    [
      "updateTemplate",
      "account permission chat:write",
      "member permission role-chat:write",
      "verified account",
    ],
    [
      "commentTemplate",
      "account permission chat:write",
      "member permission role-chat:write",
      "verified account",
    ],
    ["sendMessage", "account permission message:write", "member permission role-message:write"],
    ["listPayments", "account permission cash:read", "member permission role-cash:read"],
    ["deleteFile", "description doesn't show"],
  ])("names what the description asks for %s", (operation, ...asked) => {
    const identity = { operation, method: "GET", path: "/" };
    const error = new PlatformError({ ...identity, certainty: "refused", code: "Forbidden", status: 403 });
    for (const words of asked) expect(error.message).toContain(words);
  });
});
