import type { Outside } from "../../sandbox/sandbox.ts";
import type { Actor, Delivery } from "../../sandbox/slack/index.ts";
import type { Chance } from "./random.ts";

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
  /** The acts whose ids Slack gives: a command's or a click's. */
  acts: string[];
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
    const wish = { mark: `soak${this.#count}z`, what, acts: [], told: [], cameAgain: false };
    this.wishes.set(wish.mark, wish);
    return wish;
  }

  /** What a delivery that may have an effect was answered. */
  note(wish: Wish, delivery: Delivery): Told {
    const told = readTold(delivery);
    wish.told.push(told);
    const act = delivery.kind === "view_submission" ? undefined : delivery.payload["trigger_id"];
    if (typeof act === "string") wish.acts.push(act);
    this.byDelivery.set(delivery.id, wish);
    this.deliveries.push(delivery.id);
    return told;
  }

  /** The newest form of this kind on top of what the person sees. */
  async form(actor: Actor, callbackId: string): Promise<void> {
    const isOpen = () => actor.views().at(-1)?.callbackId === callbackId;
    await this.outside.slack.waitFor(isOpen, { timeoutMs: 6_000, what: callbackId });
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

const words: readonly (readonly [RegExp, Told])[] = [
  [/Nothing was \w+|아무것도 .+지 않았습니다/, "not done"],
  [/still being stored|아직 저장하는 중입니다/, "being stored"],
  [/"response_action":"(?:errors|push|update)"/, "something else"],
  [/Sending|Uploading|보내는 중|"response_action":"clear"/, "on its way"],
];

function readTold({ ack, lost, trouble }: Delivery): Told {
  if (lost === "cut") return "the connection's end";
  if (trouble !== null || ack === null) return "slack's error";
  const body = JSON.stringify(ack.body ?? null);
  return words.find(([says]) => says.test(body))?.[1] ?? "something else";
}
