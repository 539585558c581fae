import { manifest } from "../manifest.ts";
import { toObject, toObjects, toText } from "../slack/json.ts";
import type { ShownCommand, ShownShortcut } from "./protocol.ts";

/** What the composer completes and the menus offer. */
export type Offers = {
  readonly appName: string;
  readonly commands: readonly ShownCommand[];
  readonly shortcuts: readonly ShownShortcut[];
};

export function readOffers(): Offers {
  return toOffers(manifest);
}

function toOffers(manifest: unknown): Offers {
  const root = toObject(manifest);
  const features = toObject(root["features"]);
  return {
    appName: toText(toObject(root["display_information"])["name"]) || "App",
    commands: toObjects(features["slash_commands"]).map((command) => ({
      name: toText(command["command"]),
      description: toText(command["description"]),
      usageHint: toText(command["usage_hint"]),
    })),
    shortcuts: toObjects(features["shortcuts"]).map((shortcut) => ({
      callbackId: toText(shortcut["callback_id"]),
      name: toText(shortcut["name"]),
      description: toText(shortcut["description"]),
      type: shortcut["type"] === "message" ? "message" : "global",
    })),
  };
}
