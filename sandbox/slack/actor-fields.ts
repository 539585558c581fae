import { type Client, topView } from "./actor-scene.ts";
import type { FieldValue } from "./actor-types.ts";
import { problemsOf, suggestion } from "./content-schema.ts";
import { findElement, optionsOf, type PlacedElement } from "./elements.ts";
import { conversationsFor, toStateValue, type Viewer } from "./field-values.ts";
import { toObject, toObjects } from "./json.ts";
import { blockActionsPayload, blockSuggestionPayload } from "./payloads.ts";
import type { Conversation, Delivery, JsonObject, View } from "./types.ts";
import { changeView } from "./views.ts";

export function viewerOf(client: Client, view: View | null): Viewer {
  const conversation = view === null ? null : (client.world.viewConversations.get(view.id) ?? null);
  return { userId: client.person.id, conversation };
}

/** Changes a field of the top modal and, where the element dispatches, tells the bot. */
export async function fill(
  client: Client,
  filled: { readonly blockId: string; readonly value: FieldValue; readonly actionId?: string | undefined },
): Promise<Delivery | null> {
  const view = topView(client);
  const placed = findElement(view.blocks, { blockId: filled.blockId, actionId: filled.actionId });
  const changed = enterValue(client, view, { placed, value: filled.value });
  if (!isDispatching(placed)) return null;
  return await dispatchField(client, changed, placed);
}

/** The view with the new value in its state. */
export function enterValue(
  client: Client,
  view: View,
  { placed, value }: { readonly placed: PlacedElement; readonly value: FieldValue },
): View {
  const { blockId, actionId } = placed;
  const stateValue = toStateValue(client.world, placed, {
    value,
    viewer: viewerOf(client, view),
    suggested: client.suggested.get(`${view.id}/${blockId}/${actionId}`) ?? [],
  });
  const values = { ...view.values, [blockId]: { ...view.values[blockId], [actionId]: stateValue } };
  return changeView(client.world, view, { values });
}

/** A text does so at each character: dispatching on Enter is refused in views. */
function isDispatching({ block }: PlacedElement): boolean {
  return block["type"] !== "input" || block["dispatch_action"] === true;
}

async function dispatchField(client: Client, view: View, placed: PlacedElement): Promise<Delivery> {
  const value = view.values[placed.blockId]?.[placed.actionId] ?? {};
  const { world, person } = client;
  const payload = blockActionsPayload(world, {
    person,
    scene: { kind: "view", view, conversation: viewerOf(client, view).conversation },
    action: { ...value, type: placed.type, block_id: placed.blockId, action_id: placed.actionId },
  });
  return await client.dispatcher.deliver("block_actions", payload);
}

/** Asks the bot what an external select offers: options, or groups of them. */
export async function suggest(
  client: Client,
  asked: { readonly blockId: string; readonly query: string; readonly actionId?: string | undefined },
): Promise<JsonObject[]> {
  const view = topView(client);
  const { blockId, actionId, element, type } = findElement(view.blocks, asked);
  if (!type.endsWith("external_select")) throw new Error(`${blockId}: a ${type} asks the bot for nothing`);
  const least = Number(element["min_query_length"] ?? 3);
  if (asked.query.length < least) throw new Error(`${blockId}: the client asks from ${least} characters on`);
  const payload = blockSuggestionPayload(client.person, { view, blockId, actionId, query: asked.query });
  const delivery = await client.dispatcher.deliver("block_suggestion", payload);
  if (delivery.ack === null || delivery.trouble !== null) throw new Error(`${blockId}: ${delivery.trouble}`);
  const answered = toObject(delivery.ack.body);
  const body = isFitSuggestion(client, blockId, answered) ? answered : {};
  client.suggested.set(`${view.id}/${blockId}/${actionId}`, optionsOf(body));
  return [...toObjects(body["options"]), ...toObjects(body["option_groups"])];
}

/** What Slack can't read as options it shows as no result. */
function isFitSuggestion({ world }: Client, blockId: string, body: JsonObject): boolean {
  const report = (rule: string, detail: string) =>
    world.report("block_suggestion", rule, `${blockId}: ${detail}`);
  if (!Array.isArray(body["options"]) && !Array.isArray(body["option_groups"])) {
    report("no_options", "neither options nor option_groups");
    return false;
  }
  const problems = problemsOf(suggestion, body);
  if (problems.length > 0) report("invalid_options", problems.join("; "));
  return problems.length === 0;
}

export function offeredConversations(client: Client, blockId: string): Conversation[] {
  const view = topView(client);
  const { element } = findElement(view.blocks, { blockId });
  return conversationsFor(client.world, element, viewerOf(client, view));
}
