import type { App, BlockAction, ButtonAction, OverflowAction, StaticSelectAction } from "@slack/bolt";
import { startBolt } from "../../support/bolt-app.ts";
import { FIELDS, fruits, input, MESSAGES, mrkdwn, option, plain } from "./gallery-blocks.ts";

/** A bot of its own for the page's tests, which shows all blocks and fields. */

/** Selects that the bot fills as a person types: one from the first character on, one that shows its first at once. */
const SEARCHES: readonly object[] = [
  input("Country", { type: "external_select", min_query_length: 2 }),
  input("Countries", { type: "multi_external_select", min_query_length: 0 }),
];

const COUNTRIES = { Asia: ["Japan", "Korea", "Nepal"], Europe: ["France", "Norway"] };

const view = (callbackId: string, title: string, blocks: readonly object[]) => ({
  type: "modal" as const,
  callback_id: callbackId,
  title: { type: "plain_text" as const, text: title },
  submit: { type: "plain_text" as const, text: "Next" },
  close: { type: "plain_text" as const, text: "Cancel" },
  blocks: blocks.map((block) => ({ type: "divider" as const, ...block })),
});

/** A form whose kind decides its other fields: `text` keeps its ids, `number` gets new ones. */
const dynamic = (kind: string) =>
  view("dynamic", "Changing form", [
    input(
      "kind",
      { type: "static_select", options: [option("one"), option("two")], initial_option: option(kind) },
      { dispatch_action: true },
    ),
    input("kept", { type: "plain_text_input" }, { optional: true }),
    input(`lost~${kind}`, { type: "plain_text_input" }, { optional: true, label: plain("lost") }),
  ]);

/** A Home tab that tells what was clicked last. */
const home = (last: string) => {
  const blocks: object[] = [
    { type: "header", text: plain("Your day") },
    { type: "section", text: mrkdwn(`Last: *${last}*`) },
    {
      type: "actions",
      elements: [
        { type: "button", action_id: "home_go", text: plain("Go"), value: "1" },
        { type: "static_select", action_id: "home_pick", placeholder: plain("Pick one"), options: fruits },
      ],
    },
  ];
  return { type: "home" as const, blocks: blocks.map((block) => ({ type: "divider" as const, ...block })) };
};

type Chosen = BlockAction<ButtonAction | OverflowAction | StaticSelectAction>;

/** More than a second: an acknowledgement that the page marks. */
const SLOW_MS = 1100;

type Heard = {
  actions: { actionId: string; value: unknown }[];
  submitted: unknown[];
  /** Names of the files on messages that the shortcut was used on. */
  used: string[][];
};

export type Gallery = Awaited<ReturnType<typeof startBolt>> & { heard: Heard };

/** Runs the gallery for one test: `/hello` posts, `/escaped` is slow and breaks a rule of Slack's, `/form all`, `/form stack`,
 * `/form dynamic` and `/form search` open modals. */
export async function startGallery(): Promise<Gallery> {
  const heard: Heard = { actions: [], submitted: [], used: [] };
  const bolt = await startBolt((app) => register(app, heard), { postLimit: null });
  return { ...bolt, heard };
}

function countries(query: string) {
  const fits = (name: string) => name.toLowerCase().includes(query.toLowerCase());
  return Object.entries(COUNTRIES).flatMap(([label, names]) => {
    const options = names.filter(fits).map((name) => ({
      text: { type: "plain_text" as const, text: name },
      value: name.toLowerCase(),
    }));
    return options.length === 0 ? [] : [{ label: { type: "plain_text" as const, text: label }, options }];
  });
}

function register(app: App, heard: Heard): void {
  app.command("/hello", async ({ ack, client, body }) => {
    await ack({ response_type: "ephemeral", text: "Here it comes" });
    for (const [index, blocks] of MESSAGES.entries()) {
      const shown = blocks.map((block) => ({ type: "divider" as const, ...block }));
      await client.chat.postMessage({
        unfurl_links: false,
        unfurl_media: false,
        channel: body.channel_id,
        text: `Part ${index + 1}`,
        blocks: shown,
      });
    }
  });
  app.shortcut("upload_this_file", async ({ ack, shortcut }) => {
    await ack();
    if (shortcut.type !== "message_action") return;
    const files: unknown = shortcut.message["files"];
    heard.used.push(Array.isArray(files) ? files.map((file) => String(Object(file).name)) : []);
  });
  app.command("/form", async ({ ack, body, client }) => {
    await ack();
    const forms: Record<string, ReturnType<typeof view>> = {
      all: view("all", "All fields", FIELDS),
      stack: view("first", "First", [input("name", { type: "plain_text_input" })]),
      dynamic: dynamic("one"),
      search: view("all", "Searches", SEARCHES),
    };
    await client.views.open({ trigger_id: body.trigger_id, view: forms[body.text] ?? dynamic("one") });
  });
  app.command("/escaped", async ({ ack, client, body }) => {
    const pause = Promise.withResolvers<void>();
    setTimeout(pause.resolve, SLOW_MS);
    await pause.promise;
    await ack();
    const blocks = [
      { type: "section" as const, text: { type: "mrkdwn" as const, text: "No words beside the blocks" } },
    ];
    await client.chat.postMessage({ channel: body.channel_id, blocks, text: "" });
  });
  app.event("app_home_opened", async ({ event, client }) => {
    if (event.tab === "home") await client.views.publish({ user_id: event.user, view: home("Not yet") });
  });
  app.action<Chosen>(/^home_/, async ({ ack, action, body, client }) => {
    await ack();
    const value = action.type === "button" ? action.value : action.selected_option?.value;
    await client.views.publish({ user_id: body.user.id, view: home(`${action.action_id} ${value}`) });
  });
  app.view("all", async ({ ack, view: { state } }) => {
    heard.submitted.push(state.values);
    await ack();
  });
  app.view("first", async ({ ack, view: { state } }) => {
    const name = state.values["name"]?.["value"]?.value;
    if (name === "wrong") await ack({ response_action: "errors", errors: { name: "Not that name" } });
    else if (name === "silence") await new Promise(() => {});
    else
      await ack({
        response_action: "push",
        view: view("second", "Second", [{ type: "section", text: mrkdwn(`Hello *${name}*`) }]),
      });
  });
  app.view("second", async ({ ack }) => await ack({ response_action: "clear" }));
  app.action({ block_id: "kind" }, async ({ ack, body, client }) => {
    await ack();
    if (body.type !== "block_actions" || body.view === undefined) return;
    const kind = body.view.state.values["kind"]?.["value"]?.selected_option?.value ?? "one";
    await client.views.update({ view_id: body.view.id, hash: body.view.hash, view: dynamic(kind) });
  });
  app.options<"block_suggestion">("value", async ({ ack, options }) => {
    const found = countries(options.value);
    if (options.block_id.startsWith("Countr"))
      return await ack(found.length === 0 ? { options: [] } : { option_groups: found });
    const ids = ["tpl-apple", "tpl-banana", "other"].filter((id) => id.includes(options.value));
    await ack({
      options: ids.map((id) => ({
        text: { type: "plain_text" as const, text: `Template ${id}` },
        value: id,
      })),
    });
  });
  app.action<Chosen>(/^(go|remove|pick|more|card_go)$/, async ({ ack, action, respond }) => {
    await ack();
    const value = action.type === "button" ? action.value : action.selected_option?.value;
    heard.actions.push({ actionId: action.action_id, value });
    const text = `Heard ${action.action_id}`;
    await respond({ response_type: "ephemeral", replace_original: false, text });
  });
}
