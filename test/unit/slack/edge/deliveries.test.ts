import { expect, it } from "vitest";
import { createAcknowledger, InteractionState } from "../../../../src/slack/edge/attend.ts";

/** A handler's side of one delivery. Slack takes its acknowledgement unless it `fails`. */
function aDelivery({ fails = false } = {}) {
  const now = { isLate: false };
  const delivery = new InteractionState();
  const ack = async () => {
    if (fails) throw new Error("the socket is gone");
  };
  const answer = createAcknowledger<void>(delivery, { ack, context: { isLate: () => now.isLate } });
  delivery.first = answer;
  return { now, answer };
}

it("a delivery is given up once it is late without an acknowledgement, also after a refusal", async () => {
  const { now, answer } = aDelivery();
  expect(answer.isGivenUp()).toBe(false);
  now.isLate = true;
  expect(answer.isGivenUp()).toBe(true);
  await expect(answer.ack()).rejects.toThrow();
  await answer.refuse();
  expect(answer.isGivenUp()).toBe(true);
});

it("a delivery is given up when its acknowledgement fails", async () => {
  const { answer } = aDelivery({ fails: true });
  await expect(answer.ack()).rejects.toThrow();
  expect(answer.isGivenUp()).toBe(true);
});

it("a delivery acknowledged in time is not given up, however long it takes", async () => {
  const { now, answer } = aDelivery();
  await answer.ack();
  now.isLate = true;
  expect(answer.isGivenUp()).toBe(false);
});
