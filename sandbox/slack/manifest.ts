import { toBoolean, toObject, toObjects, toStrings, toText } from "./json.ts";

export type AppManifest = {
  readonly name: string;
  readonly commands: ReadonlyMap<string, { readonly shouldEscape: boolean }>;
  readonly shortcuts: ReadonlyMap<string, "global" | "message">;
  readonly scopes: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
  readonly isInteractive: boolean;
  readonly hasHomeTab: boolean;
  readonly hasMessagesTab: boolean;
};

/** Reads what the workspace enforces from a parsed manifest.yml; one with neither commands nor scopes is a mistake. */
export function parseManifest(manifest: unknown): AppManifest {
  const root = toObject(manifest);
  const features = toObject(root["features"]);
  const settings = toObject(root["settings"]);
  const appHome = toObject(features["app_home"]);
  const scopes = toStrings(toObject(toObject(root["oauth_config"])["scopes"])["bot"]);
  const commands = toObjects(features["slash_commands"]);
  if (scopes.length === 0 && commands.length === 0)
    throw new Error("not an app manifest: no scopes, no commands");
  const shortcuts = toObjects(features["shortcuts"]).map((shortcut): [string, "global" | "message"] => [
    toText(shortcut["callback_id"]),
    shortcut["type"] === "message" ? "message" : "global",
  ]);
  return {
    name: toText(toObject(root["display_information"])["name"]) || "app",
    commands: new Map(
      commands.map((command) => [
        toText(command["command"]),
        { shouldEscape: toBoolean(command["should_escape"]) },
      ]),
    ),
    shortcuts: new Map(shortcuts),
    scopes: new Set(scopes),
    events: new Set(toStrings(toObject(settings["event_subscriptions"])["bot_events"])),
    isInteractive: toBoolean(toObject(settings["interactivity"])["is_enabled"]),
    hasHomeTab: toBoolean(appHome["home_tab_enabled"]),
    hasMessagesTab: toBoolean(appHome["messages_tab_enabled"]),
  };
}
