import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { addExamples } from "../../sandbox/examples.ts";
import { startChatops } from "../support/chatops.ts";
import { en } from "../support/words.ts";

/** What README gives as examples of these two commands. */
async function readExamples(): Promise<string[]> {
  const text = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  return Array.from(text.matchAll(/\| `(\/msg-(?:test|template) [^`]+)` \|/g), ([, example = ""]) => example);
}

it("README's examples of a suite and of a template are there in the sandbox, and the guide's template isn't", async () => {
  const sandbox = await startChatops();
  await addExamples(sandbox);
  const { slack, platform } = sandbox;
  const examples = await readExamples();
  expect(examples).toEqual([
    "/msg-test release",
    "/msg-template KA01TP260201010000000ORDERPLACED",
    "/msg-template import",
  ]);
  const person = slack.as("U0JOON");
  const see = async (typed: string, callbackId: string) => {
    const [command = "", ...words] = typed.split(" ");
    await person.command(command, words.join(" "), { conversation: "C0TESTS" });
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
  // What is posted for all to read is the visitor's own.
  for (const conversation of ["C0TESTS", "C0REVIEWS"]) expect(slack.messages(conversation)).toEqual([]);
});
