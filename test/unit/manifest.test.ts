import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const source = readFileSync(new URL("../../manifest.yml", import.meta.url), "utf8");

/** What Slack accepts in a manifest of this app: nothing unknown, and its limits in characters. */
const Manifest = z.strictObject({
  display_information: z.strictObject({
    name: z.string().min(1).max(35),
    description: z.string().min(1).max(140),
    background_color: z.string().regex(/^#[0-9a-f]{6}$/),
  }),
  features: z.strictObject({
    app_home: z.strictObject({
      home_tab_enabled: z.boolean(),
      messages_tab_enabled: z.boolean(),
      messages_tab_read_only_enabled: z.boolean(),
    }),
    bot_user: z.strictObject({
      display_name: z
        .string()
        .max(80)
        .regex(/^[a-z0-9._-]+$/),
      always_online: z.boolean(),
    }),
    slash_commands: unique(
      "command",
      z.strictObject({
        command: z.string().regex(/^\/[a-z0-9_-]{1,31}$/),
        description: z.string().min(1).max(2000),
        // Slack allows 1000; its composer shows about this much.
        usage_hint: z.string().min(1).max(40),
        should_escape: z.boolean(),
      }),
    ).max(50),
    shortcuts: unique(
      "callback_id",
      z.strictObject({
        name: z.string().min(1).max(24),
        type: z.enum(["global", "message"]),
        callback_id: z.string().min(1).max(255),
        description: z.string().min(1).max(150),
      }),
    ).max(10),
  }),
  oauth_config: z.strictObject({
    scopes: z.strictObject({ bot: z.array(z.string()).max(255).refine(isDistinct, "holds one twice") }),
  }),
  settings: z.strictObject({
    event_subscriptions: z.strictObject({ bot_events: z.array(z.string()).max(100).refine(isDistinct) }),
    interactivity: z.strictObject({ is_enabled: z.boolean() }),
    org_deploy_enabled: z.boolean(),
    socket_mode_enabled: z.boolean(),
    token_rotation_enabled: z.boolean(),
  }),
});

function unique<T extends z.ZodObject>(key: string, entry: T) {
  return z
    .array(entry)
    .refine((entries) => isDistinct(entries.map((one) => one[key])), `${key} is there twice`);
}

function isDistinct(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

const manifest = Manifest.parse(parse(source));

describe("manifest.yml", () => {
  test("declares exactly the expected commands", () => {
    expect(manifest.features.slash_commands.map(({ command }) => command)).toEqual([
      "/msg-send",
      "/msg-test",
      "/msg-upload",
      "/msg-files",
      "/msg-template",
      "/msg-prices",
      "/msg-payments",
      "/msg-channels",
      "/msg-history",
      "/msg-help",
    ]);
  });

  test("makes Slack deliver typed text unescaped for every command", () => {
    for (const command of manifest.features.slash_commands)
      expect(command).toMatchObject({ should_escape: false });
  });

  test("declares exactly the expected shortcuts", () => {
    const shortcuts = manifest.features.shortcuts.map(({ callback_id, type }) => `${type} ${callback_id}`);
    expect(shortcuts).toEqual([
      "global send_message",
      "global upload_file",
      "message send_this_text",
      "message upload_this_file",
    ]);
  });

  test("requests exactly the expected scopes and events", () => {
    expect(manifest.oauth_config.scopes.bot).toEqual([
      "commands",
      "chat:write",
      "chat:write.public",
      "files:read",
      "users:read",
      "usergroups:read",
      "channels:read",
      "groups:read",
    ]);
    expect(manifest.settings.event_subscriptions.bot_events).toEqual([
      "app_home_opened",
      "subteam_members_changed",
      "user_change",
    ]);
  });

  test("turns on Socket Mode, interactivity, the Home tab and a writable messages tab", () => {
    expect(manifest.settings).toMatchObject({
      socket_mode_enabled: true,
      interactivity: { is_enabled: true },
      // Can't be turned off again, and needs a token store that this app hasn't.
      token_rotation_enabled: false,
    });
    expect(manifest.features.app_home).toEqual({
      home_tab_enabled: true,
      messages_tab_enabled: true,
      messages_tab_read_only_enabled: false,
    });
  });

  test("has the additional lines for HTTP mode as valid YAML in its comments", () => {
    const added = source.split("# HTTP mode:")[1]?.split("\n").slice(1).join("\n").replace(/^# ?/gm, "");
    const url = "https://bot.example.com/slack/events";
    expect(parse(added ?? "")).toEqual({
      features: { slash_commands: [{ command: "/msg-send", url }] },
      settings: {
        event_subscriptions: { request_url: url },
        interactivity: { request_url: url, message_menu_options_url: url },
      },
    });
  });
});
