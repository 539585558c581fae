import type { App, BlockAction, ButtonAction, StaticSelectAction } from "@slack/bolt";
import { aModal, startBolt } from "../../support/bolt-app.ts";
import { FIELDS, fruits, input, MESSAGES, option, plain, SEARCHES, section } from "./gallery-blocks.ts";

/** A bot of its own for the page's tests, which shows all blocks and fields. */

const COUNTRIES = { Asia: ["Japan", "Korea", "Nepal"], Europe: ["France", "Norway"] };

type Block = { type: "divider" };
/** Bolt's types know no blocks that are put together elsewhere. */
const asBlocks = (blocks: readonly object[]): Block[] =>
  blocks.map((block) => ({ type: "divider", ...block }));

const view = (callbackId: string, title: string, blocks: readonly object[]) => ({
  ...aModal(callbackId, [...blocks]),
  title: plain(title),
});

/** A form whose kind decides its other fields: `kept` keeps its ids, `lost` gets new ones. */
const dynamic = (kind: string) => {
  const options = [option("one"), option("two")];
  const chosen = { type: "static_select", options, initial_option: option(kind) };
  return view("dynamic", "Changing form", [
    input("kind", chosen, { dispatch_action: true }),
    input("kept", { type: "plain_text_input" }, { optional: true }),
    input(`lost~${kind}`, { type: "plain_text_input" }, { optional: true, label: plain("lost") }),
  ]);
};

/** A Home tab that tells what was clicked last. */
const home = (last: string) => {
  const elements = [
    { type: "button", action_id: "home_go", text: plain("Go"), value: "1" },
    { type: "static_select", action_id: "home_pick", placeholder: plain("Pick one"), options: fruits },
  ];
  const header = { type: "header", text: plain("Your day") };
  return {
    type: "home" as const,
    blocks: asBlocks([header, section(`Last: *${last}*`), { type: "actions", elements }]),
  };
};

type Chosen = BlockAction<ButtonAction | StaticSelectAction>;

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
  const bolt = await startBolt(
    (app) => {
      registerPosts(app, heard);
      registerForms(app, heard);
    },
    { postLimit: null },
  );
  return { ...bolt, heard };
}

function chosenValue(action: ButtonAction | StaticSelectAction): unknown {
  return action.type === "button" ? action.value : action.selected_option?.value;
}

function registerPosts(app: App, heard: Heard): void {
  app.command("/hello", async ({ ack, client, body }) => {
    await ack({ response_type: "ephemeral", text: "Here it comes" });
    const at = { channel: body.channel_id, unfurl_links: false, unfurl_media: false };
    for (const [index, blocks] of MESSAGES.entries())
      await client.chat.postMessage({ ...at, text: `Part ${index + 1}`, blocks: asBlocks(blocks) });
  });
  app.command("/escaped", async ({ ack, client, body }) => {
    const pause = Promise.withResolvers<void>();
    setTimeout(pause.resolve, SLOW_MS);
    await pause.promise;
    await ack();
    const blocks = [section("No words beside the blocks")];
    await client.chat.postMessage({ channel: body.channel_id, blocks, text: "" });
  });
  app.shortcut("upload_this_file", async ({ ack, shortcut }) => {
    await ack();
    if (shortcut.type !== "message_action") return;
    const files: unknown = shortcut.message["files"];
    heard.used.push(Array.isArray(files) ? files.map((file) => String(Object(file).name)) : []);
  });
  app.event("app_home_opened", async ({ event, client }) => {
    if (event.tab === "home") await client.views.publish({ user_id: event.user, view: home("Not yet") });
  });
  app.action<Chosen>(/^home_/, async ({ ack, action, body, client }) => {
    await ack();
    const last = `${action.action_id} ${chosenValue(action)}`;
    await client.views.publish({ user_id: body.user.id, view: home(last) });
  });
  app.action<Chosen>(/^(go|remove|pick)$/, async ({ ack, action, respond }) => {
    await ack();
    heard.actions.push({ actionId: action.action_id, value: chosenValue(action) });
    await respond({ response_type: "ephemeral", replace_original: false, text: `Heard ${action.action_id}` });
  });
}

function registerForms(app: App, heard: Heard): void {
  app.command("/form", async ({ ack, body, client }) => {
    await ack();
    const forms: Record<string, ReturnType<typeof view>> = {
      all: view("all", "All fields", FIELDS),
      stack: view("first", "First", [input("name", { type: "plain_text_input" })]),
      search: view("all", "Searches", SEARCHES),
    };
    await client.views.open({ trigger_id: body.trigger_id, view: forms[body.text] ?? dynamic("one") });
  });
  app.view("all", async ({ ack, view: { state } }) => {
    heard.submitted.push(state.values);
    await ack();
  });
  app.view("first", async ({ ack, view: { state } }) => {
    const name = state.values["name"]?.["value"]?.value;
    if (name === "wrong") await ack({ response_action: "errors", errors: { name: "Not that name" } });
    else if (name === "silence") await new Promise(() => {});
    else await ack({ response_action: "push", view: view("second", "Second", [section(`Hello *${name}*`)]) });
  });
  app.view("second", async ({ ack }) => await ack({ response_action: "clear" }));
  app.action({ block_id: "kind" }, async ({ ack, body, client }) => {
    await ack();
    if (body.type !== "block_actions" || body.view === undefined) return;
    const kind = body.view.state.values["kind"]?.["value"]?.selected_option?.value ?? "one";
    await client.views.update({ view_id: body.view.id, hash: body.view.hash, view: dynamic(kind) });
  });
  app.options<"block_suggestion">("value", async ({ ack, options: { value } }) => {
    const groups = Object.entries(COUNTRIES).map(([label, names]) => {
      const found = names.filter((name) => name.toLowerCase().includes(value.toLowerCase()));
      return { label: plain(label), options: found.map((name) => option(name.toLowerCase(), name)) };
    });
    const found = groups.filter(({ options }) => options.length > 0);
    await ack(found.length === 0 ? { options: [] } : { option_groups: found });
  });
}
