import { expect, it } from "vitest";
import { Delivery, firstAck } from "../../../../src/slack/edge/attend.ts";

/** What a handler has of one delivery; Slack takes its acknowledgement unless it `fails`. */
function aDelivery({ fails = false } = {}) {
  const now = { isLate: false };
  const delivery = new Delivery();
  const ack = async () => {
    if (fails) throw new Error("the socket is gone");
  };
  const answer = firstAck<void>(delivery, { ack, context: { isLate: () => now.isLate } });
  delivery.first = answer;
  return { now, answer };
}

it("is given up once it is late and not acknowledged, and stays so when that is said", async () => {
  const { now, answer } = aDelivery();
  expect(answer.isGivenUp()).toBe(false);
  now.isLate = true;
  expect(answer.isGivenUp()).toBe(true);
  await expect(answer.ack()).rejects.toThrow();
  await answer.refuse();
  expect(answer.isGivenUp()).toBe(true);
});

it("is given up where Slack didn't take its acknowledgement", async () => {
  const { answer } = aDelivery({ fails: true });
  await expect(answer.ack()).rejects.toThrow();
  expect(answer.isGivenUp()).toBe(true);
});

it("is not given up once it was acknowledged in time, however long it takes", async () => {
  const { now, answer } = aDelivery();
  await answer.ack();
  now.isLate = true;
  expect(answer.isGivenUp()).toBe(false);
});
