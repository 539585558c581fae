import type { Message } from "./publisher.ts";

export type QueuedPost = {
  id: number;
  /** Names this very claim of it. */
  lease: string;
  kind: "post" | "edit" | "line";
  /** What an edit changes or a line answers. */
  target: (Message & { mayRepeat: boolean }) | null;
  /** One of `destinations`: the first, unless that couldn't be posted to. */
  destination: string;
  destinations: readonly string[];
  body: unknown;
  attempts: number;
  mayRepeat: boolean;
  /** The post that this one leads to, where that is known. */
  link: Message | null;
  /** An edit that adds nothing but the link. */
  isLinkOnly: boolean;
};

type Claim = Pick<QueuedPost, "id" | "lease" | "destination">;

/** The part of the store that delivery drives; said here because kernels don't import each other. */
export type PostQueue = {
  claim(limit: number): Promise<QueuedPost[]>;
  posted(id: number, receipt: Message): Promise<boolean>;
  retryAt(
    claim: Claim,
    dueAt: Date,
    failure: { error: string; mayRepeat?: boolean; pausesEdits?: boolean },
  ): Promise<boolean>;
  postAnew(claim: Claim, error: string): Promise<boolean>;
  readdress(claim: Claim, error: string): Promise<boolean>;
  undeliverable(claim: Claim, error: string): Promise<boolean>;
  nextDueAt(): Promise<Date | null>;
  onAdded(listener: () => void): () => void;
};
