import type { Surface } from "./limits.ts";
import type { JsonObject, View } from "./types.ts";
import type { World } from "./world.ts";

export type ContentProblem = { readonly error: string; readonly messages: readonly string[] };

export function checkMessage(_world: World, _method: string, _content: JsonObject): ContentProblem | null {
  return null;
}

export function checkView(
  _world: World,
  _wire: JsonObject,
  _context: { readonly surface: Surface; readonly current?: View },
): ContentProblem | null {
  return null;
}
