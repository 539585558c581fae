import type { JsonObject } from "../../sandbox/slack/index.ts";
import { dana, joon, type Picture, picture, post, type Stage, tests } from "./stage.ts";

const eve = "U0EVE";
const japan = { en: "Japan", ko: "일본" };

type Asked = { readonly caption: string; readonly as: string; readonly typed: string };

const lists: readonly Asked[] = [
  { caption: "Prices: all countries", as: dana, typed: "/msg-prices" },
  { caption: "Prices: one country", as: dana, typed: "/msg-prices 82" },
  { caption: "Payment methods", as: dana, typed: "/msg-payments" },
  { caption: "Messenger channels", as: dana, typed: "/msg-channels" },
  { caption: "History: nothing yet", as: dana, typed: "/msg-history" },
  { caption: "History", as: joon, typed: "/msg-history" },
  { caption: "History: what failed", as: joon, typed: "/msg-history failed" },
  { caption: "History: everybody's", as: dana, typed: "/msg-history all" },
];

const words: readonly Asked[] = [
  { caption: "Help, for an operator", as: dana, typed: "/msg-help" },
  { caption: "Help of one command", as: joon, typed: "/msg-send help" },
  { caption: "Help, for somebody without rights", as: eve, typed: "/msg-help" },
  { caption: "No right to send", as: eve, typed: "/msg-send joon Hello" },
  { caption: "No right to see payment methods", as: eve, typed: "/msg-payments" },
  { caption: "A country that isn't there", as: joon, typed: "/msg-prices Atlantis" },
  { caption: "A message that isn't there", as: joon, typed: "/msg-history M1" },
  { caption: "Sent quickly", as: joon, typed: "/msg-send joon Hello" },
];

/** The lists, and the story behind a row. */
export async function takeLists(stage: Stage): Promise<Picture[]> {
  const pictures = await all(stage, [
    ...lists,
    { caption: "Prices: a country by name", as: dana, typed: `/msg-prices ${japan[stage.locale]}` },
  ]);
  return [...pictures, await story(stage)];
}

/** What else the app answers. */
export async function takeWords(stage: Stage): Promise<Picture[]> {
  return [await greeting(stage), ...(await all(stage, words))];
}

async function all(stage: Stage, asked: readonly Asked[]): Promise<Picture[]> {
  const { sandbox, look, answer } = stage;
  const pictures: Picture[] = [];
  for (const { caption, as, typed } of asked) {
    const pages = await look(as, tests);
    const [command = "", ...text] = typed.split(" ");
    const person = sandbox.slack.as(as);
    const id = await answer(person, () => person.command(command, text.join(" "), { conversation: tests }));
    pictures.push(await picture(`${caption} (${typed})`, pages, post(id)));
  }
  return pictures;
}

/** The story of Joon's newest: the history's row leads to it. */
async function story({ sandbox, look, answer }: Stage): Promise<Picture> {
  const person = sandbox.slack.as(joon);
  const pages = await look(joon, tests);
  await answer(person, () => person.command("/msg-history", "", { conversation: tests }));
  const list = sandbox.slack.ephemerals(joon).at(-1);
  if (list === undefined) throw new Error("no history was answered");
  const row = list.blocks.find((block) => isRow(block));
  const id = await answer(person, () =>
    person.click({ ephemeral: list }, "history.open", { blockId: String(row?.["block_id"]) }),
  );
  return await picture("History: the story of one", pages, post(id));
}

const isRow = (block: JsonObject) => JSON.stringify(block).includes("history.open");

async function greeting({ sandbox, look }: Stage): Promise<Picture> {
  const pages = await look("U0SORA", "messages");
  await sandbox.slack.as("U0SORA").openMessagesTab();
  const { ts } = await sandbox.slack.waitFor(() => sandbox.slack.dm("U0SORA")[0]);
  return await picture("The greeting on the messages tab", pages, post(ts));
}
