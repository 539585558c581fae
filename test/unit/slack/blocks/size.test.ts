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
/** A modal of so many bytes. */
function ofBytes(count: number) {
  const texts = Array.from({ length: 29 }, () => "가".repeat(2830));
  return aModal([...texts, "x".repeat(count - sizeOf(aModal([...texts, ""])))]);
}
const ofBlocks = (count: number) => aModal(Array.from({ length: count }, () => "x"));

it.each([
  ["99 blocks", ofBlocks(99), true],
  ["100 blocks", ofBlocks(100), true],
  ["101 blocks", ofBlocks(101), false],
  ["250,000 bytes", ofBytes(250_000), true],
  ["250,001 bytes", ofBytes(250_001), false],
])("fitsModal and the sandbox agree about a modal of %s", (_, view, isTaken) => {
  expect(fitsModal(view)).toBe(isTaken);
  expect(checkView(world, { ...view }, { surface: "modal" }) === null).toBe(isTaken);
});
