import { expect, it } from "vitest";
import { Deliveries, Delivery, firstAck } from "../../../../src/slack/edge/attend.ts";

const minuteMs = 60_000;

it("gives one object to the same delivery however often it comes, and another to each other one", () => {
  const deliveries = new Deliveries();
  const first = deliveries.take("1.1");
  expect(first).toMatchObject({ refused: null, first: null, hasForm: false, mayStand: false });
  first.refused = "busy";
  expect(deliveries.take("1.1")).toBe(first);
  expect(deliveries.take("1.2")).not.toBe(first);
  expect(deliveries.take("1.2")).toMatchObject({ refused: null });
});

it("knows a delivery for ten minutes from when it first came, and not for longer", () => {
  let nowMs = 1000;
  const deliveries = new Deliveries(() => nowMs);
  const first = deliveries.take("1.1");
  nowMs += 10 * minuteMs - 1;
  expect(deliveries.take("1.1")).toBe(first);
  nowMs += 1;
  const anew = deliveries.take("1.1");
  expect(anew).not.toBe(first);
  nowMs += 10 * minuteMs - 1;
  expect(deliveries.take("1.1")).toBe(anew);
});

it("forgets no delivery of a moment ago, however many there were before, and keeps no more than it can hold", () => {
  const deliveries = new Deliveries();
  const oldest = deliveries.take("oldest");
  const others = Array.from({ length: 9999 }, (_, count) => deliveries.take(`${count}`));
  expect(deliveries.take("oldest")).toBe(oldest);
  const last = deliveries.take("last");
  expect(deliveries.take("last")).toBe(last);
  expect(deliveries.take("9998")).toBe(others.at(-1));
  expect(deliveries.take("oldest")).not.toBe(oldest);
});

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
