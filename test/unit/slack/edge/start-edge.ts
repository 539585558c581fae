import type { KnownBlock, ModalView } from "@slack/types";
import { SILENT, startBolt, TEST_MANIFEST } from "../../../../sandbox/test/support/bolt-app.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { type Answer, plainAnswer } from "../../../../src/slack/blocks/answer.ts";
import type { EdgeOptions } from "../../../../src/slack/edge/attend.ts";
import { mergeRoutes, type Routes } from "../../../../src/slack/edge/interaction.ts";
import { bindRoutes } from "../../../../src/slack/edge/router.ts";
import { createSlackClient } from "../../../../src/slack/edge/web-client.ts";
import { createPeople } from "../../../../src/slack/people/people.ts";
import { createBudgets } from "../../../support/budgets.ts";
import { spoken } from "../../../support/spoken.ts";

export const joon = "U0JOON";
/** Reads Korean. */
export const minji = "U0MINJI";
export const tests = "C0TESTS";
export const guest = "U0GUEST";
export const { edge } = wordsOf("en");
export const { tooSlow } = wordsOf("en").common;
export const modes = ["socket", "http"] as const;
export const noGuide = () => ({ purpose: "", denied: null, uses: [{ words: "", does: "" }], notes: [] });

type Commands = NonNullable<Routes["commands"]>;

/** `/form` opens this modal. */
export function opening(view: ModalView): Commands {
  return { "/form": { guide: noGuide, run: async (c) => void (await c.openModal(view)) } };
}

/** What `/hello` does. */
export function saying(run: Commands[string]["run"]): Commands {
  return { "/hello": { guide: noGuide, run } };
}

const manifest = {
  ...TEST_MANIFEST,
  features: {
    ...TEST_MANIFEST.features,
    shortcuts: [
      { name: "Global", type: "global", callback_id: "constructor", description: "x" },
      { name: "Message", type: "message", callback_id: "toString", description: "x" },
    ],
  },
};

/** The app's edge with these routes, on a fresh workspace. */
export async function startEdge(mode: (typeof modes)[number], routes: Routes) {
  const budgets = createBudgets();
  /** How often `isLate` still answers that a payload is in time. */
  const looks = { inTime: Number.POSITIVE_INFINITY };
  const failures: { reference: string; surface: string; error: unknown }[] = [];
  const { app, slack } = await startBolt(
    (bolt, { apiUrl, botToken, teamId }) => {
      bolt.use(async ({ context, next }) => {
        let left = looks.inTime;
        context["isLate"] = () => {
          left -= 1;
          return left < 0;
        };
        await next();
      });
      const client = createSlackClient({ botToken, apiUrl, logger: SILENT });
      const options: EdgeOptions = {
        people: createPeople({
          ...{ client, home: { teamId }, groups: [], defaultLocale: "en", onFailure: () => {} },
        }),
        ...{ client, stopping: new AbortController().signal, words: wordsOf, format: () => spoken.format },
        within: budgets.within,
        newReference: () => `ref-${failures.length + 1}`,
        onFailure: (failure) => failures.push(failure),
      };
      bindRoutes(bolt, mergeRoutes([routes]), options);
    },
    // Budgets are longer than in production, and so is what this workspace calls slow.
    { manifest, delivery: { kind: mode }, slowAckMs: 60_000 },
  );
  const told = (words: string, who = joon) =>
    slack.waitFor(
      () => [...slack.ephemerals(who), ...slack.dm(who)].find(({ text }) => text.includes(words)),
      { what: `“${words}”`, timeoutMs: 10_000 },
    );
  const person = slack.as(joon);
  const openForm = async () => {
    await person.command("/form");
    await slack.waitFor(() => person.views().length === 1, { what: "the form" });
  };
  return { slack, client: app.client, budgets, looks, failures, told, person, openForm };
}

export const defect = async () => {
  throw new Error("a defect");
};
export const button = (actionId: string): KnownBlock[] => [
  {
    type: "actions",
    elements: [{ type: "button", action_id: actionId, text: { type: "plain_text", text: "Go" }, value: "v" }],
  },
];
/** An answer with that button. */
export const buttonAnswer = (actionId: string, text = "buttons"): Answer => ({
  ...plainAnswer(text),
  blocks: button(actionId),
});
