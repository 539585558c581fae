import type { App } from "@slack/bolt";
import type { Actor, SlackWorkspace } from "../../../slack/index.ts";
import { aModal, startBolt } from "../../support/bolt-app.ts";

/** A Bolt app whose /form opens a modal of these blocks; Joon has it open. */
export async function openForm(
  blocks: object[],
  register: (app: App) => void = () => {},
  conversation = "C0TESTS",
): Promise<{ slack: SlackWorkspace; joon: Actor }> {
  const { slack } = await startBolt(
    (app) => {
      app.command("/form", async ({ ack, body, client }) => {
        await ack();
        await client.views.open({ trigger_id: body.trigger_id, view: aModal("form", blocks) });
      });
      register(app);
    },
    { delivery: { kind: "http" } },
  );
  const joon = slack.as("U0JOON");
  await joon.command("/form", "", { conversation });
  await slack.waitFor(() => joon.views().length === 1, { what: "the form" });
  return { slack, joon };
}

export function values(joon: Actor) {
  return joon.views().at(-1)?.values ?? {};
}
