import { enterValue, viewerOf } from "./actor-fields.ts";
import type { Client } from "./actor-scene.ts";
import { topView } from "./actor-scene.ts";
import type { ClickOptions, ClickPlace, FieldValue } from "./actor-types.ts";
import { findElement, type PlacedElement } from "./elements.ts";
import { isStateful, toStateValue } from "./field-values.ts";
import { findMessage } from "./messages.ts";
import { blockActionsPayload, type Scene } from "./payloads.ts";
import type { Delivery, JsonObject } from "./types.ts";

/** Clicks a button or chooses in a select that stands in a message, an ephemeral, the top modal or the Home tab. */
export async function click(
  client: Client,
  where: ClickPlace,
  wanted: ClickOptions & { readonly actionId: string },
): Promise<Delivery> {
  const { scene, blocks } = sceneOf(client, where);
  const placed = findElement(blocks, { actionId: wanted.actionId, blockId: wanted.blockId });
  const { element, type } = placed;
  const { chosen, scene: after } = choose(client, scene, { placed, value: wanted.value });
  const action: JsonObject = {
    ...chosen,
    type,
    block_id: placed.blockId,
    action_id: placed.actionId,
    ...(element["text"] === undefined ? {} : { text: element["text"] }),
    ...(typeof element["value"] === "string" ? { value: element["value"] } : {}),
  };
  if (!client.world.manifest.isInteractive) {
    return client.dispatcher.undeliverable(
      "block_actions",
      "This app is not configured to handle interactive responses",
    );
  }
  const payload = blockActionsPayload(client.world, { person: client.person, scene: after, action });
  return await client.dispatcher.deliver("block_actions", payload);
}

function choose(
  client: Client,
  scene: Scene,
  { placed, value }: { readonly placed: PlacedElement; readonly value: FieldValue | undefined },
): { readonly chosen: JsonObject; readonly scene: Scene } {
  if (!isStateful(placed.type)) return { chosen: {}, scene };
  if (value === undefined) throw new Error(`${placed.actionId}: say what is chosen in this ${placed.type}`);
  if (scene.kind === "view") {
    const view = enterValue(client, scene.view, { placed, value });
    return { chosen: view.values[placed.blockId]?.[placed.actionId] ?? {}, scene: { ...scene, view } };
  }
  const conversation =
    typeof scene.conversation === "object" ? (scene.conversation?.id ?? null) : scene.conversation;
  const viewer = { userId: client.person.id, conversation };
  return { chosen: toStateValue(client.world, placed, { value, viewer, suggested: [] }), scene };
}

function sceneOf(
  client: Client,
  where: ClickPlace,
): { readonly scene: Scene; readonly blocks: readonly JsonObject[] } {
  const { world, person } = client;
  if ("view" in where || "home" in where) {
    const view = "view" in where ? topView(client) : world.homes.get(person.id);
    if (view === undefined) throw new Error(`${person.name} has an empty Home tab`);
    return {
      scene: { kind: "view", view, conversation: viewerOf(client, view).conversation },
      blocks: view.blocks,
    };
  }
  if ("ephemeral" in where) {
    const ephemeral = world.ephemerals.find(({ id }) => id === where.ephemeral.id);
    if (ephemeral === undefined || ephemeral.to !== person.id) throw new Error("this person does not see it");
    const conversation = seenConversation(client, ephemeral.conversation);
    return { scene: { kind: "ephemeral", ephemeral, conversation }, blocks: ephemeral.blocks };
  }
  const conversation = seenConversation(client, where.message.conversation);
  const message = findMessage(world, conversation.id, where.message.ts);
  if (message === null) throw new Error("the message is gone");
  return { scene: { kind: "message", message, conversation }, blocks: message.blocks };
}

/** @throws Error when the person is not in a private conversation: what isn't seen can't be clicked */
export function seenConversation({ world, person }: Client, id: string) {
  const conversation = world.conversations.get(id);
  if (conversation === undefined) throw new Error(`no conversation ${id}`);
  if (conversation.kind !== "public" && !conversation.members.includes(person.id)) {
    throw new Error(`${person.name} is not in ${conversation.name}`);
  }
  return conversation;
}
