import { expect, it } from "vitest";
import { GroupNotKnownError } from "../../../../src/slack/people/people.ts";
import { aModal, textInput } from "../../sandbox/slack/bolt-app.ts";
import { defect, edge, joon, noGuide, startEdge } from "./start-edge.ts";

const section = (text: string) => ({ type: "section", text: { type: "plain_text", text } });
const lines = (count: number, length = 1) =>
  Array.from({ length: count }, () => section("가".repeat(length)));

/** The modal that these blocks make, before a person; submitting it ends in `run`. */
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
  "each refusal takes the place of the one before, over %s",
  async (mode) => {
    let isKnown = false;
    const run = async () => (isKnown ? defect() : Promise.reject(new GroupNotKnownError("S1")));
    const { person, slack } = await open(lines(3), run, mode);
    const [before] = person.views();
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    expect(JSON.stringify(person.views())).toContain(edge.groupNotKnown("S1"));
    isKnown = true;
    await person.submit();
    await person.submit();
    const [after] = person.views();
    expect(JSON.stringify(after?.blocks)).toContain(edge.failed("ref-2"));
    expect(after?.blocks.slice(1)).toEqual(before?.blocks);
    expect(after).toMatchObject({ submit: "Next", close: "Cancel", title: "f", notifyOnClose: true });
    expect(slack.findings).toEqual([]);
  },
);

it.each([
  ["a hundred blocks", lines(100)],
  ["almost 250 kB", [...lines(27, 3000), section("x".repeat(3000)), section("x".repeat(2050))]],
])("a modal of %s has no room for words: they stand over it, and it stays", async (_, blocks) => {
  const { person, slack } = await open(blocks);
  expect(await person.submit()).toMatchObject({ kind: "pushed" });
  expect(JSON.stringify(person.views().at(-1))).toContain(edge.failed("ref-1"));
  await person.closeView();
  expect(person.views()).toHaveLength(1);
  expect(await person.submit()).toMatchObject({ kind: "pushed" });
  expect(slack.findings).toEqual([]);
});

it("what can be filled in stays as it is, with the words below a field, whatever else Slack tells of", async () => {
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

it("what nobody answers to any more is not offered again", async () => {
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
