import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { addExamples } from "../../sandbox/examples.ts";
import { startChatops } from "../support/chatops.ts";
import { en } from "../support/words.ts";

/** The examples of docs/using.md that match. */
async function readExamples(command: RegExp): Promise<string[]> {
  const text = await readFile(new URL("../../docs/using.md", import.meta.url), "utf8");
  return Array.from(text.matchAll(/\| `(\/msg-[^`]+)` \|$/gm), ([, example = ""]) => example).filter((one) =>
    command.test(one),
  );
}

it("the sandbox has the suite and the template that the examples of docs/using.md name", async () => {
  const sandbox = await startChatops();
  await addExamples(sandbox);
  const { slack, platform } = sandbox;
  const examples = await readExamples(/^\/msg-(?:test release|template .+)$/);
  expect(examples).toEqual([
    "/msg-test release",
    "/msg-template KA01TP260201010000000ORDERPLACED",
    "/msg-template import",
  ]);
  const person = slack.as("U0JOON");
  const see = async (typed: string, callbackId: string) => {
    const [command = "", ...words] = typed.split(" ");
    await person.command(command, words.join(" "));
    const view = await slack.waitFor(() => person.views().find((one) => one.callbackId === callbackId));
    await person.closeView({ all: true });
    return JSON.stringify(view.blocks);
  };
  const run = await see(examples[0]!, "messages.run");
  for (const name of ["Login", "Offer", "Receipt"]) expect(run).toContain(name);
  const shown = await see(examples[1]!, "templates.view");
  expect(shown).toContain("주문 완료 안내");
  expect(shown).not.toContain(en.templates.view.neverSeen);
  await see(examples[2]!, "templates.import");
  const [, unseen] = platform.state.templates.keys();
  expect(await see(`/msg-template ${unseen}`, "templates.view")).toContain(en.templates.view.neverSeen);
  // The examples post nothing: conversations show only what the visitor does.
  for (const conversation of ["C0TESTS", "C0REVIEWS"]) expect(slack.messages(conversation)).toEqual([]);
});

/** The modal that each example opens, or the beginning of its answer. */
const answers: Readonly<Record<string, string>> = {
  "/msg-send": "messages.send",
  "/msg-send joon": "messages.send",
  "/msg-send joon Hello": en.send.quickSending("joon"),
  "/msg-send joon,mina Hello": en.send.quickSending("joon,mina"),
  "/msg-send me Hello": en.send.quickSending("me"),
  "/msg-send 010-1234-5678 Hello": "messages.confirm",
  "/msg-test": "messages.tests",
  "/msg-test release": "messages.run",
  "/msg-test release joon": "messages.run",
  "/msg-history": en.history.title.own,
  "/msg-history failed": en.history.title.ownFailed,
  "/msg-history joon today": en.history.title.own,
  "/msg-history all": en.history.title.all,
  "/msg-upload": "files.upload",
  "/msg-files": en.files.list.title,
  "/msg-template": "templates.open",
  "/msg-template KA01TP260201010000000ORDERPLACED": "templates.view",
  "/msg-template import": "templates.import",
  "/msg-prices": en.prices.title,
  "/msg-prices 82": `${en.prices.title} · South Korea`,
  "/msg-payments": en.payments.title,
  "/msg-channels shop": en.channels.title,
  "/msg-help": en.help.heading,
};

it("each example command of docs/using.md gets the answer that the sandbox should give", async () => {
  const sandbox = await startChatops({ env: { BILLING_VIEWERS: "U0JOON", OPERATORS: "U0JOON" } });
  await addExamples(sandbox);
  const { slack } = sandbox;
  expect((await readExamples(/./)).toSorted()).toEqual(Object.keys(answers).toSorted());
  for (const [example, answer] of Object.entries(answers)) {
    const person = slack.as("U0JOON");
    const earlier = slack.ephemerals("U0JOON").length;
    const [command = "", ...words] = example.split(" ");
    await person.command(command, words.join(" "));
    const isAnswer = () =>
      person.views().some(({ callbackId }) => callbackId === answer) ||
      slack
        .ephemerals("U0JOON")
        .slice(earlier)
        .some(({ text }) => text.startsWith(answer));
    await slack.waitFor(() => (isAnswer() ? true : null), { what: `the answer to ${example}` });
    await person.closeView({ all: true });
  }
});
