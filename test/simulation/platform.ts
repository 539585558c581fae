import { pause } from "../../src/deadline.ts";
import type { LateReply } from "../../src/platform/index.ts";
import { PlatformError } from "../../src/platform/index.ts";
import type { Instance } from "./instance.ts";
import type { Content } from "./kinds.ts";
import type { Request, Trace } from "./trace.ts";
import type { World } from "./world.ts";

/**
 * What the platform does with one attempt, and after how long it says so. `repeats`: its refusal has the message's own
 * words as its code. Whatever reached it may have had its effect, unless it says that it had none.
 */
export type Reply = {
  kind: "accepted" | "refused" | "repeats" | "busy" | "unreachable" | "reset" | "garbage" | "silence";
  ms: number;
};

type Calling = {
  signal: AbortSignal;
  onLateReply: (late: LateReply<string>) => void;
  mayLeave: (attempt: number) => Promise<boolean>;
};

const maxAttempts = 3;
const timeoutMs = 10_000;
/** As in the client: an older permission to leave doesn't count. */
const leaveHoldsMs = 30_000;

/** The platform and its client, which asks before each attempt, and tries again if the last was certainly not processed. */
export class Platform {
  readonly #world: World;
  readonly #trace: Trace;

  constructor(world: World, trace: Trace) {
    this.#world = world;
    this.#trace = trace;
  }

  async call(instance: Instance, content: Content, calling: Calling): Promise<string> {
    const { clock, people } = this.#world;
    const { replies, waitMs } = people.scriptOf(content);
    for (let attempt = 1, last = failure("not_sent", "Withheld"); ; attempt += 1) {
      const asked = { ...this.#trace.now(), isNight: this.#world.isNight };
      const mayLeave = await calling.mayLeave(attempt);
      await instance.pass();
      if (!mayLeave) throw last;
      if (calling.signal.aborted) throw failure("not_sent", "Aborted");
      if (clock.nowMs() - asked.ms > leaveHoldsMs) throw failure("not_sent", "TooLate");
      try {
        const reply = replies[attempt - 1] ?? { kind: "accepted", ms: 5 };
        return await this.#try(instance, { content, asked, reply }, calling);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        last = error;
      }
      if (last.certainty !== "not_sent" || attempt === maxAttempts) throw last;
      await pause(waitMs, calling.signal);
      await instance.pass();
      if (calling.signal.aborted) throw last;
    }
  }

  async #try(
    instance: Instance,
    { content, asked, reply }: { content: Content; asked: Request["asked"]; reply: Reply },
    { signal, onLateReply }: Calling,
  ): Promise<string> {
    const { clock } = this.#world;
    this.#world.see(`platform: ${reply.kind}`);
    await clock.wait(this.#world.latencyMs());
    if (reply.kind === "unreachable") throw failure("not_sent", "ConnectionFailed");
    const request = this.#trace.arrives(content, { asked, by: instance.name, isNight: this.#world.isNight });
    const heard = { isCut: false };
    const answered = clock
      .wait(reply.kind === "silence" ? Number.POSITIVE_INFINITY : reply.ms)
      .then(async () => {
        await instance.pass();
        return () => this.#hear(request, reply);
      });
    const timedOut = pause(timeoutMs, signal).then(() => null);
    const say = await Promise.race([
      reply.kind === "silence" ? new Promise<never>(() => {}) : answered,
      timedOut,
    ]);
    await instance.pass();
    if (say !== null) return say();
    heard.isCut = signal.aborted;
    void answered.then((sayLate) => {
      if (heard.isCut) return;
      this.#world.see("platform: late");
      onLateReply(this.#toLate(sayLate));
    });
    throw failure("unknown", signal.aborted ? "Aborted" : "TimedOut");
  }

  #toLate(say: () => string): LateReply<string> {
    try {
      return { ok: true, reply: say() };
    } catch (error) {
      if (error instanceof PlatformError) return { ok: false, error };
      throw error;
    }
  }

  /** Hands the reply to the process, and notes that it knows. */
  #hear(request: Request, { kind }: Reply): string {
    if (kind === "reset") throw failure("unknown", "ConnectionLost");
    if (kind === "garbage") throw failure("unknown", "ReplyUnreadable");
    const heard = kind === "accepted" ? "accepted" : kind === "busy" ? "nothing" : "refused";
    Object.assign(request, { heard, heardAt: this.#trace.now() });
    if (kind === "accepted") return `M-${request.content.item}`;
    if (kind === "busy") throw failure("not_sent", "TooManyRequests");
    throw failure("refused", kind === "repeats" ? request.content.text : "Refused");
  }
}

function failure(certainty: PlatformError["certainty"], code: string): PlatformError {
  return new PlatformError({ operation: "sendMessage", method: "POST", path: "/", certainty, code });
}
