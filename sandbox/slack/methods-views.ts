import { checkView } from "./content-checks.ts";
import { isObject, toText } from "./json.ts";
import { VIEW } from "./limits.ts";
import { takeTrigger } from "./triggers.ts";
import type { JsonObject, View } from "./types.ts";
import { findView, openModal, publishHome, stackOf, toWireView, updateView } from "./views.ts";
import { assertNoProblem, WebApiError, type WebApiMethod } from "./web-api-method.ts";
import type { World } from "./world.ts";

/** They need no scope: the trigger is the permission. */
export const VIEW_METHODS: { readonly [method: string]: WebApiMethod } = {
  "views.open": { tier: 4, token: "bot", scopes: [], run: runOpen },
  "views.push": { tier: 4, token: "bot", scopes: [], run: runPush },
  "views.update": { tier: 4, token: "bot", scopes: [], run: runUpdate },
  "views.publish": { tier: 4, token: "bot", scopes: [], run: runPublish },
};

function runOpen(world: World, args: JsonObject): JsonObject {
  const wire = viewArgument(args);
  assertNoProblem(checkView(world, wire, { surface: "modal" }));
  const trigger = takeTrigger(world, toText(args["trigger_id"]));
  const view = openModal(world, wire, { ...trigger, below: null });
  return { view: toWireView(view) };
}

function runPush(world: World, args: JsonObject): JsonObject {
  const wire = viewArgument(args);
  assertNoProblem(checkView(world, wire, { surface: "modal" }));
  const trigger = takeTrigger(world, toText(args["trigger_id"]));
  const stack = stackOf(world, trigger.userId);
  const below = stack.at(-1);
  if (below === undefined || trigger.viewId === null) throw new WebApiError("not_found", { finding: true });
  if (stack.length >= VIEW.stack) throw new WebApiError("push_limit_reached", { finding: true });
  const conversation = world.viewConversations.get(below.id) ?? null;
  const view = openModal(world, wire, { userId: trigger.userId, conversation, below });
  return { view: toWireView(view) };
}

function runUpdate(world: World, args: JsonObject): JsonObject {
  const wire = viewArgument(args);
  const id = toText(args["view_id"]);
  if (id === "")
    throw new WebApiError("invalid_arguments", { finding: true, messages: ["missing: view_id"] });
  const current = findView(world, id);
  assertNoProblem(checkView(world, wire, { surface: "modal" }));
  if (current === null) throw new WebApiError("not_found");
  assertHash(current, args);
  return { view: toWireView(updateView(world, current, wire)) };
}

function runPublish(world: World, args: JsonObject): JsonObject {
  const wire = viewArgument(args);
  const userId = toText(args["user_id"]);
  const person = world.people.get(userId);
  if (person === undefined || person.kind === "deactivated") throw new WebApiError("user_not_found");
  if (!world.manifest.hasHomeTab) throw new WebApiError("not_enabled", { finding: true });
  assertNoProblem(checkView(world, wire, { surface: "home" }));
  assertHash(world.homes.get(userId), args);
  return { view: toWireView(publishHome(world, userId, wire)) };
}

function assertHash(current: View | undefined, args: JsonObject): void {
  const hash = toText(args["hash"]);
  if (hash !== "" && hash !== current?.hash) throw new WebApiError("hash_conflict");
}

function viewArgument(args: JsonObject): JsonObject {
  const wire = args["view"];
  if (!isObject(wire))
    throw new WebApiError("invalid_arguments", { finding: true, messages: ["missing: view"] });
  return wire;
}
