import type { PlatformClientOptions } from "../../../src/platform/index.ts";

export const message = { to: "01012345678", from: "0212345678", text: "Hello" };
/** A send that every local check lets pass. */
export const body = { message };

export const clockNames = ["wall", "monotonic"] as const;

type Time = Record<(typeof clockNames)[number], number>;
/** How far each clock moves during a wait. */
export type Moves = (delayMs: number) => Partial<Time>;

/** A client's two clocks, which stand still but for the test and the client's waits. */
export function movedClocks(moves: Moves = () => ({})) {
  const time: Time = { wall: Date.parse("2026-01-01T00:00:00Z"), monotonic: 0 };
  const clocks: Partial<PlatformClientOptions> = {
    now: () => new Date(time.wall),
    monotonicMs: () => time.monotonic,
    wait: async (delayMs) => {
      const { wall = 0, monotonic = 0 } = moves(delayMs);
      time.wall += wall;
      time.monotonic += monotonic;
    },
  };
  return { time, clocks };
}
