import { describe, expect, it } from "vitest";
import { aModal, textInput } from "../../support/bolt-app.ts";
import { openForm, values } from "./open-form.ts";

const plain = (text: string) => ({ type: "plain_text", text });
const option = (value: string) => ({ text: plain(value.toUpperCase()), value });

describe("fields", () => {
  it("start with their initial values and reach the app as Slack sends them", async () => {
    let state: unknown;
    const { slack, joon } = await openForm(
      [
        textInput("text", { initial_value: "hi" }),
        textInput("kind", {
          type: "static_select",
          options: [option("a"), option("b")],
          initial_option: option("a"),
        }),
        textInput("many", { type: "checkboxes", options: [option("x"), option("y")] }),
        textInput("who", { type: "users_select" }),
        textInput("when", { type: "datepicker", initial_date: "2026-11-21" }),
        textInput("count", { type: "number_input", is_decimal_allowed: false }),
        textInput("at", { type: "datetimepicker" }, { optional: true }),
      ],
      (app) =>
        app.view("form", async ({ ack, view }) => {
          state = view.state.values;
          await ack();
        }),
    );
    await joon.fillAll({ many: ["y", "x"], who: "U0MINA", count: "7", kind: "b" });
    expect(await joon.submit()).toMatchObject({ kind: "closed" });
    expect(state).toEqual({
      text: { value: { type: "plain_text_input", value: "hi" } },
      kind: { value: { type: "static_select", selected_option: option("b") } },
      many: { value: { type: "checkboxes", selected_options: [option("y"), option("x")] } },
      who: { value: { type: "users_select", selected_user: "U0MINA" } },
      when: { value: { type: "datepicker", selected_date: "2026-11-21" } },
      count: { value: { type: "number_input", value: "7" } },
      at: { value: { type: "datetimepicker", selected_date_time: null } },
    });
    expect(slack.findings).toEqual([]);
  });

  it("refuse what the element would not let a person enter", async () => {
    const { joon } = await openForm([
      textInput("short", { max_length: 3 }),
      textInput("kind", { type: "static_select", options: [option("a")] }),
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

  it("are checked by the client before anything is sent", async () => {
    const { slack, joon } = await openForm([
      textInput("mail", { type: "email_text_input" }),
      textInput("link", { type: "url_text_input" }),
      textInput("count", { type: "number_input", is_decimal_allowed: false, max_value: "5" }),
      textInput("long", { min_length: 3 }),
      textInput("maybe", {}, { optional: true }),
    ]);
    await joon.fillAll({ mail: "x", link: "ftp", count: "6", long: "ab" });
    const result = await joon.submit();
    expect(result).toMatchObject({ kind: "client_error" });
    expect(Object.keys(result.kind === "client_error" ? result.errors : {})).toEqual([
      "mail",
      "link",
      "count",
      "long",
    ]);
    expect(slack.traffic.some(({ name }) => name === "view_submission")).toBe(false);
  });
});

describe("a view update", () => {
  it("keeps what was typed under unchanged ids and loses it under new ones", async () => {
    const { joon } = await openForm(
      [
        textInput("kept"),
        textInput("reset"),
        textInput("kind", { type: "static_select", options: [option("a"), option("b")] }),
      ],
      (app) =>
        app.view("form", async ({ ack }) => {
          const view = aModal("form", [
            textInput("kept", { initial_value: "ignored" }),
            textInput("reset~1", { initial_value: "fresh" }),
            textInput("kind", { type: "static_select", options: [option("b")] }),
          ]);
          await ack({ response_action: "update", view });
        }),
    );
    await joon.fillAll({ kept: "typed", reset: "gone", kind: "a" });
    expect(await joon.submit()).toMatchObject({ kind: "updated" });
    expect(values(joon)).toEqual({
      kept: { value: { type: "plain_text_input", value: "typed" } },
      "reset~1": { value: { type: "plain_text_input", value: "fresh" } },
      kind: { value: { type: "static_select", selected_option: null } },
    });
  });

  it("follows from an input that dispatches, with the whole state", async () => {
    const { slack, joon } = await openForm(
      [
        textInput(
          "kind",
          { type: "static_select", options: [option("a"), option("b")] },
          { dispatch_action: true },
        ),
        textInput("rest", {}, { dispatch_action: true }),
      ],
      (app) =>
        app.action("value", async ({ ack, body, client }) => {
          await ack();
          if (body.type !== "block_actions" || body.view === undefined) return;
          if (body.actions[0]?.block_id !== "kind") return;
          const chosen = body.view.state.values["kind"]?.["value"]?.selected_option?.value;
          await client.views.update({
            view_id: body.view.id,
            hash: body.view.hash,
            view: aModal("form", [
              ...body.view.blocks,
              { type: "section", block_id: "for", text: plain(`for ${chosen}`) },
            ]),
          });
        }),
    );
    expect(await joon.fill("rest", "typing dispatches nothing")).toBeNull();
    expect(await joon.fill("kind", "b")).toMatchObject({ kind: "block_actions", ack: { status: 200 } });
    await slack.waitFor(() => joon.views()[0]?.blocks.length === 3, { what: "the third block" });
    expect(joon.views()[0]?.blocks[2]).toMatchObject({ text: { text: "for b" } });
    expect(values(joon)).toMatchObject({ rest: { value: { value: "typing dispatches nothing" } } });
    expect(await joon.enter("rest")).toMatchObject({
      payload: { actions: [{ type: "plain_text_input", value: /typing/ }] },
    });
  });
});

describe("answers to a submission", () => {
  async function answering(answer: object, blocks = [textInput("a", { initial_value: "x" })]) {
    const form = await openForm(blocks, (app) =>
      app.view("form", async ({ ack }) => await Reflect.apply(ack, undefined, [answer])),
    );
    return { ...form, result: await form.joon.submit() };
  }

  it.each([
    [
      "errors on a block that is no input",
      { response_action: "errors", errors: { nope: "x" } },
      "invalid_errors",
    ],
    ["an unknown action", { response_action: "explode" }, "unknown_response_action"],
    [
      "an update with an invalid view",
      { response_action: "update", view: { type: "modal" } },
      "invalid_arguments",
    ],
    ["something else", { hello: 1 }, "unknown_answer"],
  ])("that make no sense leave the modal in trouble: %s", async (_name, answer, rule) => {
    const { slack, joon, result } = await answering(answer);
    expect(result).toMatchObject({ kind: "trouble", message: "We had some trouble connecting. Try again?" });
    expect(joon.views()).toMatchObject([{ trouble: "We had some trouble connecting. Try again?" }]);
    expect(slack.findings.map((alert) => alert.rule)).toEqual([rule]);
  });

  it("push up to three views, and no fourth", async () => {
    const { slack, joon } = await openForm([textInput("a", { initial_value: "x" })], (app) =>
      app.view("form", async ({ ack }) => {
        await ack({
          response_action: "push",
          view: aModal("form", [textInput("a", { initial_value: "x" })]),
        });
      }),
    );
    const kinds = [await joon.submit(), await joon.submit(), await joon.submit()].map(({ kind }) => kind);
    expect(kinds).toEqual(["pushed", "pushed", "trouble"]);
    const [first, second, third] = joon.views();
    expect([second?.previousViewId, third?.previousViewId, third?.rootViewId]).toEqual([
      first?.id,
      second?.id,
      first?.id,
    ]);
    expect(slack.findings).toMatchObject([{ rule: "push_limit_reached" }]);
  });

  it("that never come are trouble after three seconds, and the modal stays", async () => {
    const { slack, joon } = await openForm([textInput("a", { initial_value: "x" })], (app) =>
      app.view("form", async () => {}),
    );
    expect(await joon.submit()).toMatchObject({ kind: "trouble" });
    expect(joon.views()).toHaveLength(1);
    expect(slack.findings.map(({ rule }) => rule)).toEqual(["no_ack"]);
  });
});

describe("closing", () => {
  it("tells the app when it asked to be told, also for the whole stack", async () => {
    const closed: boolean[] = [];
    const { joon } = await openForm([textInput("a", { initial_value: "x" })], (app) => {
      app.view("form", async ({ ack }) => {
        await ack({ response_action: "push", view: { ...aModal("over"), notify_on_close: false } });
      });
      app.view({ callback_id: "form", type: "view_closed" }, async ({ ack, body }) => {
        if (body.type === "view_closed") closed.push(body.is_cleared);
        await ack();
      });
    });
    await joon.submit();
    await joon.closeView({ all: true });
    expect(joon.views()).toEqual([]);
    expect(closed).toEqual([true]);
  });
});

describe("closing the top view", () => {
  it("alone is no clearing", async () => {
    const closed: boolean[] = [];
    const { joon } = await openForm([textInput("a")], (app) => {
      app.view({ callback_id: "form", type: "view_closed" }, async ({ ack, body }) => {
        if (body.type === "view_closed") closed.push(body.is_cleared);
        await ack();
      });
    });
    await joon.closeView();
    expect([joon.views(), closed]).toEqual([[], [false]]);
  });
});
