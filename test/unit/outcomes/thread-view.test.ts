import { expect, it } from "vitest";
import { notificationOfEnd } from "../../../src/outcomes/notifications.ts";
import type { Operation } from "../../../src/store/index.ts";
import { aReceipt } from "../../support/operation.ts";
import { en } from "../../support/words.ts";
import { corrected, listed, presenter, queued, rendererOf, renderLinesOf, textOf } from "./notifications.ts";

const [post] = notificationOfEnd(listed(), "closed", presenter).posts ?? [];
const lineOver = (stored: readonly Operation[], event: unknown) =>
  rendererOf(stored).line?.(queued(post!), event) ?? null;

it("a phone owner's quote that repeats the message is hidden in a conversation", async () => {
  const words = "it says A secret text";
  const event = { kind: "receipt", operation: "act-1", as: "looks_wrong", words };
  const line = await lineOver([listed({ receipt: aReceipt("looks_wrong") })], event);
  expect(line?.text).toBe(`<@U7>${en.receipts.says.looks_wrong} <@U1>`);
});

it("a thread reply is not rendered without its operation, and throws for an unknown or broken event", async () => {
  expect(await lineOver([], { kind: "late", operation: "act-1" })).toBeNull();
  for (const event of [{ kind: "sung", operation: "act-1" }, { kind: "late" }, null, "late"])
    await expect(lineOver([listed()], event)).rejects.toThrow();
});

it("a thread reply for a feature's own event is rendered by that feature", async () => {
  const own = {
    ...presenter,
    says: (_: Operation, event: unknown) =>
      typeof event === "object" && event !== null && "index" in event
        ? { text: `row ${event.index}`, blocks: [] }
        : null,
  };
  const lines = [{ kind: "shown", index: 2 }, { kind: "late" }].map((event) => ({
    ...{ subject: "act:act-1", audience: "result" },
    event: { operation: "act-1", ...event },
  }));
  const told = await renderLinesOf(corrected({ outcome: "accepted" }), { lines }, { presenter: own });
  expect(told.map(textOf)).toEqual(["row 2", `<@U1>${en.outcomes.late(en.outcomes.states.accepted)}`]);
});
