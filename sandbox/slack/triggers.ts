import { TIMING } from "./limits.ts";
import { WebApiError } from "./web-api-method.ts";
import type { Trigger, World } from "./world.ts";

/** A new trigger id for what a person just did. */
export function createTrigger(
  world: World,
  from: { readonly userId: string; readonly conversation: string | null; readonly viewId: string | null },
): string {
  const id = `${world.nextTs()}.${world.nextId("t").toLowerCase()}`;
  world.triggers.set(id, { ...from, madeAtMs: world.waitedMs(), isUsed: false });
  return id;
}

/** Uses a trigger up. @throws WebApiError when it is unknown, older than three seconds or used before */
export function takeTrigger(world: World, id: string): Trigger {
  const trigger = world.triggers.get(id);
  if (trigger === undefined) throw new WebApiError("invalid_trigger_id", { finding: true });
  const ageMs = Math.round(world.waitedMs() - trigger.madeAtMs);
  if (ageMs > TIMING.triggerMs) {
    throw new WebApiError("expired_trigger_id", { finding: true, messages: [`${ageMs} ms old`] });
  }
  if (trigger.isUsed) throw new WebApiError("exchanged_trigger_id", { finding: true });
  trigger.isUsed = true;
  return trigger;
}
