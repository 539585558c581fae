import type { Actor } from "../../sandbox/slack/actor-types.ts";
import type { SlackWorkspace } from "../../sandbox/slack/types.ts";

/** The send form before a person, and what a person does in it. */
export async function openSendForm(slack: SlackWorkspace, userId: string, conversation: string) {
  const person = slack.as(userId);
  await person.command("/msg-send", "", { conversation });
  await slack.waitFor(() => person.views().length === 1, { what: "the form" });
  return toForm(slack, person);
}

function toForm(slack: SlackWorkspace, person: Actor) {
  const blocks = () => person.views().at(-1)?.blocks ?? [];
  const names = () => blocks().map((block) => String(block["block_id"]));
  const idsIn = (block: unknown) =>
    [...JSON.stringify(block).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => String(id));
  /** The ids of buttons, a row each. */
  const rows = () =>
    blocks()
      .filter(({ type }) => type === "actions")
      .map(idsIn);
  const shows = async (...fields: string[]) => {
    const isThere = () => fields.every((name) => names().includes(name)) || null;
    await slack.waitFor(isThere, { what: fields.join(", ") });
  };
  const more = async (...fields: string[]) => {
    await person.click({ view: true }, "messages.more");
    await shows(...fields);
  };
  return {
    person,
    names,
    rows,
    buttons: () => rows().flat(),
    shows,
    /** The form of that kind, with these fields: its rare ones too where one of them is rare. */
    async kind(kind: string, ...fields: string[]) {
      await person.fill("kind", kind);
      const chosen = `"initial_option":{"value":"${kind}"`;
      const isOfKind = () =>
        person
          .views()
          .at(-1)
          ?.blocks.some((one) => one["block_id"] === "kind" && JSON.stringify(one).includes(chosen)) || null;
      await slack.waitFor(isOfKind, { what: `the form of ${kind}` });
      if (!fields.every((name) => names().includes(name))) await more(...fields);
    },
    more,
    /** In a select whose options the bot gives. */
    async choose(field: string, query: string, value = query) {
      await person.suggest(field, query);
      await person.fill(field, value);
    },
    valueOf: (field: string) => person.views().at(-1)?.values[field]?.["value"],
  };
}
