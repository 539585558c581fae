import type { Actor, StoredMessage } from "../../sandbox/slack/index.ts";
import { at, joon, modal, type Picture, picture, post, type Stage, tests } from "./stage.ts";

const mina = "U0MINA";
const suite = "release";

const said = {
  en: {
    messages: {
      Login: "Your code is 4711",
      Receipt: "Thank you for the order",
      Offer: "Two for one until Friday",
    },
    wrong: "The last line is cut off",
  },
  ko: {
    messages: {
      로그인: "인증번호는 4711입니다",
      영수증: "주문해 주셔서 감사합니다",
      행사: "금요일까지 1+1",
    },
    wrong: "마지막 줄이 잘렸습니다",
  },
} as const;

/** As the page's stage has them: one arrives, one is refused, and nobody knows of one. */
const phones = ["+82 01087654321", "+82 01000000003", "+82 01000000010"];

/** Messages that are saved once, a suite of them, and a run from its confirmation to what its phones' holders say. */
export async function takeRuns(stage: Stage): Promise<Picture[]> {
  const { sandbox, look, view } = stage;
  const { slack } = sandbox;
  const { messages, wrong } = said[stage.locale];
  const pages = await look(joon, tests);
  const pictures: Picture[] = [];
  const take = async (caption: string, part: Parameters<typeof picture>[2], from = pages) =>
    void pictures.push(await picture(caption, from, part));
  const person = slack.as(joon);
  const shown = (who: Actor, id: string) => view(who, ({ callbackId }) => callbackId === id);
  await save(stage, person, messages, take);
  const list = await shown(person, "messages.tests");
  const rows = JSON.stringify(list.blocks).matchAll(/"action_id":"messages.use_saved".*?"value":"([^"]+)"/g);
  await person.click({ view: true }, "messages.suite", { blockId: "steps.suite" });
  await shown(person, "messages.suite");
  await person.fillAll({
    ...{ suiteName: suite, messages: Array.from(rows, ([, id = ""]) => id), recipients: phones },
  });
  await take("A suite: its form", modal);
  await person.submit();
  await view(person, ({ blocks }) => JSON.stringify(blocks).includes(suite));
  await take("Saved messages and suites", modal);
  await person.closeView({ all: true });
  await person.command("/msg-test", suite, { conversation: tests });
  await shown(person, "messages.run");
  await take("A run: asked before it goes", modal);
  await person.submit();
  const table = (words: string) => top(stage, tests, words);
  const run = await table("3");
  await take("A run, under way", post(run.ts));
  const asked = await slack.waitFor(() => slack.dm(mina).findLast(({ ts }) => ts > run.ts), {
    what: "the question about the run",
    timeoutMs: 60_000,
  });
  const hers = await look(mina, asked.conversation);
  await take("A run: what a phone's holder is asked", post(asked.ts), hers);
  const holder = slack.as(mina);
  const row = asked.blocks.map((block) => String(block["block_id"])).find((id) => id.startsWith("receipt."));
  await holder.click(at(asked), "messages.receipt:looks_wrong", { blockId: row ?? "" });
  await shown(holder, "messages.receipt");
  await holder.fillAll({ wrong });
  await take("A run: what looks wrong", modal, hers);
  await holder.submit();
  await table(wrong);
  await holder.click(at(asked), "messages.receipt:all_arrived");
  await stage.changed(await table(wrong));
  await take("A run: what its phone's holder said", post(asked.ts), hers);
  await take("A run, with what its phones' holders say", post(run.ts));
  await person.click(at(run), "messages.run_again");
  await shown(person, "messages.run");
  await take("A run: asked before it goes again", modal);
  await person.closeView({ all: true });
  const history = await stage.answer(person, () =>
    person.command("/msg-history", "", { conversation: tests }),
  );
  await take("History: a run is one entry", post(history));
  return pictures;
}

type Take = (caption: string, part: Parameters<typeof picture>[2]) => Promise<void>;

async function save(
  { sandbox: { slack }, view }: Stage,
  person: Actor,
  messages: Readonly<Record<string, string>>,
  take: Take,
): Promise<void> {
  const shown = (id: string) => view(person, ({ callbackId }) => callbackId === id);
  await person.command("/msg-test", "", { conversation: tests });
  await shown("messages.tests");
  await take("Saved messages: nothing yet", modal);
  await person.closeView({ all: true });
  for (const [name, text] of Object.entries(messages)) {
    await person.command("/msg-send", "", { conversation: tests });
    await shown("messages.send");
    await person.fillAll({ text });
    await person.click({ view: true }, "messages.save");
    await shown("messages.save");
    await person.fillAll({ savedName: name });
    if (name === Object.keys(messages)[0]) await take("Save message", modal);
    await person.submit();
    await slack.waitFor(() => slack.dm(joon).some((told) => told.text.includes(name)), { what: name });
    await person.closeView({ all: true });
  }
  await person.command("/msg-test", "", { conversation: tests });
}

/** The run's post, once it says so. */
function top({ sandbox: { slack } }: Stage, conversation: string, words: string): Promise<StoredMessage> {
  const isMeant = ({ text, threadTs }: StoredMessage) =>
    threadTs === null && text.includes(`${suite} ·`) && text.includes(words);
  return slack.waitFor(() => slack.messages(conversation).findLast(isMeant), {
    ...{ what: `a run's post with “${words}”`, timeoutMs: 60_000 },
  });
}
