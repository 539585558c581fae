import type { Ack, Delivery, DeliveryKind, JsonObject } from "./types.ts";

/** One try to hand a payload to the bot. */
export type Attempt = {
  readonly envelopeId: string | null;
  /** null when nobody answered within the time Slack waits. */
  readonly ack: Ack | null;
  readonly lost: Delivery["lost"];
};

export type Dispatch = {
  readonly kind: DeliveryKind;
  readonly payload: JsonObject;
  /** 0 the first time. */
  readonly retry: number;
  /** The envelope id of an earlier try, when the same is to come again. */
  readonly envelopeId?: string | undefined;
};

export type Transport = {
  readonly via: "socket" | "http";
  send(dispatch: Dispatch): Promise<Attempt>;
  close(): Promise<void>;
};
