import { viewerOf } from "./actor-fields.ts";
import { type Client, currentView, topView } from "./actor-scene.ts";
import type { SubmitResult } from "./actor-types.ts";
import { type ContentProblem, checkView } from "./content-checks.ts";
import { type PlacedElement, placedElements } from "./elements.ts";
import { isEmptyValue } from "./field-values.ts";
import { isObject, toObject, toText } from "./json.ts";
import { VIEW } from "./limits.ts";
import { viewSubmissionPayload } from "./payloads.ts";
import type { Delivery, JsonObject, View } from "./types.ts";
import { changeView, openModal, removeViews, stackOf, updateView } from "./views.ts";

const TROUBLE = "We had some trouble connecting. Try again?";

/** Submits the top modal as the client does: its own checks first, then the bot's answer is carried out. */
export async function submit(client: Client): Promise<SubmitResult> {
  const view = topView(client);
  if (view.submit === null && !placedElements(view.blocks).some(({ block }) => block["type"] === "input")) {
    throw new Error(`the modal ${view.callbackId} has no submit button`);
  }
  const refused = clientErrors(view);
  if (Object.keys(refused).length > 0) {
    changeView(client.world, view, { errors: refused, trouble: null });
    return { kind: "client_error", errors: refused };
  }
  const submitted = changeView(client.world, view, { errors: {}, trouble: null });
  const payload = viewSubmissionPayload(client.world, {
    person: client.person,
    view: submitted,
  });
  const delivery = await client.dispatcher.deliver("view_submission", payload);
  if (delivery.trouble !== null || delivery.ack === null) return showTrouble(client, view.id, delivery);
  return carryOut(client, view.id, delivery);
}

function showTrouble(client: Client, viewId: string, delivery: Delivery): SubmitResult {
  const view = currentView(client, viewId);
  if (view !== null) changeView(client.world, view, { trouble: TROUBLE });
  return { kind: "trouble", message: TROUBLE, delivery };
}

function carryOut(client: Client, viewId: string, delivery: Delivery): SubmitResult {
  const { world, person } = client;
  const answer = toObject(delivery.ack?.body);
  const view = currentView(client, viewId);
  const fail = (rule: string, detail: string): SubmitResult => {
    world.report("view_submission", rule, detail);
    return showTrouble(client, viewId, delivery);
  };
  if (view === null) return { kind: "closed", delivery };
  const wire = toObject(answer["view"]);
  switch (answer["response_action"]) {
    case undefined:
      if (delivery.ack?.body !== null) return fail("unknown_answer", JSON.stringify(delivery.ack?.body));
      removeViews(world, person.id, [view]);
      return { kind: "closed", delivery };
    case "clear":
      removeViews(world, person.id, [...stackOf(world, person.id)]);
      return { kind: "cleared", delivery };
    case "errors":
      return showErrors(client, view, { answer, delivery, fail });
    case "update": {
      const problem = checkView(world, wire, { surface: "modal" });
      if (problem !== null) return fail(problem.error, problem.messages.join("; "));
      return { kind: "updated", view: updateView(world, view, wire), delivery };
    }
    case "push": {
      const problem = pushProblem(client, wire);
      if (problem !== null) return fail(problem.error, problem.messages.join("; "));
      const place = { userId: person.id, conversation: viewerOf(client, view).conversation, below: view };
      return { kind: "pushed", view: openModal(world, wire, place), delivery };
    }
    default:
      return fail("unknown_response_action", String(answer["response_action"]));
  }
}

function pushProblem({ world, person }: Client, wire: JsonObject): ContentProblem | null {
  const { length } = stackOf(world, person.id);
  if (length >= VIEW.stack) return { error: "push_limit_reached", messages: [`${length} views are open`] };
  return checkView(world, wire, { surface: "modal" });
}

function showErrors(
  client: Client,
  view: View,
  {
    answer,
    delivery,
    fail,
  }: {
    readonly answer: JsonObject;
    readonly delivery: Delivery;
    readonly fail: (rule: string, detail: string) => SubmitResult;
  },
): SubmitResult {
  const given = answer["errors"];
  if (!isObject(given) || Object.keys(given).length === 0) return fail("invalid_errors", "no errors given");
  const inputs = new Set(
    view.blocks.filter((block) => block["type"] === "input").map((block) => toText(block["block_id"])),
  );
  const errors: { [blockId: string]: string } = {};
  for (const [blockId, text] of Object.entries(given)) {
    if (!inputs.has(blockId)) return fail("invalid_errors", `${blockId} is no input block of this view`);
    if (typeof text !== "string" || text === "") return fail("invalid_errors", `${blockId}: no text`);
    errors[blockId] = text;
  }
  changeView(client.world, view, { errors });
  return { kind: "errors", errors, delivery };
}

/** What Slack's client says before anything is sent, by block id. */
function clientErrors(view: View): { [blockId: string]: string } {
  const errors: { [blockId: string]: string } = {};
  for (const placed of placedElements(view.blocks)) {
    if (placed.block["type"] !== "input") continue;
    const value = view.values[placed.blockId]?.[placed.actionId] ?? {};
    const problem = fieldError(placed, value);
    if (problem !== null) errors[placed.blockId] = problem;
  }
  return errors;
}

function fieldError({ block, element, type }: PlacedElement, value: JsonObject): string | null {
  if (isEmptyValue(value)) return block["optional"] === true ? null : "This is a required field";
  return type === "plain_text_input" ? lengthError(element, toText(value["value"])) : null;
}

function lengthError(element: JsonObject, text: string): string | null {
  const least = Number(element["min_length"] ?? 0);
  return text.length < least ? `Must be at least ${least} characters` : null;
}

/** Back to the modal below; with clear_on_close the whole stack goes. */
export function closeTop(client: Client): void {
  const view = topView(client);
  if (view.clearOnClose) closeAll(client);
  else removeViews(client.world, client.person.id, [view]);
}

export function closeAll({ world, person }: Client): void {
  removeViews(world, person.id, [...stackOf(world, person.id)]);
}
