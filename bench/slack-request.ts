import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Pool } from "undici";

export const signingSecret = "8f742231b10e8888abcd99yyyzzz85a5";

let count = 0;

/** Each act has an id of its own, or it would be the same act again. */
function nextId(): string {
  count += 1;
  return `${process.pid}.${count}`;
}

export function commandPayload(command: string, text: string, conversation = "C0BENCH") {
  return {
    token: "bench",
    team_id: "T0BENCH",
    channel_id: conversation,
    channel_name: "bench",
    user_id: "U0BENCH",
    command,
    text,
    api_app_id: "A0BENCH",
    response_url: "http://127.0.0.1:9/response",
    trigger_id: nextId(),
  };
}

/** What somebody types in a select of a form that looks for what it offers. */
export function suggestionPayload(form: string, field: string, typed: string) {
  const { view, ...payload } = submissionPayload();
  const asked = {
    ...{ ...payload, type: "block_suggestion", view: { ...view, callback_id: form } },
    ...{ block_id: field, action_id: "value", value: typed },
  };
  return { payload: JSON.stringify(asked) };
}

/** The send form, filled in and submitted. */
export function submissionPayload() {
  const typed = (value: string) => ({ value: { type: "plain_text_input", value } });
  const view = {
    id: "V0BENCH",
    type: "modal",
    callback_id: "messages.send",
    private_metadata: nextId(),
    hash: "1.x",
    blocks: [],
    state: {
      values: {
        to: typed("010-0000-0001"),
        from: typed("0212345678"),
        text: typed("Hello from the bench"),
      },
    },
  };
  return {
    type: "view_submission",
    token: "bench",
    team: { id: "T0BENCH", domain: "bench" },
    user: { id: "U0BENCH", name: "bench", team_id: "T0BENCH" },
    api_app_id: "A0BENCH",
    trigger_id: nextId(),
    view,
  };
}

/** The upload form with one file, whose bytes are at that address, submitted. */
export function uploadPayload(file: { id: string; size: number; url: string }) {
  const { view, ...payload } = submissionPayload();
  const { id, size, url } = file;
  const picked = { id, name: `${id}.pdf`, mimetype: "application/pdf", size, mode: "hosted" };
  const files = [{ ...picked, file_access: "visible", url_private_download: url }];
  const metadata = JSON.stringify({ act: view.private_metadata, files: null });
  const state = { values: { file: { value: { type: "file_input", files } } } };
  return { ...payload, view: { ...view, callback_id: "files.upload", private_metadata: metadata, state } };
}

/**
 * Who acts tries again for nearly three minutes, which only an app that takes nothing comes to the end of. Longer after each
 * try, or an app that fell behind would have nothing but tries to refuse.
 */
const patience = { tries: 40, pauseMs: 200 };

/**
 * Delivers an act, and another one in its place while it isn't enqueued: an app that was held up says that it was too slow,
 * and does nothing. The time of that counts.
 */
export async function deliverTaken(
  pool: Pool,
  makeForm: () => Record<string, string>,
  isTaken: (answer: string) => boolean,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const answer = await deliver(pool, makeForm());
    // Bolt alone answers nothing.
    if (answer === "" || isTaken(answer)) return;
    if (tries === patience.tries) throw new Error(`nothing is taken on: ${answer.slice(0, 500)}`);
    await wait(patience.pauseMs * tries);
  }
}

/** Delivers a form over HTTP, signed as Slack signs it, and gives the answer. */
export async function deliver(pool: Pool, form: Record<string, string>): Promise<string> {
  const body = new URLSearchParams(form).toString();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", signingSecret).update(`v0:${timestamp}:${body}`).digest("hex");
  const reply = await pool.request({
    method: "POST",
    path: "/slack/events",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-slack-request-timestamp": timestamp,
      "x-slack-signature": `v0=${signature}`,
    },
    body,
  });
  const answer = await reply.body.text();
  if (reply.statusCode !== 200) throw new Error(`HTTP ${reply.statusCode}`);
  return answer;
}
