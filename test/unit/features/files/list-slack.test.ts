import { expect, it } from "vitest";
import { within } from "../../../../src/deadline.ts";
import { openFileList, openSendFormWithFile } from "../../../../src/features/files/list.slack.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import type { Answer } from "../../../../src/slack/blocks/answer.ts";
import { InteractionState } from "../../../../src/slack/edge/attend.ts";
import type { UploadedFileRecord } from "../../../../src/store/index.ts";
import { eventually } from "../../../support/eventually.ts";
import { spoken } from "../../../support/spoken.ts";
import { en } from "../../../support/words.ts";

/** Everything but deleting. */
const may = { upload: () => true, send: () => true, list: () => true, delete: () => false };
const rest = {
  ...{ may, known: may },
  noAccess: () => ({ text: "", blocks: [] }),
  services: () => ({}),
  wordsOf,
  within,
};

it("/msg-files says that the files are being read while the store is slow", async () => {
  const told: string[] = [];
  const { promise, resolve } = Promise.withResolvers<UploadedFileRecord[]>();
  const command = {
    ...spoken,
    person: { id: "U1", locale: "en", standing: "member" } as const,
    name: "/msg-files",
    text: "",
    conversation: "C1",
    triggerId: "t",
    delivery: new InteractionState(),
    ack: async (answer?: Answer) => void told.push(answer?.text ?? ""),
    answer: async ({ text }: Answer) => void told.push(text),
    openModal: async () => undefined,
  };
  const opening = openFileList(command, {
    files: { get: async () => null, list: () => promise, usesOf: async () => [] },
    ...rest,
  });
  await eventually(() => expect(told).toEqual([en.files.list.loading]));
  resolve([]);
  await opening;
  expect(told[1]).toContain(en.files.list.title);
});

it("the button “Use in a message” is acknowledged before the store has found the file", async () => {
  const told: string[] = [];
  const { promise, resolve } = Promise.withResolvers<UploadedFileRecord | null>();
  const using = openSendFormWithFile(
    {
      ...spoken,
      person: { id: "U1", locale: "en", standing: "member" },
      ...{ actionId: "files.use", value: "FILE1", conversation: "C1", form: null, triggerId: "t" },
      ack: async () => void told.push("acknowledged"),
      answer: async ({ text }) => void told.push(text),
      replace: async () => {},
      openModal: async () => {},
      updateModal: async () => {},
      delivery: new InteractionState(),
    },
    {
      files: { get: () => promise, list: async () => [], usesOf: async () => [] },
      ...rest,
    },
  );
  await eventually(() => expect(told).toEqual(["acknowledged"]));
  resolve(null);
  await using;
  expect(told).toEqual(["acknowledged", en.files.notListed]);
});
