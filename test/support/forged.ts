import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { z } from "zod";
import type { Delivery, SubmitResult } from "../../sandbox/slack/index.ts";
import type { Chatops } from "./chatops.ts";

/** What Slack's client brought over HTTP, to be changed. */
export function deliveryOf(result: SubmitResult): Delivery {
  if (!("delivery" in result)) throw new Error(`Slack's client answered ${result.kind} by itself`);
  return result.delivery;
}

/** A signed interaction of Slack's with something changed in it, under a trigger of its own as each has. */
export async function deliver({ slack }: Pick<Chatops, "slack">, payload: object): Promise<string> {
  const body = new URLSearchParams({
    payload: JSON.stringify({ ...payload, trigger_id: `forged.${randomUUID()}` }),
  }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", ...slack.signatureHeaders(body) };
  const answer = await slack.deliverRaw({ body, headers });
  expect(answer.status).toBe(200);
  return answer.body;
}

/** What Slack gave back with the form. */
export function metadataOf(result: SubmitResult): Record<string, unknown> {
  return JSON.parse(viewOf(result).private_metadata);
}

/** The same submission with something else among what Slack gives back with a form, which its clients never change. */
export function submitAs(
  chatops: Pick<Chatops, "slack">,
  result: SubmitResult,
  changed: object = {},
): Promise<string> {
  const private_metadata = JSON.stringify({ ...metadataOf(result), ...changed });
  const view = { ...viewOf(result), private_metadata };
  return deliver(chatops, { ...deliveryOf(result).payload, view });
}

function viewOf(result: SubmitResult) {
  return z.looseObject({ private_metadata: z.string() }).parse(deliveryOf(result).payload["view"]);
}
