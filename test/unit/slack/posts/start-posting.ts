import type { NewPost } from "../../../../src/store/index.ts";
import { startDelivery } from "../../../support/delivery.ts";

type Started = Awaited<ReturnType<typeof startDelivery>>;
type Fault = Parameters<Started["slack"]["faults"]["webApi"]>[0];
type Options = {
  queue?: Parameters<typeof startDelivery>[0];
  /** Whether the rendering of this number fails, counted from 1. */
  failsAt?: (rendering: number) => boolean;
  retries?: Parameters<typeof startDelivery>[2];
};

export const defect = new Error("a defect");

/** Delivery over real wires. */
export async function startPosting({ queue, failsAt = () => false, retries }: Options = {}) {
  let renderings = 0;
  const rendering = () => {
    renderings += 1;
    if (failsAt(renderings)) throw defect;
  };
  const started = await startDelivery(queue, rendering, retries);
  const { slack, store, resolve } = started;
  const add = (...posts: NewPost[]) => store.posts.add({ posts });
  return {
    ...started,
    add,
    /** Adds posts, or their next states, and waits until they have arrived or are given up. */
    async deliver(...posts: NewPost[]) {
      await add(...posts);
      await resolve();
    },
    texts: (conversation = "C0TESTS") => slack.messages(conversation).map(({ text }) => text),
    /** Slack's next answers to new messages. */
    failPosts: (fault: Omit<Fault, "method">) =>
      slack.faults.webApi({ method: "chat.postMessage", times: 1, ...fault }),
  };
}
