import { setTimeout } from "node:timers/promises";
import type { SoakDatabase } from "./database.ts";
import type { Instance } from "./instances.ts";
import type { Story } from "./story.ts";

/** What befalls the world while people are at it. */
export type Trouble = (audience: Place) => Promise<void>;

export type Place = { story: Story; instances: readonly Instance[]; database: SoakDatabase };

const paths = ["/messages/v4/send", "/messages/v4/send", "/storage/v1/files", "/chat/v1/templates"] as const;

const platform: Trouble = async ({ story: { outside, chance } }) => {
  const { faults } = outside.platform;
  const fault = chance.of([
    { kind: "status", status: 429, headers: { "retry-after": "1" } },
    { kind: "status", status: 503 },
    { kind: "refuse", errorCode: "Forbidden", status: 403 },
    { kind: "reset", when: "before" },
    { kind: "reset", when: "after" },
    { kind: "silence" },
    { kind: "delay", ms: 2500 },
    { kind: "cut" },
    { kind: "garbage" },
    { kind: "html500" },
    { kind: "useless" },
  ] as const);
  faults.next(fault, { path: chance.of(paths), times: 1 + chance.below(3) });
  if (fault.kind !== "silence") return;
  // The late answer, after the app gave up waiting.
  await setTimeout(3_000);
  faults.release();
};

const slack: Trouble = async ({ story: { outside, chance } }) => {
  const { faults } = outside.slack;
  const times = 1 + chance.below(4);
  const kind = chance.of(["ratelimited", "status", "reset", "late", "hang"] as const);
  const how = { kind, times, ...(kind === "status" && { status: 500 }), ...{ retryAfterS: 1 } };
  const method = chance.of([
    "chat.postMessage",
    "chat.postMessage",
    "chat.update",
    "views.open",
    "views.publish",
  ]);
  if (chance.below(4) === 0) faults.responseUrls(how);
  else faults.webApi({ ...how, method });
  if (kind !== "hang") return;
  await setTimeout(4_000);
  faults.releaseHangs();
};

/** The same payload once more, to whichever instance is next, while the first is under way or soon after. */
const again: Trouble = async ({ story }) => {
  const recent = story.deliveries.slice(-12);
  if (recent.length === 0) return;
  const id = story.chance.of(recent);
  const wish = story.byDelivery.get(id);
  if (wish !== undefined) wish.cameAgain = true;
  await story.outside.slack.redeliver(id, { newEnvelope: story.chance.below(2) === 0 });
};

const sockets: Trouble = async ({ story: { outside, chance } }) => {
  outside.slack.socket.disconnect(chance.of(["refresh_requested", "warning", "drop"] as const));
};

/** The first is only ever held, since its memory is compared. */
const killed: Trouble = async ({ instances, story: { chance }, database }) => {
  const instance = instances.at(-1);
  if (instance?.bot() === undefined) return;
  if (chance.below(3) === 0) await instance.stop();
  else await instance.kill();
  if (chance.below(2) === 0) await database.lapse();
  await instance.start();
};

const held: Trouble = async ({ instances, story: { chance } }) => {
  await chance.of(instances).hold(2_000 + chance.below(2_000));
};

const sessions: Trouble = ({ database }) => database.cut();

const restarted: Trouble = ({ database }) => database.restart();

export const troubles: readonly (readonly [weight: number, trouble: Trouble])[] = [
  [30, platform],
  [25, slack],
  [25, again],
  [5, sockets],
  [8, killed],
  [6, held],
  [3, sessions],
  [1, restarted],
];
