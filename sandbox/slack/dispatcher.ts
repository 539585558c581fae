import { toText } from "./json.ts";
import { TIMING } from "./limits.ts";
import type { Attempt, Transport } from "./transport.ts";
import type { Delivery, DeliveryKind, JsonObject } from "./types.ts";
import type { World } from "./world.ts";

export type Dispatcher = ReturnType<typeof createDispatcher>;

/**
 * Hands payloads to the bot and keeps Slack's rules about answers: three seconds, once; events come again until they
 * are acked, what people do does not.
 */
export function createDispatcher(world: World, transport: Transport) {
  const retryTimers = new Set<NodeJS.Timeout>();
  /** Events that found nobody; they go out as soon as somebody is there. */
  const undelivered = new Set<string>();
  const retries = new Set<Promise<unknown>>();

  async function attempt(id: string, envelopeId?: string): Promise<Delivery> {
    const record = world.deliveries.get(id);
    if (record === undefined) throw new Error(`no delivery ${id}`);
    const { kind, payload } = record.delivery;
    const retry = record.attempts;
    const result = await transport.send({ kind, payload, retry, envelopeId });
    if (result.lost !== "absent" || transport.via === "http") record.attempts += 1;
    judge(world, kind, payload, result);
    record.delivery = {
      ...record.delivery,
      envelopeId: result.envelopeId ?? record.delivery.envelopeId,
      ack: result.ack,
      lost: result.lost,
      trouble: troubleOf(kind, result),
    };
    if (kind === "event" && !isGood(result)) scheduleRetry(id, result);
    return record.delivery;
  }

  function scheduleRetry(id: string, result: Attempt): void {
    if (transport.via === "socket" && result.lost === "absent") {
      undelivered.add(id);
      return;
    }
    if (transport.via === "socket" && result.lost === "cut") {
      retryNow(id);
      return;
    }
    const attempts = world.deliveries.get(id)?.attempts ?? 1;
    const delayMs = world.eventRetryDelaysMs[attempts - 1];
    if (delayMs === undefined) return;
    const timer = setTimeout(() => {
      retryTimers.delete(timer);
      retryNow(id);
    }, delayMs);
    timer.unref();
    retryTimers.add(timer);
  }

  function retryNow(id: string): void {
    const envelopeId = world.deliveries.get(id)?.delivery.envelopeId ?? undefined;
    const retry = attempt(id, envelopeId).catch(() => undefined);
    retries.add(retry);
    void retry.then(() => retries.delete(retry));
  }

  return {
    async deliver(kind: DeliveryKind, payload: JsonObject): Promise<Delivery> {
      const id = world.nextId("d");
      world.deliveries.set(id, { delivery: blankDelivery(id, kind, payload, transport), attempts: 0 });
      return await attempt(id);
    },
    /** Something that never leaves Slack, with the reason the person sees; null when it is no trouble. */
    undeliverable(kind: DeliveryKind, trouble: string | null): Delivery {
      return { ...blankDelivery(world.nextId("d"), kind, {}, transport), trouble };
    },
    async redeliver(id: string, isNewEnvelope: boolean): Promise<Delivery> {
      const envelopeId = world.deliveries.get(id)?.delivery.envelopeId ?? undefined;
      return await attempt(id, isNewEnvelope ? undefined : envelopeId);
    },
    /** A socket of the bot is there: what waited for one goes out. */
    flush(): void {
      for (const id of undelivered) retryNow(id);
      undelivered.clear();
    },
    async close(): Promise<void> {
      for (const timer of retryTimers) clearTimeout(timer);
      undelivered.clear();
      await transport.close();
      await Promise.all(retries);
    },
  };
}

function blankDelivery(id: string, kind: DeliveryKind, payload: JsonObject, { via }: Transport): Delivery {
  return { id, kind, payload, via, envelopeId: null, ack: null, lost: null, trouble: null };
}

function isGood({ ack }: Attempt): boolean {
  return ack !== null && ack.status >= 200 && ack.status < 300;
}

function judge(world: World, kind: DeliveryKind, payload: JsonObject, result: Attempt): void {
  const name = `${kind} ${nameOf(kind, payload)}`.trimEnd();
  const { ack, lost } = result;
  if (ack === null) {
    if (lost === "silent") world.report(name, "no_ack", `not acknowledged within ${TIMING.ackMs} ms`);
    return;
  }
  if (!isGood(result)) world.report(name, "bad_status", `answered HTTP ${ack.status}`);
  if (ack.latencyMs > world.slowAckMs) {
    world.report(name, "slow_ack", `acknowledged after ${Math.round(ack.latencyMs)} ms`);
  }
  const mayAnswer = kind === "command" || kind === "view_submission" || kind === "block_suggestion";
  if (isGood(result) && ack.body !== null && !mayAnswer) {
    world.report(name, "ack_body_ignored", "Slack ignores an answer in this acknowledgement");
  }
}

function nameOf(kind: DeliveryKind, payload: JsonObject): string {
  if (kind === "command") return toText(payload["command"]);
  return toText(payload["callback_id"]);
}

const CONNECTION_TROUBLE = "We had some trouble connecting. Try again?";

function troubleOf(kind: DeliveryKind, result: Attempt): string | null {
  if (isGood(result) || kind === "event") return null;
  if (kind === "view_submission") return CONNECTION_TROUBLE;
  return result.lost === "silent" ? "operation_timeout" : "dispatch_failed";
}
