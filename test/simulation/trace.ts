import type { Acknowledgement } from "../../src/operations/index.ts";
import type { InteractionState } from "../../src/slack/edge/attend.ts";
import type { FurtherTry } from "../../src/store/index.ts";
import type { Content, KindName } from "./kinds.ts";

/** A time: by the clock (`ms`), and in the order of events (`at`). */
export type Moment = { ms: number; at: number };

/** One press of a person, or a repeated delivery of one. */
export type Press = {
  id: string;
  /** The act of its form or click. */
  act: string;
  person: string;
  /** The person whose form it is. */
  author: string;
  kind: KindName;
  conversation: string | null;
  /** The operations to be made, each with the root and the newest try that the form showed. */
  items: readonly { item: string; kind: KindName; again: FurtherTry | null }[];
  proposal: string | null;
  /** One object for all deliveries of the same press. */
  delivery: InteractionState;
  instance: string;
  pressed: Moment;
  /** Null until Slack is answered; `isShown`: in time, so that Slack shows it and no failure. */
  answer: (Moment & { is: Acknowledgement; isShown: boolean }) | null;
  /** When the app had the answer, before Slack took it. */
  saidMs: number | null;
  /** Direct messages after the answer “still being stored”. */
  refused: (Moment & { kind: Acknowledgement["kind"] })[];
};

/** One request that reached the platform. */
export type Request = Moment & {
  content: Content;
  by: string;
  /** When its process last asked whether it may leave. */
  asked: Moment & { isNight: boolean };
  isNight: boolean;
  /** What its process was answered. */
  heard: "accepted" | "refused" | "nothing" | null;
  heardAt: Moment | null;
};

/** What everybody outside of the app saw, in order. */
export class Trace {
  readonly #nowMs: () => number;
  #at = 0;
  readonly presses: Press[] = [];
  readonly requests: Request[] = [];
  readonly logs: string[] = [];
  /** Answers of the phone's owner, and of others in their name. */
  readonly received: (Moment & { item: string; by: string; as: string })[] = [];
  readonly broken: string[] = [];

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  now(): Moment {
    this.#at += 1;
    return { ms: this.#nowMs(), at: this.#at };
  }

  arrives(content: Content, rest: Pick<Request, "asked" | "by" | "isNight">): Request {
    const request: Request = { ...this.now(), content, ...rest, heard: null, heardAt: null };
    this.requests.push(request);
    return request;
  }

  holds(isKept: boolean, promise: string): void {
    if (!isKept) this.broken.push(promise);
  }
}
