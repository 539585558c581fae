import type { Ack, DeliveryKind, JsonObject } from "./types.ts";

/** One try to hand a payload to the bot. */
export type Attempt = {
  readonly envelopeId: string | null;
  /** null when nobody answered within the time Slack waits. */
  readonly ack: Ack | null;
  /**
   * Why there is no ack: nobody was there, the connection was cut meanwhile, or the bot was silent for three seconds
   * (only that is its fault). null when there is one.
   */
  readonly lost: "absent" | "cut" | "silent" | null;
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
