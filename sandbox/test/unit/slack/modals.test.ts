import type { App } from "@slack/bolt";
import { describe, expect, it } from "vitest";
import { aModal, textInput } from "../../support/bolt-app.ts";
import { openForm, values } from "./open-form.ts";
import { rules } from "./web-client.ts";

const plain = (text: string) => ({ type: "plain_text" as const, text });
const option = (value: string, text = value) => ({ text: plain(text), value });
const filled = textInput("a", { initial_value: "x" });
const select = (blockId: string, ...options: object[]) =>
  textInput(blockId, { type: "static_select", options });

/** Answers each submission of the form with this. */
const answering = (answer: object) => (app: App) =>
  void app.view("form", async ({ ack }) => await Reflect.apply(ack, undefined, [answer]));

describe("the fields of a modal in the sandbox's Slack", () => {
  it("refuse a value that Slack's client would not let a person enter", async () => {
    const { joon } = await openForm([
      textInput("short", { max_length: 3 }),
      select("kind", option("a")),
      textInput("pdf", { type: "file_input", filetypes: ["pdf"], max_files: 1 }),
    ]);
    const png = { name: "a.png", bytes: new Uint8Array(3), mimetype: "image/png" };
    const pdf = { name: "a.PDF", bytes: new Uint8Array(3), mimetype: "application/pdf" };
    await expect(joon.fill("short", "abcd")).rejects.toThrow("stops typing at 3");
    await expect(joon.fill("kind", "b")).rejects.toThrow("no option b; offered: a");
    await expect(joon.fill("nowhere", "b")).rejects.toThrow("no element nowhere");
    await expect(joon.fill("pdf", png)).rejects.toThrow("takes only pdf");
    await expect(joon.fill("pdf", [pdf, pdf])).rejects.toThrow("at most 1");
    await joon.fill("pdf", pdf);
    const huge = { ...pdf, bytes: new Uint8Array(10 * 1024 * 1024 + 1) };
    await expect(joon.fill("pdf", huge)).rejects.toThrow("10 MB");
  });

  it("are checked by the client before anything is sent to the bot", async () => {
    const { slack, joon } = await openForm([
      textInput("needed"),
      textInput("long", { min_length: 3 }),
      textInput("maybe", {}, { optional: true }),
    ]);
    await joon.fill("long", "ab");
    const errors = { needed: "This is a required field", long: "Must be at least 3 characters" };
    expect(await joon.submit()).toEqual({ kind: "client_error", errors });
    expect(slack.traffic.some(({ name }) => name === "view_submission")).toBe(false);
  });
});

describe("an update of a modal in the sandbox's Slack", () => {
  it("keeps what was typed in fields with the same id, and loses it in fields with a new id", async () => {
    const view = aModal("form", [
      textInput("kept", { initial_value: "ignored" }),
      textInput("reset~1", { initial_value: "fresh" }),
      select("kind", option("b")),
    ]);
    const { joon } = await openForm(
      [textInput("kept"), textInput("reset"), select("kind", option("a"), option("b"))],
      answering({ response_action: "update", view }),
    );
    await joon.fillAll({ kept: "typed", reset: "gone", kind: "a" });
    expect(await joon.submit()).toMatchObject({ kind: "updated" });
    expect(values(joon)).toEqual({
      kept: { value: { type: "plain_text_input", value: "typed" } },
      "reset~1": { value: { type: "plain_text_input", value: "fresh" } },
      kind: { value: { type: "static_select", selected_option: null } },
    });
  });

  it("follows from an input that dispatches", async () => {
    const { joon } = await openForm(
      [{ ...select("kind", option("a"), option("b")), dispatch_action: true }, textInput("rest")],
      (app) => app.action("value", async ({ ack }) => await ack()),
    );
    expect(await joon.fill("rest", "typing dispatches nothing")).toBeNull();
    const chosen = await joon.fill("kind", "b");
    expect(chosen).toMatchObject({ kind: "block_actions", ack: { status: 200 } });
    const rest = { value: { value: "typing dispatches nothing" } };
    expect(chosen?.payload).toMatchObject({ view: { state: { values: { rest } } } });
  });
});

describe("the bot's answers to a submission in the sandbox's Slack", () => {
  it.each([
    [
      "errors on a block that is no input",
      { response_action: "errors", errors: { nope: "x" } },
      "invalid_errors",
    ],
    ["an unknown action", { response_action: "explode" }, "unknown_response_action"],
    ["an invalid view", { response_action: "update", view: { type: "modal" } }, "invalid_arguments"],
    ["an unknown object", { hello: 1 }, "unknown_answer"],
  ])("lead to an error in the modal when they are invalid: %s", async (_name, answer, rule) => {
    const { slack, joon } = await openForm([filled], answering(answer));
    const message = "We had some trouble connecting. Try again?";
    expect(await joon.submit()).toMatchObject({ kind: "trouble", message });
    expect(joon.views()).toMatchObject([{ trouble: message }]);
    expect(rules(slack)).toEqual([rule]);
  });

  it("can push two modals onto the first, and not a third", async () => {
    const push = { response_action: "push", view: aModal("form", [filled]) };
    const { slack, joon } = await openForm([filled], answering(push));
    const kinds = [await joon.submit(), await joon.submit(), await joon.submit()].map(({ kind }) => kind);
    expect(kinds).toEqual(["pushed", "pushed", "trouble"]);
    const [first, second, third] = joon.views();
    const places = [second?.previousViewId, third?.previousViewId, third?.rootViewId];
    expect(places).toEqual([first?.id, second?.id, first?.id]);
    expect(rules(slack)).toEqual(["push_limit_reached"]);
  });

  it("are given up after three seconds, and the modal stays open with an error", async () => {
    const { slack, joon } = await openForm([filled], (app) => app.view("form", async () => {}));
    expect(await joon.submit()).toMatchObject({ kind: "trouble" });
    expect(joon.views()).toHaveLength(1);
    expect(rules(slack)).toEqual(["no_ack"]);
  });
});

describe("an external select", () => {
  const find = textInput("find", { type: "external_select", min_query_length: 2 });
  const offering = (answer: object) =>
    openForm([find], (app) =>
      app.options("value", async ({ ack }) => await Reflect.apply(ack, undefined, [answer])),
    );

  it.each([
    ["more than 100 options", { options: Array.from({ length: 101 }, (_, i) => option(`${i}`)) }],
    ["a text above 75", { options: [option("a", "x".repeat(76))] }],
    ["a value above 150", { options: [option("v".repeat(151), "a")] }],
    ["the same value twice", { options: [option("a"), option("a", "b")] }],
    ["a group without options", { option_groups: [{ label: plain("g"), options: [] }] }],
  ])("offers nothing when the bot answers with %s", async (_name, answer) => {
    const { slack, joon } = await offering(answer);
    expect(await joon.suggest("find", "ko")).toEqual([]);
    expect(rules(slack)).toEqual(["invalid_options"]);
  });

  it("offers two groups of a hundred options each, from its minimum number of characters on", async () => {
    const hundred = (prefix: string) => Array.from({ length: 100 }, (_, i) => option(`${prefix}${i}`));
    const groups = ["a", "b"].map((label) => ({ label: plain(label), options: hundred(label) }));
    const { slack, joon } = await offering({ option_groups: groups });
    await expect(joon.suggest("find", "k")).rejects.toThrow("from 2 characters");
    expect(await joon.suggest("find", "all")).toHaveLength(200);
    expect(await joon.suggestGrouped("find", "all")).toMatchObject(groups);
    await expect(joon.fill("find", "c1")).rejects.toThrow("no option c1");
    await joon.fill("find", "a1");
    expect(slack.findings).toEqual([]);
  });

  it("can be answered with no options, which breaks no Slack rule", async () => {
    const { slack, joon } = await offering({ options: [] });
    expect(await joon.suggest("find", "none")).toEqual([]);
    expect(slack.findings).toEqual([]);
  });
});

describe("a conversations_select in the sandbox's Slack", () => {
  const channel = textInput("channel", {
    ...{ type: "conversations_select", default_to_current_conversation: true },
    filter: { include: ["public", "private"], exclude_external_shared_channels: true },
  });

  it("starts with the command's own, and offers what its filter leaves", async () => {
    const { joon } = await openForm([channel], undefined, "C0GENERAL");
    expect(joon.offeredConversations("channel").map(({ id }) => id)).not.toContain("C0SHARED");
    await expect(joon.fill("channel", "G0SECRET")).rejects.toThrow("no conversation G0SECRET");
    expect(values(joon)).toMatchObject({ channel: { value: { selected_conversation: "C0GENERAL" } } });
  });

  it("starts empty when its filter leaves out the command's conversation", async () => {
    const { joon } = await openForm([channel], undefined, "C0SHARED");
    expect(values(joon)).toMatchObject({ channel: { value: { selected_conversation: null } } });
    expect(await joon.submit()).toMatchObject({ kind: "client_error", errors: { channel: /required/ } });
  });
});
