import { expect, it } from "vitest";
import { Intake } from "../../../../src/slack/edge/intake.ts";

const event = { body: {}, ack: async () => {} };
const never = new Promise<void>(() => {});

it("is empty once all is acknowledged, although listeners go on", async () => {
  const intake = new Intake();
  const acknowledged = Promise.withResolvers<void>();
  void intake.take(
    { processEvent: ({ ack }) => ack().then(() => never) },
    { ...event, ack: () => acknowledged.promise },
  );
  let isEmpty = false;
  const draining = intake.drain(60_000).then(() => {
    isEmpty = true;
  });
  await new Promise(setImmediate);
  expect(isEmpty).toBe(false);
  acknowledged.resolve();
  await draining;
});

it.each([
  ["nobody acknowledges", async () => {}],
  ["a listener fails of", () => Promise.reject(new Error("a defect"))],
])("is empty of what %s", async (_, processEvent) => {
  const intake = new Intake();
  const taken = intake.take({ processEvent }, event).catch(() => {});
  await intake.drain(60_000);
  await taken;
});

it("lets what is never acknowledged be", async () => {
  const intake = new Intake();
  void intake.take({ processEvent: () => never }, event);
  await intake.drain(1);
});
