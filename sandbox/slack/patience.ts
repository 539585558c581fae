import type { World } from "./world.ts";

/** Calls back once Slack has waited so long, by the world's count; what it returns calls that off. */
export function whenWaited({ waitedMs }: World, limitMs: number, giveUp: () => void): () => void {
  const startedMs = waitedMs();
  let timer: NodeJS.Timeout;
  const waitOn = (leftMs: number): void => {
    timer = setTimeout(() => {
      const stillMs = startedMs + limitMs - waitedMs();
      if (stillMs > 0) waitOn(stillMs);
      else giveUp();
    }, Math.ceil(leftMs));
  };
  waitOn(limitMs);
  return () => clearTimeout(timer);
}
