import { setImmediate } from "node:timers/promises";
import type { HomeView, ModalView } from "@slack/types";
import { WebAPIPlatformError, WebAPIRateLimitedError, WebClient } from "@slack/web-api";
import { expect, it, vi } from "vitest";
import { Fields } from "../../../../src/slack/edge/fields.ts";
import { createHomePublisher, createModalUpdater, hasRoomAbove } from "../../../../src/slack/edge/views.ts";

it.each(['{"id":"C1"}', '["C1"]', "5", "null"])(
  "a form's choice is read as missing if its value is not a text: %s",
  (forged) => {
    const element = (state: string) => `{"value": {"type": "a", ${state}}}`;
    const fields = new Fields(
      JSON.parse(`{
      "channel": ${element(`"selected_conversation": ${forged}`)},
      "kind": ${element(`"selected_option": {"value": ${forged}}`)},
      "several": ${element(`"selected_options": [{"value": ${forged}}, {"value": "a"}]`)}
    }`),
    );
    const read = [fields.conversation("channel"), fields.choice("kind")];
    expect(read).toEqual([undefined, undefined]);
    expect(fields.choices("several")).toEqual(["a"]);
  },
);

const refusal = (error: string) => new WebAPIPlatformError({ ok: false, error });

/** Publishes a Home while Slack answers so. */
function publish(answer: Error | null) {
  const view: HomeView = { type: "home", blocks: [{ type: "divider" }] };
  const client = new WebClient("xoxb-test");
  vi.spyOn(client.views, "publish").mockImplementation(async () => {
    if (answer !== null) throw answer;
    return { ok: true };
  });
  return createHomePublisher(client)("U1", view);
}

it.each([
  ["accepted it", null, 0],
  ["named a rate limit", new WebAPIRateLimitedError(7), 7000],
  ["named a rate limit without a time", refusal("ratelimited"), 30_000],
  ["failed inside", refusal("internal_error"), 30_000],
])("publishing Home returns how long to wait if Slack %s", async (_, answer, afterMs) => {
  expect(await publish(answer)).toBe(afterMs);
});

it("publishing Home throws an error if Slack refuses the blocks", async () => {
  await expect(publish(refusal("invalid_blocks"))).rejects.toThrow(/invalid_blocks/);
});

const titled = (text: string): ModalView => ({
  ...{ type: "modal", title: { type: "plain_text", text }, blocks: [] },
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

it("an update of a modal is applied even if Slack's answer to an older update came last", async () => {
  const { stands, answers, client, next } = standing();
  const update = createModalUpdater({ client, stopping: new AbortController().signal });
  const first = update({ id: "V1", hash: "h0" }, titled("1"));
  await next();
  const answerFirst = answers.shift()!;
  // The form shows the first change by then.
  const second = update({ id: "V1", hash: "h1" }, titled("2"));
  await next();
  answers.shift()!();
  await second;
  answerFirst();
  await first;
  // A quick third click, in the form as it was before the second one's change.
  const third = update({ id: "V1", hash: "h1" }, titled("3"));
  for (let tries = 0; tries < 3; tries += 1) {
    await setImmediate();
    await Promise.race([next(), third]);
    for (const answer of answers.splice(0)) answer();
  }
  await third;
  expect(stands.title).toBe("3");
});

it.each([
  ["the first", { root_view_id: "V1", previous_view_id: null }, true],
  ["the second", { root_view_id: "V1", previous_view_id: "V1" }, true],
  ["the third", { root_view_id: "V1", previous_view_id: "V2" }, false],
])("hasRoomAbove says whether another modal fits above %s", (_, view, hasRoom) => {
  expect(hasRoomAbove(view)).toBe(hasRoom);
});
