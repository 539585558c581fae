import { readableFile, toWireFile } from "./file-store.ts";
import { IDENTITY } from "./identity.ts";
import { toText } from "./json.ts";
import { WebApiError, type WebApiMethod } from "./web-api-method.ts";

/** @param openConnection a fresh wss ticket; throws when connections are refused */
export function createAppMethods(openConnection: () => string): { [method: string]: WebApiMethod } {
  return {
    "api.test": { token: "none", scopes: [], run: (_world, args) => ({ args }) },
    "auth.test": {
      token: "any",
      scopes: [],
      run: (world) => ({
        url: `${world.origin}/`,
        team: IDENTITY.teamName,
        user: IDENTITY.botName,
        team_id: IDENTITY.teamId,
        user_id: IDENTITY.botUserId,
        bot_id: IDENTITY.botId,
        is_enterprise_install: false,
      }),
    },
    "apps.connections.open": { tier: 3, token: "app", scopes: [], run: () => ({ url: openConnection() }) },
    "files.info": {
      tier: 4,
      token: "bot",
      scopes: ["files:read"],
      run: (world, args) => {
        const file = readableFile(world, toText(args["file"]));
        if (file === null) throw new WebApiError("file_not_found");
        return { file: toWireFile(world, file, { whole: true }), comments: [] };
      },
    },
  };
}
