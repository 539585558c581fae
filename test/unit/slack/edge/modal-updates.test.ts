import { setImmediate } from "node:timers/promises";
import type { ModalView } from "@slack/types";
import { WebClient } from "@slack/web-api";
import { expect, it } from "vitest";
import { createModalUpdater } from "../../../../src/slack/edge/views.ts";

const view = (title: string): ModalView => ({
  type: "modal",
  title: { type: "plain_text", text: title },
  blocks: [],
});

/** A modal of Slack's; the test lets each answer come. */
function standing() {
  const stands = { hash: "h0", title: "" };
  const answers: (() => void)[] = [];
  const client = new WebClient("xoxb-1", {
    retryConfig: { retries: 0 },
    fetch: async (_, init) => {
      const form = new URLSearchParams(String(init?.body));
      const isTaken = form.get("hash") === stands.hash;
      if (isTaken) {
        stands.hash = `h${Number(stands.hash.slice(1)) + 1}`;
        stands.title = JSON.parse(form.get("view") ?? "{}").title.text;
      }
      const reply = isTaken
        ? { ok: true, view: { id: "V1", hash: stands.hash } }
        : { ok: false, error: "hash_conflict" };
      await new Promise<void>((resolve) => answers.push(resolve));
      return new Response(JSON.stringify(reply), { headers: { "content-type": "application/json" } });
    },
  });
  const next = async () => {
    while (answers.length === 0) await setImmediate();
  };
  return { stands, answers, client, next };
}

it("an update of a modal is taken although the answer to an older update came last", async () => {
  const { stands, answers, client, next } = standing();
  const update = createModalUpdater({ client, stopping: new AbortController().signal });
  const first = update({ id: "V1", hash: "h0" }, view("1"));
  await next();
  const answerFirst = answers.shift()!;
  // The form shows the first change by then.
  const second = update({ id: "V1", hash: "h1" }, view("2"));
  await next();
  answers.shift()!();
  await second;
  answerFirst();
  await first;
  // A quick third click, in the form as it was before the second one's change.
  const third = update({ id: "V1", hash: "h1" }, view("3"));
  for (let tries = 0; tries < 3; tries += 1) {
    await setImmediate();
    await Promise.race([next(), third]);
    for (const answer of answers.splice(0)) answer();
  }
  await third;
  expect(stands.title).toBe("3");
});
