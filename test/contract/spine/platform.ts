import { PlatformError } from "../../../src/platform/index.ts";
import type { Model, Request } from "./model.ts";
import type { OperationScript, Reply } from "./script.ts";

/** What the platform may still say to a request that it was silent on. */
export type Answer = "accepted" | "refused" | "busy";

/** A request that the platform is silent on. */
export type Silence = {
  label: string;
  say: (answer: Answer) => void;
  timeOut: () => void;
  isOver: () => boolean;
};

type Late = { ok: true; reply: string } | { ok: false; error: PlatformError };

export type Calling = {
  id: string;
  owner: string;
  script: OperationScript;
  signal: AbortSignal;
  onLateReply: (late: Late) => void;
  mayLeave: (attempt: number) => Promise<boolean>;
  /** Waits until it is told to go on, unless the script says at once. */
  pass: (what: string) => Promise<void>;
  isDead: () => boolean;
  nowMs: () => number;
};

const mostAttempts = 3;
/** As the client's: a yes that is older lets nothing leave. */
const leaveHoldsMs = 30_000;

/** The platform and its client: asks before each attempt, tries again after what certainly was not processed. */
export class Platform {
  readonly #model: Model;
  readonly silences: Silence[] = [];

  constructor(model: Model) {
    this.#model = model;
  }

  async call(calling: Calling): Promise<string> {
    const { script, signal } = calling;
    for (let attempt = 1, last = failure("not_sent", "Withheld"); ; attempt += 1) {
      const askedAt = this.#model.tick();
      const askedMs = calling.nowMs();
      const mayLeave = await calling.mayLeave(attempt);
      if (calling.isDead()) await never();
      if (!mayLeave) throw last;
      assertInTime(calling, askedMs);
      try {
        return await this.#try(calling, { askedAt, reply: script.replies[attempt - 1] ?? "accepted" });
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        last = error;
      }
      if (last.certainty !== "not_sent" || attempt === mostAttempts) throw last;
      this.#model.see("waits for a further attempt");
      if (script.wait === "held")
        await Promise.race([calling.pass("a further attempt").catch(() => {}), aborted(signal)]);
      if (calling.isDead()) await never();
      if (signal.aborted) throw last;
    }
  }

  #try(calling: Calling, { askedAt, reply }: { askedAt: number; reply: Reply }): Promise<string> {
    if (reply === "unreachable") throw failure("not_sent", "ConnectionFailed");
    const { id, owner, nowMs } = calling;
    const request = this.#model.arrives(id, { owner, askedAt, nowMs: nowMs() });
    this.#model.see(`platform: ${reply}`);
    if (reply === "silence") return this.#beSilent(calling, request);
    if (reply === "reset") throw failure("unknown", "ConnectionLost");
    return Promise.resolve(this.#say(request, reply));
  }

  #say(request: Request, answer: Answer): string {
    this.#decide(request, answer);
    request.known = answer === "accepted" ? "accepted" : "none";
    request.knownAt = this.#model.tick();
    if (answer === "accepted") return `reply to ${request.operation.id}`;
    throw answer === "refused" ? failure("refused", "Refused") : failure("not_sent", "TooManyRequests");
  }

  #decide(request: Request, answer: Answer): void {
    request.truth = answer === "accepted" ? "effect" : "none";
  }

  /** Until it says something, its client gives up waiting, or the process ends: then it still may be late. */
  #beSilent(calling: Calling, request: Request): Promise<string> {
    const { signal, onLateReply, isDead, id } = calling;
    const heard = Promise.withResolvers<string>();
    let [isTimedOut, isCut, isOver] = [false, false, false];
    const hear = (answer: Answer) => {
      try {
        heard.resolve(this.#say(request, answer));
      } catch (error) {
        heard.reject(error);
      }
    };
    const hearLate = (answer: Answer) => {
      this.#model.see(`late: ${answer}`);
      try {
        onLateReply({ ok: true, reply: this.#say(request, answer) });
      } catch (error) {
        if (error instanceof PlatformError) onLateReply({ ok: false, error });
      }
    };
    this.silences.push({
      label: id,
      isOver: () => isOver,
      say: (answer) => {
        if (isOver) return;
        isOver = true;
        if (isDead() || isCut) this.#decide(request, answer);
        else if (isTimedOut) hearLate(answer);
        else hear(answer);
      },
      timeOut: () => {
        if (isTimedOut || isOver) return;
        isTimedOut = true;
        heard.reject(failure("unknown", "TimedOut"));
      },
    });
    void aborted(signal).then(() => {
      isCut = true;
      heard.reject(failure("unknown", "Aborted"));
    });
    return heard.promise;
  }
}

export function never(): Promise<never> {
  return new Promise(() => {});
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

function failure(certainty: PlatformError["certainty"], code: string): PlatformError {
  return new PlatformError({ operation: "sendMessage", method: "POST", path: "/", certainty, code });
}

/** As the client does: nothing leaves once the process stops, or so long after it was let. */
function assertInTime({ signal, nowMs }: Calling, askedMs: number): void {
  if (signal.aborted) throw failure("not_sent", "Aborted");
  if (nowMs() - askedMs > leaveHoldsMs) throw failure("not_sent", "TooLate");
}
