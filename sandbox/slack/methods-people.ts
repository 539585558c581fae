import { IDENTITY } from "./identity.ts";
import { toBoolean, toText } from "./json.ts";
import type { JsonObject, Person, UserGroup } from "./types.ts";
import { WebApiError, type WebApiMethod } from "./web-api-method.ts";
import type { World } from "./world.ts";

export const PEOPLE_METHODS: { readonly [method: string]: WebApiMethod } = {
  "users.info": {
    tier: 4,
    token: "bot",
    scopes: ["users:read"],
    run: (world, args) => {
      const person = world.people.get(toText(args["user"]));
      if (person === undefined) throw new WebApiError("user_not_found");
      return { user: toWireUser(person, toBoolean(args["include_locale"])) };
    },
  },
  "usergroups.users.list": {
    tier: 2,
    token: "bot",
    scopes: ["usergroups:read"],
    run: (world, args) => {
      const group = world.usergroups.get(toText(args["usergroup"]));
      if (group === undefined) throw new WebApiError("no_such_subteam");
      if (group.isDisabled && !toBoolean(args["include_disabled"])) return { users: [] };
      return { users: activeMembers(world, group) };
    },
  },
  "bots.info": {
    tier: 3,
    token: "bot",
    scopes: ["users:read"],
    run: (world, args) => {
      if (toText(args["bot"]) !== IDENTITY.botId) throw new WebApiError("bot_not_found");
      return {
        bot: {
          id: IDENTITY.botId,
          deleted: false,
          name: world.manifest.name,
          app_id: IDENTITY.appId,
          user_id: IDENTITY.botUserId,
        },
      };
    },
  },
};

function activeMembers(world: World, group: UserGroup): string[] {
  return group.members.filter((id) => world.people.get(id)?.kind !== "deactivated");
}

export function toWireUser(person: Person, hasLocale: boolean): JsonObject {
  const isGuest = person.kind === "guest" || person.kind === "single_channel_guest";
  const isStranger = person.kind === "stranger";
  return {
    id: person.id,
    team_id: person.teamId,
    name: person.name,
    deleted: person.kind === "deactivated",
    real_name: person.realName,
    tz: "Asia/Seoul",
    tz_offset: 32_400,
    profile: { real_name: person.realName, display_name: person.name, team: person.teamId },
    is_bot: person.kind === "bot",
    is_app_user: false,
    ...(person.kind === "deactivated"
      ? {}
      : {
          is_admin: false,
          is_owner: false,
          is_restricted: isGuest,
          is_ultra_restricted: person.kind === "single_channel_guest",
        }),
    ...(isStranger ? { is_stranger: true } : {}),
    ...(hasLocale && !isStranger ? { locale: person.locale } : {}),
  };
}

export function toWireUserGroup(group: UserGroup, hasUsers: boolean): JsonObject {
  return {
    id: group.id,
    team_id: IDENTITY.teamId,
    is_usergroup: true,
    name: group.name,
    handle: group.handle,
    is_external: false,
    date_delete: group.isDisabled ? 1 : 0,
    user_count: group.members.length,
    ...(hasUsers ? { users: group.members } : {}),
  };
}
