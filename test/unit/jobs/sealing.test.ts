import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startSealing } from "../../../src/jobs/sealing.ts";
import { createLogger } from "../../../src/log.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const secondMs = 1000;

function start() {
  let tell = () => {};
  const seal = vi.fn(async () => 0);
  const lines: string[] = [];
  const log = createLogger({
    level: "info",
    secrets: [],
    destination: { write: (line) => void lines.push(line) },
  });
  const audit = {
    seal,
    onRecorded(listener: () => void) {
      tell = listener;
      return () => {
        tell = () => {};
      };
    },
    async *read() {},
    countUnsealed: async () => 0,
    verify: () => Promise.reject(new Error("not asked")),
  };
  const sealing = startSealing({ audit, log });
  return { seal, lines, sealing, recorded: () => tell() };
}

it("seals at the start, and then within a second of what is recorded, all that comes together at once", async () => {
  const { seal, recorded, sealing } = start();
  await vi.advanceTimersByTimeAsync(10 * secondMs);
  expect(seal).toHaveBeenCalledTimes(1);
  for (let count = 0; count < 100; count += 1) recorded();
  await vi.advanceTimersByTimeAsync(secondMs);
  expect(seal).toHaveBeenCalledTimes(2);
  await sealing.stop();
});

it("loses nothing that is recorded while it seals", async () => {
  const { seal, recorded, sealing } = start();
  await vi.advanceTimersByTimeAsync(secondMs);
  seal.mockImplementationOnce(async () => {
    recorded();
    return 1;
  });
  recorded();
  await vi.advanceTimersByTimeAsync(secondMs);
  expect(seal).toHaveBeenCalledTimes(3);
  await sealing.stop();
});

it("looks now and then for what another instance left", async () => {
  const { seal, sealing } = start();
  await vi.advanceTimersByTimeAsync(61 * secondMs);
  expect(seal).toHaveBeenCalledTimes(2);
  await sealing.stop();
});

it("tries again when the store fails, and says so", async () => {
  const { seal, lines, recorded, sealing } = start();
  await vi.advanceTimersByTimeAsync(secondMs);
  seal.mockRejectedValueOnce(new Error("away"));
  recorded();
  await vi.advanceTimersByTimeAsync(secondMs);
  expect(lines.join()).toContain("the audit could not be sealed");
  await vi.advanceTimersByTimeAsync(5 * secondMs);
  expect(seal).toHaveBeenCalledTimes(3);
  await sealing.stop();
});

it("seals once more when it is stopped, and never after that", async () => {
  const { seal, recorded, sealing } = start();
  await vi.advanceTimersByTimeAsync(secondMs);
  await sealing.stop();
  expect(seal).toHaveBeenCalledTimes(2);
  recorded();
  await vi.advanceTimersByTimeAsync(90 * secondMs);
  expect(seal).toHaveBeenCalledTimes(2);
});
