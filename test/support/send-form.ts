import type { Actor, SlackWorkspace } from "../../sandbox/slack/index.ts";
import { joon, tests } from "./names.ts";

type Where<Person> = Pick<SlackWorkspace, "waitFor"> & { as(userId: string): Person };

/** The send form before a person, and what a person does in it. */
export async function openSendForm<Person extends Actor>(
  slack: Where<Person>,
  userId = joon,
  conversation = tests,
) {
  const person = slack.as(userId);
  await person.command("/msg-send", "", { conversation });
  await slack.waitFor(() => person.views().length === 1, { what: "the form" });
  return toForm(slack, person);
}

function toForm<Person extends Actor>(slack: Where<Person>, person: Person) {
  const top = () => person.views().at(-1);
  const blocks = () => top()?.blocks ?? [];
  const names = () => blocks().map((block) => String(block["block_id"]));
  const idsIn = (block: unknown) =>
    [...JSON.stringify(block).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => String(id));
  /** The ids of buttons, a row each. */
  const rows = () =>
    blocks()
      .filter(({ type }) => type === "actions")
      .map(idsIn);
  const shows = async (...fields: string[]) => {
    await slack.waitFor(() => fields.every((name) => names().includes(name)), { what: fields.join(", ") });
  };
  const presses = async (actionId: string, ...fields: string[]) => {
    await person.click({ view: true }, actionId);
    await shows(...fields);
  };
  const more = (...fields: string[]) => presses("messages.more", ...fields);
  const writesJson = async (json: unknown) => {
    await presses("messages.json", "json");
    await person.fill("json", typeof json === "string" ? json : JSON.stringify(json));
  };
  const value = (field: string) => top()?.values[field]?.["value"];
  return {
    person,
    names,
    rows,
    buttons: () => rows().flat(),
    shows,
    /** Presses a button of the form, after which it has these fields. */
    presses,
    /** The form of that kind, with these fields: its rare ones too where one of them is rare. */
    async kind(kind: string, ...fields: string[]) {
      await person.fill("kind", kind);
      const chosen = `"initial_option":{"value":"${kind}"`;
      const isOfKind = () =>
        blocks().some((one) => one["block_id"] === "kind" && JSON.stringify(one).includes(chosen));
      await slack.waitFor(isOfKind, { what: `the form of ${kind}` });
      if (!fields.every((name) => names().includes(name))) await more(...fields);
    },
    more,
    /** Turns the form into its JSON, and writes this in its place. */
    writesJson,
    /** In a select whose options the bot gives. */
    async choose(field: string, query: string, value = query) {
      await person.suggest(field, query);
      await person.fill(field, value);
    },
    valueOf: value,
    /** The JSON in the form. */
    json: () => JSON.parse(String(value("json")?.["value"])),
  };
}
