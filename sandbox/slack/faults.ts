import type { EditRefusal, FileFault, ReplyFault, WebApiFault } from "./fault-types.ts";
import type { Conversation } from "./types.ts";
import { hasBot } from "./world.ts";

export type Faults = ReturnType<typeof createFaults>;

/** Faults wait here until a matching request takes them; what hangs waits here to be let go. */
export function createFaults() {
  const webApi: { fault: WebApiFault; left: number }[] = [];
  const responseUrls: { fault: ReplyFault; left: number }[] = [];
  const files: { fault: FileFault; left: number }[] = [];
  const hanging = new Set<() => void>();
  const addWebApi = (fault: WebApiFault): void => {
    webApi.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
  };
  return {
    addWebApi,
    refuseEdits({ error = "edit_window_closed", ...where }: EditRefusal): void {
      addWebApi({ ...where, kind: "error", method: "chat.update", error });
    },
    addResponseUrl(fault: ReplyFault): void {
      responseUrls.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
    },
    addFile(fault: FileFault): void {
      files.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
    },
    /** @param conversation what the call's `channel` names, if it names one */
    takeWebApi(method: string, conversation?: Conversation): WebApiFault | null {
      return take(
        webApi,
        (fault) => (fault.method === undefined || fault.method === method) && isMeant(fault, conversation),
      );
    },
    takeResponseUrl(): ReplyFault | null {
      return take(responseUrls, () => true);
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
      responseUrls.length = 0;
      files.length = 0;
    },
    releaseHangs(): void {
      for (const release of hanging) release();
      hanging.clear();
    },
  };
}

function isMeant(fault: WebApiFault, conversation: Conversation | undefined): boolean {
  if (fault.conversation !== undefined && fault.conversation !== conversation?.id) return false;
  return fault.whereNoMember !== true || (conversation !== undefined && !hasBot(conversation));
}

function take<T>(waiting: { fault: T; left: number }[], matches: (fault: T) => boolean): T | null {
  const found = waiting.find(({ fault, left }) => left > 0 && matches(fault));
  if (found === undefined) return null;
  found.left -= 1;
  return found.fault;
}
