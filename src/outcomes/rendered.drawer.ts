import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import type { Drawer } from "../slack/posts/queue.ts";

const Rendered = z.object({ text: z.string(), blocks: z.array(z.custom<KnownBlock>(isObject)) });

/** Of what is told as it was rendered: the facts are what its person had before their eyes then, or may do. */
export const renderedDrawer: Drawer = { draw: async ({ facts }) => Rendered.parse(facts) };

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
