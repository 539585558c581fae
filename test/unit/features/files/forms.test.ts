import { expect, it } from "vitest";
import { within } from "../../../../src/deadline.ts";
import { openFileList, openSendFormWithFile } from "../../../../src/features/files/list.slack.ts";
import { openWithFiles } from "../../../../src/features/files/upload.slack.ts";
import { UploadFormMetadata } from "../../../../src/features/files/upload.view.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import type { Answer } from "../../../../src/slack/blocks/answer.ts";
import { InteractionState } from "../../../../src/slack/edge/attend.ts";
import { eventually } from "../../../support/eventually.ts";
import { spoken } from "../../../support/spoken.ts";
import { en } from "../../../support/words.ts";

const may = { upload: () => true, send: () => true, list: () => true, delete: () => false };
const noAccess = () => ({ text: "", blocks: [] });

/** What every interaction brings; `told` has the answers, `shown` the forms. */
function anInteraction() {
  const told: string[] = [];
  const shown: { private_metadata?: string; blocks: unknown[] }[] = [];
  const interaction = {
    ...{ ...spoken, person: { id: "U1", locale: "en", standing: "member" } as const, conversation: "C1" },
    ...{ triggerId: "t", delivery: new InteractionState() },
    ack: async (answer?: Answer) => void told.push(answer?.text ?? "acknowledged"),
    answer: async ({ text }: Answer) => void told.push(text),
    openModal: async (view: (typeof shown)[number]) => void shown.push(view),
  };
  return { interaction, told, shown };
}

/** A store of files that finds nothing, after `release`. */
function slowFiles() {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const files = {
    get: () => promise.then(() => null),
    list: () => promise.then(() => []),
    usesOf: async () => [],
  };
  return { release, deps: { files, may, known: may, noAccess, services: () => ({}), wordsOf, within } };
}

it("/msg-files says that the files are being read if the store is slow, then shows the list", async () => {
  const { interaction, told } = anInteraction();
  const { release, deps } = slowFiles();
  const opening = openFileList({ ...interaction, name: "/msg-files", text: "" }, deps);
  await eventually(() => expect(told).toEqual([en.files.list.loading]));
  release();
  await opening;
  expect(told[1]).toContain(en.files.list.title);
});

it("the button “Use in a message” is acknowledged before the store has found the file", async () => {
  const { interaction, told } = anInteraction();
  const { release, deps } = slowFiles();
  const click = { ...interaction, actionId: "files.use", value: "FILE1", form: null };
  const using = openSendFormWithFile(
    { ...click, replace: async () => {}, updateModal: async () => {} },
    deps,
  );
  await eventually(() => expect(told).toEqual(["acknowledged"]));
  release();
  await using;
  expect(told).toEqual(["acknowledged", en.files.notListed]);
});

/** The form that the message shortcut opens, as Slack gets it. */
async function openWith(names: readonly string[]) {
  const { interaction, told, shown } = anInteraction();
  const mimetype = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
  const files = names.map((name, index) => ({
    id: `F01234567${String(index).padStart(2, "0")}`,
    ...{ name, mimetype, size: 10_485_760, mode: "hosted", file_access: "visible" },
    ...{ url_private: undefined, url_private_download: undefined },
  }));
  const message = { text: "", blocks: [], files };
  await openWithFiles({ ...interaction, message }, { may, noAccess, newId: () => "a".repeat(36) });
  expect(told).toEqual(["acknowledged"]);
  return { metadata: shown[0]?.private_metadata ?? "", blocks: JSON.stringify(shown[0]?.blocks) };
}

it.each([
  ["ten file names full of quotes", 10, `${'"'.repeat(200)}.pptx`],
  ["a message of forty files", 40, `${"가".repeat(200)}.pptx`],
  ["file names of control characters", 12, "\u0001".repeat(200)],
])("the upload form's metadata stays within Slack's 3,000 characters with %s", async (_, count, name) => {
  const { metadata } = await openWith(Array<string>(count).fill(name));
  expect(metadata.length).toBeLessThanOrEqual(3000);
  expect(UploadFormMetadata.parse(JSON.parse(metadata)).files).toHaveLength(10);
});

it("the upload form shortens long file names without splitting an emoji, and counts the files it doesn't name", async () => {
  const long = `${"b".repeat(120)}.png`;
  const { blocks } = await openWith([`${"가".repeat(59)}😀.png`, ...Array<string>(14).fill(long)]);
  for (const part of ["😀.png", "….png", "+2"]) expect(blocks).toContain(part);
  expect(blocks.isWellFormed()).toBe(true);
});
