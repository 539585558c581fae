import type { FileFault, WebApiFault } from "./types.ts";

export type Faults = ReturnType<typeof createFaults>;

/** Faults wait here until a matching request takes them; what hangs waits here to be let go. */
export function createFaults() {
  const webApi: { fault: WebApiFault; left: number }[] = [];
  const files: { fault: FileFault; left: number }[] = [];
  const hanging = new Set<() => void>();
  return {
    addWebApi(fault: WebApiFault): void {
      webApi.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
    },
    addFile(fault: FileFault): void {
      files.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
    },
    takeWebApi(method: string): WebApiFault | null {
      return take(webApi, ({ method: wanted }) => wanted === undefined || wanted === method);
    },
    takeFile(): FileFault | null {
      return take(files, () => true);
    },
    /** Resolves when hangs are released. */
    hang(): Promise<void> {
      return new Promise((resolve) => hanging.add(resolve));
    },
    clear(): void {
      webApi.length = 0;
      files.length = 0;
    },
    releaseHangs(): void {
      for (const release of hanging) release();
      hanging.clear();
    },
  };
}

function take<T>(waiting: { fault: T; left: number }[], matches: (fault: T) => boolean): T | null {
  const found = waiting.find(({ fault, left }) => left > 0 && matches(fault));
  if (found === undefined) return null;
  found.left -= 1;
  return found.fault;
}
