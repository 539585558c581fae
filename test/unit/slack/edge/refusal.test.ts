import { expect, it } from "vitest";
import { aModal, textInput } from "../../../../sandbox/test/support/bolt-app.ts";
import { GroupNotKnownError } from "../../../../src/slack/people/people.ts";
import { defect, edge, joon, noGuide, startEdge } from "./start-edge.ts";

const section = (text: string) => ({ type: "section", text: { type: "plain_text", text } });
const lines = (count: number) => Array.from({ length: count }, () => section("가"));

/** A person's open modal of these blocks; submitting it calls `run`. */
async function open(blocks: object[], run: () => Promise<void> = defect, mode: "socket" | "http" = "socket") {
  const edgeOf = await startEdge(mode, {
    commands: {
      "/form": { guide: noGuide, run: async (c) => void (await c.openModal(aModal("f", blocks))) },
    },
    submissions: { f: run },
  });
  const person = edgeOf.slack.as(joon);
  await person.command("/form");
  await edgeOf.slack.waitFor(() => person.views().length === 1, { what: "the modal" });
  return { ...edgeOf, person };
}

it.each(["socket", "http"] as const)(
  "a failure in a modal without fields is shown in a modal above it, over %s",
  async (mode) => {
    let isKnown = false;
    const run = async () => (isKnown ? defect() : Promise.reject(new GroupNotKnownError("S1")));
    const { person, slack } = await open(lines(3), run, mode);
    const [before] = person.views();
    for (const words of [edge.groupNotKnown("S1"), edge.failed("ref-1")]) {
      expect(await person.submit()).toMatchObject({ kind: "pushed" });
      expect(JSON.stringify(person.views().at(-1))).toContain(words);
      await person.closeView();
      expect(person.views()).toEqual([before]);
      isKnown = true;
    }
    expect(slack.findings).toEqual([]);
  },
);

it("a failure in a form is shown below its input field", async () => {
  const chosen = {
    ...section("which"),
    block_id: "a",
    accessory: {
      type: "static_select",
      action_id: "value",
      options: [{ text: { type: "plain_text", text: "One" }, value: "1" }],
    },
  };
  const { person } = await open([chosen, textInput("name", {}, { optional: true })]);
  expect(await person.submit()).toMatchObject({ kind: "errors", errors: { name: edge.failed("ref-1") } });
});

it("an outdated modal without fields is replaced by a note without a submit button", async () => {
  const old = await startEdge("socket", {
    commands: {
      "/form": { guide: noGuide, run: async (c) => void (await c.openModal(aModal("old", lines(2)))) },
    },
  });
  const person = old.slack.as(joon);
  await person.command("/form");
  await old.slack.waitFor(() => person.views().length === 1, { what: "the modal" });
  expect(await person.submit()).toMatchObject({ kind: "updated" });
  expect(person.views()[0]).toMatchObject({ submit: null, blocks: [{ text: { text: edge.outdated } }] });
});
