import { describe, expect, it } from "vitest";
import { aModal, textInput } from "../../../../sandbox/test/support/bolt-app.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { plainAnswer } from "../../../../src/slack/blocks/answer.ts";
import { type Click, mergeRoutes, type Routes } from "../../../../src/slack/edge/interaction.ts";
import { GroupNotKnownError } from "../../../../src/slack/people/people.ts";
import {
  button,
  buttonAnswer,
  defect,
  edge,
  guest,
  joon,
  minji,
  modes,
  opening,
  saying,
  startEdge,
  tests,
} from "./start-edge.ts";

describe.each(modes)("an ID that no feature handles, over %s", (mode) => {
  it("is answered as outdated for commands and shortcuts", async () => {
    const { slack, person, told, failures } = await startEdge(mode, {});
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
    "is answered as outdated for the form and the button %s",
    async (id) => {
      const commands = { ...opening(aModal(id)), ...saying((c) => c.ack(buttonAnswer(id))) };
      const { slack, person, openForm, told, failures } = await startEdge(mode, { commands });
      await openForm();
      await person.fill("name", "x");
      expect(await person.submit()).toMatchObject({ kind: "errors", errors: { name: edge.outdated } });
      await person.command("/hello");
      await person.click({ ephemeral: await slack.waitFor(() => slack.ephemerals(joon)[0]) }, id);
      await told(edge.outdated);
      expect(failures).toEqual([]);
    },
  );
});

it("an outdated button on Home is answered in a modal in the person's language", async () => {
  const { slack, client } = await startEdge("socket", {});
  const { outdated, answer } = wordsOf("ko").edge;
  await client.views.publish({ user_id: minji, view: { type: "home", blocks: button("old.button") } });
  const person = slack.as(minji);
  await person.click({ home: true }, "old.button");
  const shown = await slack.waitFor(() => person.views()[0], { what: "the answer" });
  expect(shown).toMatchObject({ title: answer.title, close: answer.close });
  expect(JSON.stringify(shown.blocks)).toContain(outdated);
});

it("the answer to a click in the third modal replaces that modal, since Slack allows no fourth", async () => {
  const titles = ["first", "second", "third", "fourth"];
  const clicks = ["go", ...titles].slice(0, 4).map((id, index) => {
    const title = titles[index] ?? "";
    return [id, (click: Click) => click.answer(buttonAnswer(title, title))];
  });
  const { slack, client, person, failures } = await startEdge("socket", {
    clicks: Object.fromEntries(clicks),
  });
  await client.views.publish({ user_id: joon, view: { type: "home", blocks: button("go") } });
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

it("no failure is reported if a modal was closed before a new modal could open above it", async () => {
  const { slack, person, openForm, failures } = await startEdge("socket", {
    commands: opening(aModal("f", button("b"))),
    clicks: { b: (click) => click.openModal(aModal("over")) },
  });
  await openForm();
  slack.faults.webApi({ method: "views.push", kind: "error", error: "not_found", times: 1 });
  await person.click({ view: true }, "b");
  // The handler hasn't acknowledged yet: that comes after all that it does.
  expect(slack.dm(joon)).toEqual([]);
  expect(failures).toEqual([]);
});

describe.each(modes)("a handler that throws an error, over %s", (mode) => {
  it.each([
    ["before the acknowledgement", false],
    ["after the acknowledgement", true],
  ])(
    "is reported to the person once, with the log entry's reference, if it throws %s",
    async (_, acknowledges) => {
      const commands = saying(async ({ ack }) => {
        if (acknowledges) await ack(plainAnswer("first"));
        await defect();
      });
      const { slack, person, told, failures } = await startEdge(mode, { commands });
      const delivery = await person.command("/hello", "", { conversation: tests });
      expect(delivery.ack?.status).toBe(200);
      await told(edge.failed("ref-1"));
      expect(failures).toEqual([{ reference: "ref-1", surface: "/hello", error: new Error("a defect") }]);
      expect(slack.ephemerals(joon).filter(({ text }) => text.includes("ref-1"))).toHaveLength(1);
      expect(slack.findings).toEqual([]);
    },
  );

  it("is reported in the form, or after the click or the shortcut", async () => {
    const { slack, person, openForm, told, failures } = await startEdge(mode, {
      commands: { ...opening(aModal("f")), ...saying((c) => c.ack(buttonAnswer("b:1"))) },
      submissions: { f: defect },
      clicks: { b: defect },
      shortcuts: { constructor: defect },
    });
    await openForm();
    await person.fill("name", "x");
    expect(await person.submit()).toMatchObject({ errors: { name: edge.failed("ref-1") } });
    await person.command("/hello");
    await person.click({ ephemeral: await slack.waitFor(() => slack.ephemerals(joon)[0]) }, "b:1");
    await told(edge.failed("ref-2"));
    await person.shortcut("constructor");
    await told(edge.failed("ref-3"));
    expect(failures.map(({ surface }) => surface)).toEqual(["f", "b:1", "constructor"]);
  });

  it("is answered without a log entry if the members of a user group aren't known", async () => {
    const commands = saying(() => Promise.reject(new GroupNotKnownError("S1")));
    const { person, told, failures } = await startEdge(mode, { commands });
    await person.command("/hello");
    await told(edge.groupNotKnown("S1"));
    expect(failures).toEqual([]);
  });

  it("is answered in a new modal above a modal without fields", async () => {
    let isKnown = false;
    const { slack, person, openForm } = await startEdge(mode, {
      commands: opening(aModal("f", lines(3))),
      submissions: { f: () => (isKnown ? defect() : Promise.reject(new GroupNotKnownError("S1"))) },
    });
    await openForm();
    const [before] = person.views();
    for (const words of [edge.groupNotKnown("S1"), edge.failed("ref-1")]) {
      expect(await person.submit()).toMatchObject({ kind: "pushed" });
      expect(JSON.stringify(person.views().at(-1))).toContain(words);
      await person.closeView();
      expect(person.views()).toEqual([before]);
      isKnown = true;
    }
    expect(slack.findings).toEqual([]);
  });
});

const section = (text: string) => ({ type: "section", text: { type: "plain_text", text } });
const lines = (count: number) => Array.from({ length: count }, () => section("가"));

it("a handler's failure on a submission is shown below an input field of the form", async () => {
  const options = [{ text: { type: "plain_text", text: "One" }, value: "1" }];
  const accessory = { type: "static_select", action_id: "value", options };
  const blocks = [
    { ...section("which"), block_id: "a", accessory },
    textInput("name", {}, { optional: true }),
  ];
  const routes = { commands: opening(aModal("f", blocks)), submissions: { f: defect } };
  const { person, openForm } = await startEdge("socket", routes);
  await openForm();
  expect(await person.submit()).toMatchObject({ kind: "errors", errors: { name: edge.failed("ref-1") } });
});

it("an outdated modal without fields is replaced by a note without a submit button", async () => {
  const { person, openForm } = await startEdge("socket", { commands: opening(aModal("old", lines(2))) });
  await openForm();
  expect(await person.submit()).toMatchObject({ kind: "updated" });
  expect(person.views()[0]).toMatchObject({ submit: null, blocks: [{ text: { text: edge.outdated } }] });
});

it("a guest or an unrecognised person is refused before any handler runs", async () => {
  const { slack, person, told, failures } = await startEdge("socket", { commands: saying(defect) });
  await slack.as(guest).command("/hello", "", { conversation: tests });
  await told(edge.outsider, guest);
  slack.faults.webApi({ method: "users.info", kind: "status", status: 503 });
  await person.command("/hello", "", { conversation: tests });
  await told(edge.notRecognised);
  expect(failures).toEqual([]);
});

it("mergeRoutes refuses an ID that two features handle, and accepts names such as “constructor”", () => {
  const once: Routes = { clicks: { constructor: defect } };
  expect(() => mergeRoutes([once])).not.toThrow();
  expect(() => mergeRoutes([once, once])).toThrow("two features answer to constructor");
});
