import { expect, it } from "vitest";
import { checkView } from "../../../../sandbox/slack/content-checks.ts";
import { createWorld } from "../../../../sandbox/slack/world.ts";
import { TEST_MANIFEST } from "../../../../sandbox/test/support/bolt-app.ts";
import { fitsModal } from "../../../../src/slack/blocks/limits.ts";
import { plainText, renderModal } from "../../../../src/slack/blocks/modal.ts";

const world = createWorld({ manifest: TEST_MANIFEST, delivery: { kind: "socket" } });

function aModal(texts: readonly string[]) {
  const blocks = texts.map((text) => ({ type: "section" as const, text: plainText(text) }));
  return renderModal({ callbackId: "c", title: "t", close: "x", blocks });
}

const sizeOf = (view: object) => Buffer.byteLength(JSON.stringify(view));

it.each([
  [99, true],
  [100, true],
  [101, false],
])("fitsModal and the sandbox say of a modal of %i blocks: %s", (count, isTaken) => {
  const view = aModal(Array.from({ length: count }, () => "x"));
  expect(fitsModal(view)).toBe(isTaken);
  expect(checkView(world, { ...view }, { surface: "modal" }) === null).toBe(isTaken);
});

it.each([
  [0, true],
  [1, false],
])("fitsModal and the sandbox say of a modal of 250,000 bytes and %i more: %s", (more, isTaken) => {
  const texts = Array.from({ length: 29 }, () => "가".repeat(2830));
  const left = 250_000 + more - sizeOf(aModal([...texts, ""]));
  const view = aModal([...texts, "x".repeat(left)]);
  expect(sizeOf(view)).toBe(250_000 + more);
  expect(fitsModal(view)).toBe(isTaken);
  expect(checkView(world, { ...view }, { surface: "modal" }) === null).toBe(isTaken);
});
