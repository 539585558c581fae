import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { formatFileSize } from "../../src/features/files/stored.ts";
import { startChatops } from "../support/chatops.ts";
import { joon } from "../support/names.ts";
import { noiseBytes, pdf, picked, png, sha256, tif, unopenedPng } from "../support/sample-files.ts";
import { at } from "../support/unknown-outcome.ts";
import { fileRequests, findPost, upload, uploadIs } from "../support/uploads.ts";
import { en, reason } from "../support/words.ts";

/** A picture with as many bytes as a photograph, but few pixels, which cost time. */
async function photograph(width: number, height: number) {
  const noise = { raw: { width: 300, height: 200, channels: 3 as const } };
  return sharp(noiseBytes(300 * 200 * 3), noise)
    .resize(width, height, { kernel: "nearest" })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** A TIFF of two pages. */
function twoPages() {
  const first = tif({ next: tif().length });
  const second = tif({ width: 20 }).subarray(8);
  return Buffer.concat([first, second]);
}

describe("a picture that is too big for its file type", () => {
  it("is offered in a smaller size, and uploaded in that size after its author's click", async () => {
    const chatops = await startChatops();
    const { slack, platform } = chatops;
    const bytes = await photograph(1800, 300);
    expect(bytes.length).toBeGreaterThan(204_800);
    await upload(chatops, picked("photo.jpg", bytes), { type: "MMS" });
    const offer = await findPost(chatops, uploadIs.notSent);
    const { overLimit, list, upload: words } = en.files;
    expect(offer.text).toContain(overLimit(formatFileSize(bytes.length), "MMS", "200 KB"));
    const [, size = "", width, height] =
      /\(([\d.]+ KB), (\d+)×(\d+) JPG\)/.exec(JSON.stringify(offer.blocks)) ?? [];
    expect(JSON.stringify(offer.blocks)).toContain(words.smaller(size, `${width}×${height}`));
    expect(Number(width) / Number(height)).toBeCloseTo(6, 1);
    expect(fileRequests(chatops)).toEqual([]);

    const button = at(offer);
    await slack.as("U0MINA").click(button, "files.again");
    await slack.as("U0MINA").reads(en.outcomes.onlyAuthor);
    await Promise.all([
      slack.as(joon).click(button, "files.again"),
      slack.as(joon).click(button, "files.again"),
    ]);
    const post = await findPost(chatops, uploadIs.accepted);
    expect(post.text).toContain(`${formatFileSize(bytes.length)} → ${size}, ${width}×${height}`);
    expect(JSON.stringify(post.blocks)).not.toContain("files.use");
    await slack.as(joon).click(post, "history.open");
    const story = await slack.waitFor(() =>
      slack.ephemerals(joon).find(({ blocks }) => JSON.stringify(blocks).includes(list.use)),
    );
    await slack.as(joon).click(story, "files.use");
    await slack.as(joon).sees("photo.jpg");
    await findPost(chatops, en.outcomes.newer.accepted);
    const [stored] = platform.state.files.values();
    expect(stored).toMatchObject({ type: "MMS", width: Number(width), height: Number(height) });
    expect(stored!.fileSize).toBeLessThanOrEqual(204_800);
    expect(platform.state.files.size).toBe(1);
  });

  it("is offered in a smaller size when it is one of several files", async () => {
    const chatops = await startChatops();
    const bytes = await photograph(660, 440);
    await upload(chatops, [picked("photo.jpg", bytes), picked("small.png", png())], { type: "MMS" });
    const offer = await findPost(chatops, en.files.overLimit(formatFileSize(bytes.length), "MMS", "200 KB"));
    expect(offer.text).toContain("small.png · MMS · ");
    expect(offer.text).toContain(`<@${joon}>`);
    expect(JSON.stringify(offer.blocks)).toContain("files.again");
    expect(JSON.stringify(offer.blocks)).not.toContain("files.use");
    expect(offer.text).not.toContain(en.reasons.byCode["FileTooBig"]?.remedy);
  });

  it("isn't offered in a smaller size when it can't be opened or is a PDF", async () => {
    const chatops = await startChatops();
    for (const [name, bytes] of [
      ["deep.png", png({ ...unopenedPng, sizeBytes: 204_801 })],
      ["pages.tif", Buffer.concat([twoPages(), Buffer.alloc(204_801)])],
    ] as const) {
      await upload(chatops, picked(name, bytes), { type: "MMS" });
      const told = await findPost(chatops, `${uploadIs.notSent} · ${name}`);
      expect(told.text).toContain(en.reasons.byCode["FileTooLarge"]?.remedy);
      expect(JSON.stringify(told.blocks)).not.toContain("files.again");
    }
    const broken = png({ sizeBytes: 204_801 });
    // The checksum of the pixels.
    broken.fill(0, broken.indexOf("IEND") - 8, broken.indexOf("IEND") - 4);
    await upload(chatops, picked("broken.png", broken), { type: "MMS" });
    await findPost(chatops, [`${uploadIs.notSent} · broken.png`, reason("FileDamaged")]);
    const result = await upload(chatops, picked("big.pdf", pdf(2_097_153)));
    expect(result).toMatchObject({ kind: "errors" });
  });

  it("is converted to JPG and renamed for type CHAT, and not for type DOCUMENT", async () => {
    const chatops = await startChatops();
    const { slack, platform } = chatops;
    const bytes = await sharp(await photograph(1500, 520))
      .png()
      .toBuffer();
    expect(bytes.length).toBeGreaterThan(2_097_152);
    await upload(chatops, picked("big.png", bytes));
    const kept = await findPost(chatops, uploadIs.notSent);
    expect(JSON.stringify(kept.blocks)).not.toContain("files.again");
    await upload(chatops, picked("logo.png", bytes), { type: "CHAT", name: "Spring logo.png" });
    const offer = await findPost(chatops, "Spring logo.png");
    await slack.as(joon).click(offer, "files.again");
    await findPost(chatops, `${uploadIs.accepted} · Spring logo.jpg`);
    expect([...platform.state.files.values()][0]?.originalName).toBe("Spring logo.jpg");
  });
});

describe("a file with the same bytes as an earlier upload", () => {
  it("is uploaded a second time only after its author's click", async () => {
    const chatops = await startChatops();
    const { slack, platform } = chatops;
    const bytes = png();
    await upload(chatops, picked("first.png", bytes), { type: "MMS" });
    await findPost(chatops, `${uploadIs.accepted} · first.png`);
    await upload(chatops, picked("second.png", bytes), { type: "MMS" });
    const told = await findPost(chatops, uploadIs.notSent);
    expect(told.text).toContain(reason("FileUploadedBefore"));
    expect(fileRequests(chatops)).toHaveLength(1);

    expect(JSON.stringify(told.blocks)).toContain(en.files.upload.anyway);
    await slack.as(joon).click(told, "files.again");
    await findPost(chatops, `${uploadIs.accepted} · second.png`);
    expect([...platform.state.fileHashes.values()]).toEqual([sha256(bytes), sha256(bytes)]);
  });

  it("is uploaded without a question when it has another type", async () => {
    const chatops = await startChatops();
    await upload(chatops, picked("a.png", png()), { type: "MMS" });
    await findPost(chatops, `${uploadIs.accepted} · a.png`);
    await upload(chatops, picked("b.png", png()), { type: "CHAT" });
    await findPost(chatops, `${uploadIs.accepted} · b.png`);
    expect(fileRequests(chatops)).toHaveLength(2);
  });
});
