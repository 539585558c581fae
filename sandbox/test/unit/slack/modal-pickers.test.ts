import { describe, expect, it } from "vitest";
import { textInput } from "../../support/bolt-app.ts";
import { openForm, values } from "./open-form.ts";

const FIND = textInput("find", { type: "external_select", min_query_length: 1 });
const offer = (value: string, text = value) => ({ text: { type: "plain_text" as const, text }, value });

describe("a suggestion that Slack can't show", () => {
  it.each([
    ["more than 100 options", { options: Array.from({ length: 101 }, (_, i) => offer(`${i}`)) }],
    ["a text above 75", { options: [offer("a", "x".repeat(76))] }],
    ["a value above 150", { options: [offer("v".repeat(151), "a")] }],
    ["the same value twice", { options: [offer("a"), offer("a", "b")] }],
    ["a group without options", { option_groups: [{ label: offer("g").text, options: [] }] }],
  ])("offers nothing: %s", async (_name, answer) => {
    const { slack, joon } = await openForm([FIND], (app) => {
      app.options("value", async ({ ack }) => await Reflect.apply(ack, undefined, [answer]));
    });
    expect(await joon.suggest("find", "k")).toEqual([]);
    expect(slack.findings.map(({ rule }) => rule)).toEqual(["invalid_options"]);
  });

  it("but no options at all is an answer, and so are 100 in each of two groups", async () => {
    const hundred = (prefix: string) => Array.from({ length: 100 }, (_, i) => offer(`${prefix}${i}`));
    const groups = ["a", "b"].map((label) => ({ label: offer(label).text, options: hundred(label) }));
    const { slack, joon } = await openForm([FIND], (app) => {
      app.options("value", async ({ ack, payload }) => {
        await ack(payload.value === "none" ? { options: [] } : { option_groups: groups });
      });
    });
    expect(await joon.suggest("find", "none")).toEqual([]);
    expect(await joon.suggest("find", "all")).toHaveLength(200);
    expect(await joon.suggestGrouped("find", "all")).toMatchObject(groups);
    expect(slack.findings).toEqual([]);
  });
});

describe("selects", () => {
  const conversationSelect = (element: object = {}) =>
    textInput("channel", {
      type: "conversations_select",
      default_to_current_conversation: true,
      response_url_enabled: true,
      filter: { include: ["public", "private"], exclude_external_shared_channels: true },
      ...element,
    });

  it("of conversations start with the command's own when it is offered", async () => {
    let chosen: unknown;
    const { slack, joon } = await openForm(
      [conversationSelect()],
      (app) =>
        app.view("form", async ({ ack, body, view }) => {
          await ack();
          chosen = view.state.values["channel"]?.["value"]?.selected_conversation;
          if (body.type !== "view_submission") return;
          const [target] = body.response_urls ?? [];
          await fetch(target?.response_url ?? "", {
            method: "POST",
            body: JSON.stringify({ text: "done", response_type: "in_channel" }),
          });
        }),
      "C0GENERAL",
    );
    expect(joon.offeredConversations("channel").map(({ id }) => id)).not.toContain("C0SHARED");
    await expect(joon.fill("channel", "G0SECRET")).rejects.toThrow("no conversation G0SECRET");
    await joon.submit();
    expect(chosen).toBe("C0GENERAL");
    await slack.waitFor(() => slack.messages("C0GENERAL")[0]?.text === "done");
  });

  it("of conversations start empty when the command's own is left out", async () => {
    const { joon } = await openForm([conversationSelect()], undefined, "C0SHARED");
    expect(values(joon)).toMatchObject({ channel: { value: { selected_conversation: null } } });
    expect(await joon.submit()).toMatchObject({ kind: "client_error", errors: { channel: /required/ } });
  });

  it("of the app's own offer what it suggests, and nothing else", async () => {
    let sent: unknown;
    const { joon, slack } = await openForm(
      [textInput("find", { type: "external_select", min_query_length: 2 })],
      (app) => {
        app.options(
          "value",
          async ({ ack, options }) =>
            await ack({
              options: [{ text: { type: "plain_text", text: options.value }, value: `v-${options.value}` }],
            }),
        );
        app.view("form", async ({ ack, view }) => {
          sent = view.state.values["find"]?.["value"]?.selected_option?.value;
          await ack();
        });
      },
    );
    await expect(joon.suggest("find", "k")).rejects.toThrow("from 2 characters");
    expect(await joon.suggest("find", "kor")).toMatchObject([{ value: "v-kor" }]);
    await expect(joon.fill("find", "v-jap")).rejects.toThrow("offered: v-kor");
    await joon.fill("find", "v-kor");
    await joon.submit();
    expect(sent).toBe("v-kor");
    expect(slack.findings).toEqual([]);
  });
});

describe("files", () => {
  const picture = {
    name: "사진 1.png",
    bytes: new Uint8Array([137, 80, 78, 71, 1, 2, 3, 4]),
    mimetype: "image/png",
  };

  async function picked() {
    let url = "";
    const form = await openForm([textInput("file", { type: "file_input" })], (app) =>
      app.view("form", async ({ ack, view }) => {
        url = view.state.values["file"]?.["value"]?.files?.[0]?.url_private_download ?? "";
        await ack();
      }),
    );
    await form.joon.fill("file", picture);
    await form.joon.submit();
    const get = (token: string | null = form.slack.botToken) =>
      fetch(url, { headers: token === null ? {} : { authorization: `Bearer ${token}` }, redirect: "manual" });
    return { ...form, url, get };
  }

  it("are downloaded with the bot token and nothing less", async () => {
    const { slack, get } = await picked();
    const reply = await get();
    expect(reply.headers.get("content-type")).toBe("image/png");
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(picture.bytes);
    const page = await get(null);
    expect([page.status, page.headers.get("content-type"), await page.text()]).toEqual([
      200,
      "text/html; charset=utf-8",
      expect.stringMatching(/^<!DOCTYPE html>/),
    ]);
    expect(slack.findings).toMatchObject([{ rule: "no_token" }]);
  });

  it("fail in the ways the field knows", async () => {
    const { slack, get } = await picked();
    slack.faults.files({ kind: "login_page", times: 1 });
    expect(await (await get()).text()).toMatch(/^<!DOCTYPE html>/);
    slack.faults.files({ kind: "redirect", times: 1 });
    const redirect = await get();
    expect([redirect.status, new URL(redirect.headers.get("location") ?? "").hostname]).toEqual([
      302,
      "localhost",
    ]);
    slack.faults.files({ kind: "missing", times: 1 });
    expect((await get()).status).toBe(404);
    slack.faults.files({ kind: "cut", times: 1 });
    await expect(get().then((reply) => reply.arrayBuffer())).rejects.toThrow();
    expect((await get()).status).toBe(200);
  });

  it("come slowly, stop half-way, or never end", async () => {
    const { slack, get } = await picked();
    const firstBytes = async (kind: "slow" | "stalled" | "endless", count: number) => {
      slack.faults.files({ kind, times: 1 });
      const bytes: number[] = [];
      for await (const piece of (await get()).body ?? []) {
        bytes.push(...piece);
        if (bytes.length >= count) break;
      }
      return bytes.length;
    };
    expect(await firstBytes("slow", Number.POSITIVE_INFINITY)).toBe(picture.bytes.length);
    expect(await firstBytes("stalled", 4)).toBe(4);
    expect(await firstBytes("endless", 20)).toBe(20);
  });

  it("from a shared conversation are only an id until files.info tells more", async () => {
    const { slack, joon } = await openForm([textInput("a")]);
    const message = joon.upload({ ...picture, conversation: "C0SHARED" });
    const delivery = await joon.messageShortcut("use_it", message);
    const id = message.files[0]!.id;
    expect(delivery.payload["message"]).toMatchObject({ files: [{ id, file_access: "check_file_info" }] });
    expect(JSON.stringify(delivery.payload)).not.toContain("url_private");
    const reply = await fetch(`${slack.apiUrl}files.info?file=${id}`, {
      headers: { authorization: `Bearer ${slack.botToken}` },
    });
    expect(await reply.json()).toMatchObject({ ok: true, file: { id, size: 8, name: picture.name } });
  });

  it("dropped into a conversation reach a message shortcut", async () => {
    const seen: unknown[] = [];
    const { slack, joon } = await openForm([textInput("a")], (app) =>
      app.shortcut("use_it", async ({ ack, shortcut }) => {
        await ack();
        if (shortcut.type === "message_action") seen.push(shortcut.message["files"]);
      }),
    );
    const message = joon.upload({ ...picture, conversation: "C0TESTS", text: "look" });
    const delivery = await joon.messageShortcut("use_it", message);
    expect(delivery.trouble).toBeNull();
    expect(seen).toMatchObject([[{ name: "사진 1.png", size: 8, mimetype: "image/png" }]]);
    expect(slack.messages("C0TESTS")).toMatchObject([{ text: "look", author: "U0JOON" }]);
    expect((await joon.shortcut("use_it")).trouble).toContain("no global shortcut");
  });

  it("hang together on one message, in a thread too, and reach its shortcut together", async () => {
    const { slack, joon } = await openForm([textInput("a")], (app) =>
      app.shortcut("use_it", async ({ ack }) => await ack()),
    );
    const parent = joon.say("C0TESTS", "two files follow");
    const message = joon.say("C0TESTS", "", {
      threadTs: parent.ts,
      files: [picture, { ...picture, name: "second.png" }],
    });
    expect(slack.messages("C0TESTS")).toHaveLength(2);
    const { payload } = await joon.messageShortcut("use_it", message);
    expect(payload["message"]).toMatchObject({
      thread_ts: parent.ts,
      files: [{ name: picture.name }, { name: "second.png" }],
    });
  });

  it.each([
    ["a public conversation without the app", "C0GENERAL", false],
    ["a private one without the app", "G0SECRET", false],
    ["a conversation with the app", "C0TESTS", true],
  ])("of %s can be read: %s %s", async (_, conversation, isReadable) => {
    const { slack } = await openForm([textInput("a")], (app) =>
      app.shortcut("use_it", async ({ ack }) => await ack()),
    );
    const mina = slack.as("U0MINA");
    const message = mina.upload({ ...picture, conversation });
    const { payload } = await mina.messageShortcut("use_it", message);
    // The person sees the file, so the payload tells of it: only whoever asks for its bytes finds out.
    const [file] = Object(payload["message"]).files;
    expect(file).toMatchObject({ name: picture.name, file_access: "visible" });
    const headers = { authorization: `Bearer ${slack.botToken}` };
    const info = await fetch(`${slack.apiUrl}files.info?file=${file.id}`, { headers });
    expect(await info.json()).toMatchObject(isReadable ? { ok: true } : { error: "file_not_found" });
    const reply = await fetch(file.url_private_download, { headers });
    expect([reply.status, reply.headers.get("content-type")]).toEqual([
      200,
      isReadable ? "image/png" : "text/html; charset=utf-8",
    ]);
    expect(slack.findings).toEqual([]);
  });
});
