import type { ModalView } from "@slack/types";
import { expect, it } from "vitest";
import { submitJsonFile } from "../../../../src/features/messages/json-file.slack.ts";
import { emptyForm } from "../../../../src/features/messages/send-form.ts";
import { Deliveries } from "../../../../src/slack/edge/deliveries.ts";
import { Fields } from "../../../../src/slack/edge/fields.ts";
import { en } from "../../../support/words.ts";
import { deps } from "./some-deps.ts";

it("says how large a file may be where Slack didn't say beforehand how large it is", async () => {
  const shown: ModalView[] = [];
  await submitJsonFile(
    {
      person: { id: "U1", locale: "en", standing: "member" },
      view: { private_metadata: "{}" },
      hasRoom: true,
      fields: new Fields({}),
      ack: async () => {},
      ackErrors: async () => {},
      changeModal: async (view) => void shown.push(view),
      changeBelow: async () => {},
      updateModal: async (view) => void shown.push(view),
      answer: async () => {},
      openModal: async () => {},
      delivery: new Deliveries().take("t"),
    },
    { form: emptyForm({ act: "act" }, { isJson: true }), file: { id: "F1", name: "message.json" } },
    { ...deps, readFile: async () => Buffer.alloc(100_001, " ") },
  );
  const { tooLong } = en.issues;
  const { bytes } = en.common;
  expect(JSON.stringify(shown[0]?.blocks[0])).toContain(tooLong(bytes(100_001), bytes(100_000)));
});
