import { describe, expect, it } from "vitest";
import { aModal, textInput } from "../../../../sandbox/test/support/bolt-app.ts";
import { eventually } from "../../../support/eventually.ts";
import { defect, joon, modes, opening, startEdge } from "./start-edge.ts";

const optionOf = (value: string) => ({ value, text: { type: "plain_text", text: value } });
const select = (blockId: string, element: object, dispatch = false) => ({
  ...textInput(blockId),
  element: { action_id: "value", ...element },
  dispatch_action: dispatch,
});
/** A field whose options the feature finds. */
const search = (blockId: string) => select(blockId, { type: "external_select", min_query_length: 0 });

describe.each(modes)("a form's fields in Slack, over %s", (mode) => {
  const kind = select("kind", { type: "static_select", options: [optionOf("a"), optionOf("b")] }, true);

  it("deliver each change with all typed values, and then the form shows the newest fields", async () => {
    const clicks: string[] = [];
    const { slack, person, openForm, failures } = await startEdge(mode, {
      commands: opening({ ...aModal("f", [kind, textInput("rows.3.name~1")]), private_metadata: "m" }),
      clicks: {
        "f/kind": async (click) => {
          await click.ack();
          const typed = click.form?.fields.text("rows.3.name");
          clicks.push(`${click.form?.metadata} ${click.value} ${typed}`);
          const changed = aModal("f", [kind, textInput("rows.3.name~1"), textInput(`more${clicks.length}`)]);
          await click.updateModal(changed);
          // As if a second click came before the first change was shown: this view contains that change.
          await click.updateModal({ ...changed, blocks: [...changed.blocks, { type: "divider" }] });
        },
      },
    });
    await openForm();
    await person.fill("rows.3.name~1", "Mina");
    await person.fill("kind", "b");
    const shown = () => person.views()[0]?.blocks.map((block) => block["block_id"]);
    await slack.waitFor(() => shown()?.length === 4, { what: "the changed form" });
    expect(clicks).toEqual(["m b Mina"]);
    expect(shown()?.slice(0, 3)).toEqual(["kind", "rows.3.name~1", "more1"]);
    slack.faults.webApi({ method: "views.update", kind: "error", error: "hash_conflict", times: 1 });
    await person.fill("kind", "a");
    await slack.waitFor(() => clicks.length === 2, { what: "the change that somebody else was faster than" });
    expect(shown()).toContain("more1");
    expect(failures).toEqual([]);
  });

  it("show the newest of two changes even if Slack applied the older change last", async () => {
    const done: string[] = [];
    const { slack, person, openForm, failures } = await startEdge(mode, {
      commands: opening(aModal("f", [kind])),
      clicks: {
        "f/kind": async (click) => {
          await click.ack();
          await click.updateModal(aModal("f", [kind, textInput(`of_${click.value}`)]));
          done.push(click.value);
        },
      },
    });
    await openForm();
    slack.faults.webApi({ method: "views.update", kind: "ratelimited", retryAfterS: 1, times: 1 });
    await person.fill("kind", "b");
    await slack.waitFor(() => slack.traffic.some(({ status }) => status === 429), { what: "the limit" });
    await person.fill("kind", "a");
    await eventually(() => expect(done).toEqual(["a", "b"]));
    expect(JSON.stringify(person.views()[0]?.blocks)).toContain("of_a");
    expect(failures).toEqual([]);
  });

  it("offer the options that the feature finds, within Slack's limits", async () => {
    const searches: string[] = [];
    const { slack, person, openForm, failures } = await startEdge(mode, {
      commands: opening(aModal("f", [search("rows.2.type~4")])),
      suggestions: {
        "f/rows.type": async ({ person: { id }, typed }) => {
          searches.push(`${id} ${typed}`);
          const found = Array.from({ length: 120 }, (_, index) => ({ value: `${typed}${index}`, label: "" }));
          const unfit = [
            { value: "x".repeat(151), label: "too long" },
            { value: "", label: "none" },
          ];
          return [...unfit, ...found, ...found];
        },
      },
    });
    await openForm();
    const offered = await person.suggest("rows.2.type~4", " WL ");
    expect(offered.map(({ value }) => value)).toEqual(
      Array.from({ length: 100 }, (_, index) => `WL${index}`),
    );
    expect(searches).toEqual([`${joon} WL`]);
    expect(failures).toEqual([]);
    expect(slack.findings).toEqual([]);
  });

  it("offer no options if the feature fails or takes too long", async () => {
    const { person, openForm, budgets, failures } = await startEdge(mode, {
      commands: opening(aModal("f", [search("slow"), search("broken")])),
      suggestions: { "f/slow": () => new Promise(() => {}), "f/broken": defect },
    });
    await openForm();
    budgets.times = 0.1;
    expect(await person.suggest("slow", "x")).toEqual([]);
    budgets.times = 20;
    expect(await person.suggest("broken", "x")).toEqual([]);
    expect(failures).toEqual([{ reference: "ref-1", surface: "f/broken", error: new Error("a defect") }]);
  });
});
