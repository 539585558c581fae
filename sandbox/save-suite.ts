import type { Outside } from "./sandbox.ts";
import type { Actor } from "./slack/index.ts";
import { expect, tests } from "./tour-scene.ts";

type SuiteToSave = {
  /** Who saves it. */
  readonly by: string;
  readonly name: string;
  /** By their names. */
  readonly messages: Readonly<Record<string, string>>;
  /** Test recipients' numbers. */
  readonly recipients: readonly string[];
};

/** Saves messages from the form, one by one, and puts them together as a suite, as a person does. */
export async function saveSuite(sandbox: Outside, suite: SuiteToSave): Promise<void> {
  const { slack } = sandbox;
  const { by, name: suiteName, messages, recipients } = suite;
  const person = slack.as(by);
  for (const [name, text] of Object.entries(messages)) {
    await person.command("/msg-send", "", { conversation: tests });
    await shown(sandbox, person, "messages.send");
    await person.fillAll({ text });
    await person.click({ view: true }, "messages.save");
    await shown(sandbox, person, "messages.save");
    await person.fillAll({ savedName: name });
    await person.submit();
    await slack.waitFor(() => slack.dm(by).some(({ text: said }) => said.includes(`“${name}” is saved`)), {
      what: `${name} is saved`,
    });
    await person.closeView({ all: true });
  }
  await person.command("/msg-test", "", { conversation: tests });
  const list = await shown(sandbox, person, "messages.tests");
  const rows = JSON.stringify(list.blocks).matchAll(/"action_id":"messages.use_saved".*?"value":"([^"]+)"/g);
  const ids = Array.from(rows, ([, id = ""]) => id);
  expect(ids.length, Object.keys(messages).length);
  await person.click({ view: true }, "messages.suite", { blockId: "steps.suite" });
  await shown(sandbox, person, "messages.suite");
  await person.fillAll({
    ...{ suiteName, messages: ids, recipients: recipients.map((number) => `+82 ${number}`) },
  });
  await person.submit();
  await person.closeView({ all: true });
}

/** The person's form with that callback id, once it is there. */
export function shown({ slack }: Outside, person: Actor, callbackId: string) {
  return slack.waitFor(() => person.views().findLast((view) => view.callbackId === callbackId), {
    what: `the form ${callbackId}`,
  });
}
