import { expect, it } from "vitest";
import { largestPart } from "../../../../src/features/messages/largest-part.ts";
import type { SendBody } from "../../../../src/platform/index.ts";

const message = { to: "01012345678", from: "0212345678", text: "Hi" };
const buttons = Array.from({ length: 9 }, () => ({ buttonType: "WL", buttonName: "n" }));

it.each<[string, SendBody]>([
  ["to", { message }],
  ["text", { message: { ...message, text: "x".repeat(20) } }],
  ["chatOptions.buttons", { message: { ...message, chatOptions: { pfId: "p", buttons } } }],
  [
    "chatOptions.variables",
    { message: { ...message, chatOptions: { variables: { a: "xxxxxxx", b: "yyyyyyy" } } } },
  ],
  [
    "chatOptions.variables.b",
    { message: { ...message, chatOptions: { variables: { a: "x", b: "y".repeat(50) } } } },
  ],
  ["agent.appId", { message, agent: { appId: "x".repeat(50) } }],
])("what is largest is named: %s", (part, body) => {
  expect(largestPart(body)).toBe(part);
});
