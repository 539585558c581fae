import { expect, it } from "vitest";
import { openWithFiles } from "../../../../src/features/files/upload.slack.ts";
import { UploadFormMetadata } from "../../../../src/features/files/upload.view.ts";
import { InteractionState } from "../../../../src/slack/edge/attend.ts";
import { spoken } from "../../../support/spoken.ts";

const pptx = "application/vnd.openxmlformats-officedocument.presentationml.presentation";

/** The form that the message shortcut opens, as Slack gets it. */
async function openWith(names: readonly string[]) {
  const shown: { private_metadata?: string; blocks: unknown[] }[] = [];
  const files = names.map((name, index) => ({
    id: `F01234567${String(index).padStart(2, "0")}`,
    ...{ name, mimetype: pptx, size: 10_485_760, mode: "hosted", file_access: "visible" },
    ...{ url_private: undefined, url_private_download: undefined },
  }));
  const unused = () => {
    throw new Error("nobody asks for that");
  };
  await openWithFiles(
    {
      ...spoken,
      person: { id: "U1", locale: "en", standing: "member" },
      delivery: new InteractionState(),
      ack: async () => {},
      answer: async ({ text }) => expect(text).toBe(""),
      openModal: async (view) => void shown.push(view),
      message: { text: "", blocks: [], files },
    },
    {
      may: { upload: () => true, send: unused, list: unused, delete: unused },
      noAccess: () => ({ text: "", blocks: [] }),
      newId: () => "a".repeat(36),
    },
  );
  return { metadata: shown[0]?.private_metadata ?? "", blocks: JSON.stringify(shown[0]?.blocks) };
}

it.each([
  ["ten names of quotes", Array<string>(10).fill(`${'"'.repeat(200)}.pptx`)],
  ["a message of forty files", Array<string>(40).fill(`${"가".repeat(200)}.pptx`)],
  ["names of what JSON writes as six characters", Array<string>(12).fill("\u0001".repeat(200))],
])("an upload form keeps %s within Slack's 3,000 characters", async (_, names) => {
  const { metadata } = await openWith(names);
  expect(metadata.length).toBeLessThanOrEqual(3000);
  expect(UploadFormMetadata.parse(JSON.parse(metadata)).files).toHaveLength(10);
});

it("an upload form marks cut file names, halves no emoji, and counts unnamed files", async () => {
  const { blocks } = await openWith([
    `${"가".repeat(59)}😀.png`,
    ...Array<string>(14).fill(`${"b".repeat(120)}.png`),
  ]);
  expect(blocks).toContain("😀.png");
  expect(blocks.isWellFormed()).toBe(true);
  expect(blocks).toContain("….png");
  expect(blocks).toContain("+2");
});
