import type { ServerResponse } from "node:http";
import type { Fault, FaultPlan } from "./faults.ts";
import type { Reply } from "./reply.ts";
import type { RequestRecord } from "./request-record.ts";

export type Ending = Pick<RequestRecord, "status" | "reply">;

const chunkBytes = 64 * 1024;

type Delivery = {
  response: ServerResponse;
  reply: Reply;
  fault: Fault | null;
  plan: FaultPlan;
  /** Called just before the first byte leaves or the connection ends. */
  end(ending: Ending): void;
};

/** Sends a reply, or fails to, as the fault says. A held one waits for its release, its time or the caller. */
export function deliver(delivery: Delivery): void {
  const { response, reply, fault, end } = delivery;
  if (fault?.kind === "silence") hold(delivery);
  else if (fault?.kind === "delay") hold(delivery, fault.ms);
  else if (fault?.kind === "cut") cut(response, reply, end);
  else if (fault?.kind === "reset") {
    end({ status: "reset", reply: undefined });
    response.socket?.resetAndDestroy();
  } else if (fault?.kind === "huge" && reply.status === 200) sendHuge(delivery, fault.bytes);
  else answer(response, reply, end);
}

function hold({ response, reply, plan, end }: Delivery, maxMs?: number): void {
  const giveUp = plan.hold(() => answer(response, reply, end), maxMs);
  response.once("close", () => {
    giveUp();
    end({ status: "silence", reply: undefined });
  });
}

function answer(response: ServerResponse, reply: Reply, end: Delivery["end"]): void {
  end({ status: reply.status, reply: parseShown(reply.text) });
  response.writeHead(reply.status, { ...reply.headers, "content-length": Buffer.byteLength(reply.text) });
  response.end(reply.text);
}

function cut(response: ServerResponse, reply: Reply, end: Delivery["end"]): void {
  const bytes = Buffer.from(reply.text);
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  end({ status: reply.status, reply: `<cut after ${half.length} of ${bytes.length} bytes>` });
  response.writeHead(reply.status, { ...reply.headers, "content-length": bytes.length });
  response.write(half, () => response.destroy());
}

function sendHuge({ response, reply, end }: Delivery, bytes: number): void {
  const head = '{"padding":"';
  const tail = '"}';
  let left = Math.max(bytes - head.length - tail.length, 0);
  end({ status: reply.status, reply: `<${bytes} bytes>` });
  response.writeHead(reply.status, reply.headers);
  response.write(head);
  const pump = (): void => {
    while (left > 0) {
      const size = Math.min(left, chunkBytes);
      left -= size;
      // Waiting for the drain bounds the memory when the caller reads slowly or not at all.
      if (!response.write("x".repeat(size))) {
        response.once("drain", pump);
        return;
      }
    }
    response.end(tail);
  };
  pump();
}

function parseShown(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
