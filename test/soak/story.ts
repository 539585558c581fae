import type { Outside } from "../../sandbox/sandbox.ts";
import type { Actor, Delivery } from "../../sandbox/slack/index.ts";
import { enCounted, koCounted } from "../../src/locales/issues.ts";
import { waitForForm } from "../chaos/people.ts";
import { core, en, ko } from "../support/words.ts";
import type { Chance } from "./random.ts";

export const patience = { timeoutMs: 6_000 };

/**
 * What somebody was told of something that would have an effect outside, as Slack showed it. A connection that ends takes
 * an answer like any other before: Slack shows its error, and nobody can know (docs/security.md).
 */
export type Told =
  | "on its way"
  | "being stored"
  | "not done"
  | "slack's error"
  | "the connection's end"
  | "something else";

/** One thing that somebody wanted done, found everywhere by its mark. */
export type Wish = {
  mark: string;
  what: "message" | "upload" | "comment" | "update";
  told: Told[];
  /** More than one delivery: another instance, or the same after a restart, can't know what the first was told. */
  cameAgain: boolean;
};

/** Everything that people did, what they were told, and who is at it. */
export class Story {
  readonly outside: Outside;
  readonly chance: Chance;
  readonly wishes = new Map<string, Wish>();
  /** The suite's messages: whoever runs it wishes them once more. */
  readonly suite: readonly Wish[];
  /** By delivery, for what Slack brings again. */
  readonly byDelivery = new Map<string, Wish>();
  readonly deliveries: string[] = [];
  /** What people could not get to, since something had been made to fail. */
  keptAway = 0;
  #count = 0;

  constructor(outside: Outside, chance: Chance) {
    this.outside = outside;
    this.chance = chance;
    this.suite = [this.wish("message"), this.wish("message")];
    for (const wish of this.suite) wish.cameAgain = true;
  }

  wish(what: Wish["what"]): Wish {
    this.#count += 1;
    const wish = { mark: `soak${this.#count}z`, what, told: [], cameAgain: false };
    this.wishes.set(wish.mark, wish);
    return wish;
  }

  /** What a delivery that may have an effect was answered. */
  note(wish: Wish, delivery: Delivery): Told {
    const told = readTold(delivery);
    wish.told.push(told);
    this.byDelivery.set(delivery.id, wish);
    this.deliveries.push(delivery.id);
    return told;
  }

  /** The newest form of this kind on top of what the person sees. */
  form(actor: Actor, callbackId: string): Promise<void> {
    return waitForForm(this.outside, actor, callbackId, patience);
  }

  /** Submits the top form, and once more where that asks; null where the client itself refused. */
  async submit(actor: Actor, wish: Wish): Promise<Told | null> {
    for (let asked = 0; ; asked += 1) {
      const result = await actor.submit();
      if (result.kind === "client_error") return null;
      if (result.kind === "pushed" && asked < 2) continue;
      return this.note(wish, result.delivery);
    }
  }
}

/** The first mark of a wish in a text, or nothing. */
export function markIn(text: string): string {
  return /soak\d+z/.exec(text)?.[0] ?? "";
}

const begin = (sentence: string) => sentence.slice(0, sentence.indexOf("."));
const nothingDone = [enCounted, koCounted].flatMap((counted) =>
  Object.values(counted).map(({ nothing }) => begin(nothing)),
);

/** By what an acknowledgement has in it, the first that is found. */
const words: readonly (readonly [Told, readonly string[]])[] = [
  ["not done", nothingDone],
  ["being stored", [en, ko].map(({ common }) => begin(common.storing))],
  ["something else", ["errors", "push", "update"].map((action) => `"response_action":"${action}"`)],
  ["on its way", ['"response_action":"clear"', ...[en, ko].map(({ send }) => core(send.quickSending))]],
];

function readTold({ ack, lost, trouble }: Delivery): Told {
  if (lost === "cut") return "the connection's end";
  if (trouble !== null || ack === null) return "slack's error";
  const body = JSON.stringify(ack.body ?? null);
  const found = words.find(([, says]) => says.some((part) => body.includes(part)));
  return found?.[0] ?? "something else";
}
