import { describe, expect, it } from "vitest";
import { aModal } from "../../../../sandbox/test/support/bolt-app.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { plainAnswer } from "../../../../src/slack/blocks/answer.ts";
import { type Click, mergeRoutes, type Routes } from "../../../../src/slack/edge/interaction.ts";
import { GroupNotKnownError } from "../../../../src/slack/people/people.ts";
import { button, defect, edge, guest, joon, minji, noGuide, startEdge, tests } from "./start-edge.ts";

describe.each(["socket", "http"] as const)("an id that no feature handles, over %s", (mode) => {
  it("is answered as out of date for commands and shortcuts", async () => {
    const { slack, told, failures } = await startEdge(mode, {});
    const person = slack.as(joon);
    await person.command("/hello", "", { conversation: tests });
    await told(edge.outdated);
    await person.shortcut("constructor");
    await told(edge.outdated);
    await person.messageShortcut("toString", person.say(tests, "x"));
    await told(edge.outdated);
    expect(failures).toEqual([]);
    expect(slack.findings).toEqual([]);
  });

  it.each(["old.form", "constructor", "__proto__"])(
    "is answered as out of date for the form and the button %s",
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

it("an old button on Home is answered in a modal in the person's language", async () => {
  const { slack, client } = await startEdge("socket", {});
  const { outdated, answer } = wordsOf("ko").edge;
  await client.views.publish({ user_id: minji, view: { type: "home", blocks: button("old.button") } });
  const person = slack.as(minji);
  await person.click({ home: true }, "old.button");
  const shown = await slack.waitFor(() => person.views()[0], { what: "the answer" });
  expect(shown).toMatchObject({ title: answer.title, close: answer.close });
  expect(JSON.stringify(shown.blocks)).toContain(outdated);
});

it("an answer to a click in the third modal replaces it, since Slack allows no fourth", async () => {
  const titles = ["first", "second", "third", "fourth"];
  const answers = titles.map((text) => ({ ...plainAnswer(text), blocks: button(text) }));
  const { slack, client, failures } = await startEdge("socket", {
    clicks: {
      go: (click) => click.answer(answers[0]!),
      ...Object.fromEntries(
        titles.slice(0, 3).map((id, at) => [id, (click: Click) => click.answer(answers[at + 1]!)]),
      ),
    },
  });
  await client.views.publish({ user_id: joon, view: { type: "home", blocks: button("go") } });
  const person = slack.as(joon);
  await person.click({ home: true }, "go");
  for (const [index, id] of titles.entries()) {
    await slack.waitFor(() => JSON.stringify(person.views().at(-1)?.blocks)?.includes(`"${id}"`), {
      what: `the ${id} answer`,
    });
    expect(person.views()).toHaveLength(Math.min(index + 1, 3));
    if (index < 3) await person.click({ view: true }, id);
  }
  expect(failures).toEqual([]);
  expect(slack.findings).toEqual([]);
});

it("no failure is reported if the modal under a new form was closed meanwhile", async () => {
  const { slack, failures } = await startEdge("socket", {
    commands: {
      "/form": { guide: noGuide, run: (c) => c.openModal({ ...aModal("f"), blocks: button("b") }) },
    },
    clicks: { b: (click) => click.openModal(aModal("over")) },
  });
  const person = slack.as(joon);
  await person.command("/form");
  await slack.waitFor(() => person.views().length === 1, { what: "the form" });
  slack.faults.webApi({ method: "views.push", kind: "error", error: "not_found", times: 1 });
  await person.click({ view: true }, "b");
  // The handler hasn't acknowledged yet: that comes after all that it does.
  expect(slack.dm(joon)).toEqual([]);
  expect(failures).toEqual([]);
});

describe.each(["socket", "http"] as const)("a handler that throws, over %s", (mode) => {
  it.each([
    ["before the acknowledgement", false],
    ["after the acknowledgement", true],
  ])("is reported to the person once, with the reference of the log, %s", async (_, acknowledges) => {
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

  it("is reported in the form, and after the button and the shortcut", async () => {
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

  it("is answered without a log entry if a user group isn't known", async () => {
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

describe("a guest or an unrecognised person", () => {
  it("is refused, and no handler runs", async () => {
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

describe("mergeRoutes", () => {
  it("refuses an id of two features, and takes one that every object has", () => {
    const once: Routes = { clicks: { constructor: defect } };
    expect(() => mergeRoutes([once])).not.toThrow();
    expect(() => mergeRoutes([once, once])).toThrow("two features answer to constructor");
  });
});
