import type { KnownBlock } from "@slack/types";
import { describe, expect, it, onTestFinished } from "vitest";
import { wordsOf } from "../../../../src/locales/index.ts";
import { plainAnswer } from "../../../../src/slack/blocks/answer.ts";
import type { EdgeOptions } from "../../../../src/slack/edge/attend.ts";
import { createSlackClient } from "../../../../src/slack/edge/edge.ts";
import { bindRoutes } from "../../../../src/slack/edge/router.ts";
import { mergeRoutes, type Routes } from "../../../../src/slack/edge/routes.ts";
import { createPeople, GroupNotKnownError } from "../../../../src/slack/people/people.ts";
import { aModal, SILENT, startBolt, TEST_MANIFEST, textInput } from "../../sandbox/slack/bolt-app.ts";

const joon = "U0JOON";
const tests = "C0TESTS";
const guest = "U0GUEST";
const { edge } = wordsOf("en");
const noGuide = () => ({ purpose: "", barred: null, uses: [{ words: "", does: "" }], notes: [] });

const manifest = {
  ...TEST_MANIFEST,
  features: {
    ...TEST_MANIFEST.features,
    shortcuts: [
      { name: "Global", type: "global", callback_id: "constructor", description: "x" },
      { name: "Message", type: "message", callback_id: "toString", description: "x" },
    ],
  },
};

/** The app's edge with these routes, on a fresh workspace. */
async function startEdge(mode: "socket" | "http", routes: Routes) {
  const failures: { reference: string; surface: string; error: unknown }[] = [];
  const { slack, stop } = await startBolt(
    (app, { apiUrl, botToken, teamId }) => {
      const client = createSlackClient({ botToken, apiUrl, logger: SILENT });
      const people = createPeople({
        client,
        home: { teamId },
        groups: [],
        defaultLocale: "en",
        onFailure: () => {},
      });
      const options: EdgeOptions = {
        people,
        client,
        words: (locale) => ({ ...wordsOf(locale).edge, guide: wordsOf(locale).help }),
        isFirstDelivery: async () => true,
        newReference: () => `ref-${failures.length + 1}`,
        onFailure: (failure) => failures.push(failure),
      };
      bindRoutes(app, mergeRoutes([routes]), options);
    },
    { manifest, delivery: { kind: mode } },
  );
  onTestFinished(stop);
  const told = (words: string, who = joon) =>
    slack.waitFor(
      () => [...slack.ephemerals(who), ...slack.dm(who)].find(({ text }) => text.includes(words)),
      { what: `“${words}”`, timeoutMs: 10_000 },
    );
  return { slack, failures, told };
}

const defect = async () => {
  throw new Error("a defect");
};
const button = (actionId: string): KnownBlock[] => [
  {
    type: "actions",
    elements: [{ type: "button", action_id: actionId, text: { type: "plain_text", text: "Go" }, value: "v" }],
  },
];

describe.each(["socket", "http"] as const)("what no feature answers to, over %s", (mode) => {
  it("is answered all the same: commands and shortcuts, also by names that every object has", async () => {
    const { slack, told, failures } = await startEdge(mode, {});
    const person = slack.as(joon);
    await person.command("/hello", "", { conversation: tests });
    await told(edge.notYetBuilt("/hello"));
    await person.shortcut("constructor");
    await told(edge.notYetBuilt("constructor"));
    await person.messageShortcut("toString", person.say(tests, "x"));
    await told(edge.notYetBuilt("toString"));
    expect(failures).toEqual([]);
    expect(slack.findings).toEqual([]);
  });

  it.each(["old.form", "constructor", "__proto__"])(
    "the form and the button %s are out of date",
    async (id) => {
      const open: Routes = {
        commands: {
          "/form": { guide: noGuide, run: async (c) => void (await c.openModal(aModal(id))) },
          "/hello": {
            guide: noGuide,
            run: (c) => c.ack({ text: "buttons", blocks: button(id) }),
          },
        },
      };
      const { slack, told, failures } = await startEdge(mode, open);
      const person = slack.as(joon);
      await person.command("/form");
      await slack.waitFor(() => person.views().length === 1, { what: "the form" });
      await person.fill("name", "x");
      const submitted = await person.submit();
      expect(submitted).toMatchObject({
        kind: "errors",
        errors: { name: edge.outdated },
      });
      await person.command("/hello");
      const ephemeral = await slack.waitFor(() => slack.ephemerals(joon)[0]);
      await person.click({ ephemeral }, id);
      await told(edge.outdated);
      expect(failures).toEqual([]);
    },
  );
});

describe.each(["socket", "http"] as const)("a handler that throws, over %s", (mode) => {
  it.each([
    ["before the acknowledgement", false],
    ["after the acknowledgement", true],
  ])("%s is owned up to once, with a reference that is in the log", async (_, acknowledges) => {
    const { slack, told, failures } = await startEdge(mode, {
      commands: {
        "/hello": {
          guide: noGuide,
          run: async ({ ack }) => {
            if (acknowledges) await ack(plainAnswer("first"));
            await defect();
          },
        },
      },
    });
    const delivery = await slack.as(joon).command("/hello", "", { conversation: tests });
    expect(delivery.ack?.status).toBe(200);
    await told(edge.failed("ref-1"));
    expect(failures).toEqual([{ reference: "ref-1", surface: "/hello", error: new Error("a defect") }]);
    expect(slack.ephemerals(joon).filter(({ text }) => text.includes("ref-1"))).toHaveLength(1);
    expect(slack.findings).toEqual([]);
  });

  it("is owned up to in the form, on the button and behind the shortcut", async () => {
    const { slack, told, failures } = await startEdge(mode, {
      commands: {
        "/form": { guide: noGuide, run: async (c) => void (await c.openModal(aModal("f"))) },
        "/hello": {
          guide: noGuide,
          run: (c) => c.ack({ text: "buttons", blocks: button("b:1") }),
        },
      },
      submissions: { f: defect },
      clicks: { b: defect },
      shortcuts: { constructor: defect },
    });
    const person = slack.as(joon);
    await person.command("/form");
    await slack.waitFor(() => person.views().length === 1, { what: "the form" });
    await person.fill("name", "x");
    expect(await person.submit()).toMatchObject({
      errors: { name: edge.failed("ref-1") },
    });
    await person.command("/hello");
    await person.click({ ephemeral: await slack.waitFor(() => slack.ephemerals(joon)[0]) }, "b:1");
    await told(edge.failed("ref-2"));
    await person.shortcut("constructor");
    await told(edge.failed("ref-3"));
    expect(failures.map(({ surface }) => surface)).toEqual(["f", "b:1", "constructor"]);
  });

  it("is no defect when a group isn't known: that is said, and nothing is logged here", async () => {
    const { slack, told, failures } = await startEdge(mode, {
      commands: {
        "/hello": {
          guide: noGuide,
          run: async () => {
            throw new GroupNotKnownError("S1");
          },
        },
      },
    });
    await slack.as(joon).command("/hello");
    await told(edge.groupNotKnown("S1"));
    expect(failures).toEqual([]);
  });
});

describe("who may do nothing", () => {
  it("is told so, and no handler runs for them nor for whom Slack doesn't know", async () => {
    const { slack, told, failures } = await startEdge("socket", {
      commands: { "/hello": { guide: noGuide, run: defect } },
    });
    await slack.as(guest).command("/hello", "", { conversation: tests });
    await told(edge.outsider, guest);
    slack.faults.webApi({ method: "users.info", kind: "status", status: 503 });
    await slack.as(joon).command("/hello", "", { conversation: tests });
    await told(edge.notRecognised);
    expect(failures).toEqual([]);
  });
});

const optionOf = (value: string) => ({ value, text: { type: "plain_text", text: value } });
const select = (blockId: string, element: object, dispatch = false) => ({
  ...textInput(blockId),
  element: { action_id: "value", ...element },
  dispatch_action: dispatch,
});

describe.each(["socket", "http"] as const)("a form's own fields, over %s", (mode) => {
  const kind = select("kind", { type: "static_select", options: [optionOf("a"), optionOf("b")] }, true);

  it("tell of a change with all that is typed, and the form follows the newest of them", async () => {
    const clicks: string[] = [];
    const { slack, failures } = await startEdge(mode, {
      commands: {
        "/form": {
          guide: noGuide,
          run: async (c) => {
            await c.openModal({ ...aModal("f", [kind, textInput("rows.3.name~1")]), private_metadata: "m" });
          },
        },
      },
      clicks: {
        "f/kind": async (click) => {
          await click.ack();
          const typed = click.form?.fields.text("rows.3.name");
          clicks.push(`${click.form?.metadata} ${click.value} ${typed}`);
          const changed = aModal("f", [kind, textInput("rows.3.name~1"), textInput(`more${clicks.length}`)]);
          await click.updateModal(changed);
          // As if a second click had come before the first change was seen: it knows all that the first did.
          await click.updateModal({ ...changed, blocks: [...changed.blocks, { type: "divider" }] });
        },
      },
    });
    const person = slack.as(joon);
    await person.command("/form");
    await slack.waitFor(() => person.views().length === 1, { what: "the form" });
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

  it("offer what the feature finds, as much of it as Slack takes", async () => {
    const searches: string[] = [];
    const rows = select("rows.2.type~4", { type: "external_select", min_query_length: 0 });
    const routes: Routes = {
      commands: {
        "/form": { guide: noGuide, run: async (c) => void (await c.openModal(aModal("f", [rows]))) },
      },
      suggestions: {
        "f/rows.type": async ({ person, typed }) => {
          searches.push(`${person.id} ${typed}`);
          const found = Array.from({ length: 120 }, (_, index) => ({ value: `${typed}${index}`, label: "" }));
          return [
            { value: "x".repeat(151), label: "too long" },
            { value: "", label: "none" },
            ...found,
            ...found,
          ];
        },
      },
    };
    const { slack, failures } = await startEdge(mode, routes);
    const person = slack.as(joon);
    await person.command("/form");
    await slack.waitFor(() => person.views().length === 1, { what: "the form" });
    const offered = await person.suggest("rows.2.type~4", " WL ");
    expect(offered.map(({ value }) => value)).toEqual(
      Array.from({ length: 100 }, (_, index) => `WL${index}`),
    );
    expect(searches).toEqual(["U0JOON WL"]);
    expect(failures).toEqual([]);
    expect(slack.findings).toEqual([]);
  });

  it("offer nothing when the feature fails, or hasn't found it when Slack stops waiting", async () => {
    const rows = select("slow", { type: "external_select", min_query_length: 0 });
    const other = select("broken", { type: "external_select", min_query_length: 0 });
    const { slack, failures } = await startEdge(mode, {
      commands: {
        "/form": { guide: noGuide, run: async (c) => void (await c.openModal(aModal("f", [rows, other]))) },
      },
      suggestions: { "f/slow": () => new Promise(() => {}), "f/broken": defect },
    });
    const person = slack.as(joon);
    await person.command("/form");
    await slack.waitFor(() => person.views().length === 1, { what: "the form" });
    expect(await person.suggest("slow", "x")).toEqual([]);
    expect(await person.suggest("broken", "x")).toEqual([]);
    expect(failures).toEqual([{ reference: "ref-1", surface: "f/broken", error: new Error("a defect") }]);
  });
});

describe("routes", () => {
  it("of two features with the same id are refused, and an id that every object has is free", () => {
    const once: Routes = { clicks: { constructor: defect } };
    expect(() => mergeRoutes([once])).not.toThrow();
    expect(() => mergeRoutes([once, once])).toThrow("two features answer to constructor");
  });
});
