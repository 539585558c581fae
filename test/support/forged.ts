import { expect } from "vitest";
import type { Delivery, SubmitResult } from "../../sandbox/slack/index.ts";
import type { Chatops } from "./chatops.ts";

/** What Slack's client brought over HTTP, to be changed. */
export function deliveryOf(result: SubmitResult): Delivery {
  if (!("delivery" in result)) throw new Error(`Slack's client answered ${result.kind} by itself`);
  return result.delivery;
}

/** A signed interaction of Slack's with something changed in it. */
export async function deliver({ slack }: Pick<Chatops, "slack">, payload: object): Promise<string> {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", ...slack.signatureHeaders(body) };
  const answer = await slack.deliverRaw({ body, headers });
  expect(answer.status).toBe(200);
  return answer.body;
}
