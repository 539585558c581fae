import { z } from "zod";
import { createRoute, noBody } from "./route.ts";

const pageSize = 20;

/**
 * Pages of 20, ids descending. The description names no query parameter but returns `nextKey`; `startKey` is
 * the one way to use it, so it alone is taken.
 */
export const listChannels = createRoute({
  method: "GET",
  path: "/chat/v1/plus-friends",
  body: noBody,
  query: z.strictObject({ startKey: z.string().min(1).optional() }),
  run({ state, query }) {
    const { startKey } = query;
    const rest = state.channels
      .toSorted((a, b) => (a.pfId < b.pfId ? 1 : -1))
      .filter((channel) => startKey === undefined || channel.pfId <= startKey);
    const friends = rest.slice(0, pageSize);
    return {
      limit: pageSize,
      friends,
      startKey: friends[0]?.pfId ?? null,
      nextKey: rest[pageSize]?.pfId ?? null,
    };
  },
});
