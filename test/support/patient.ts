import type { SubmitResult } from "../../sandbox/slack/actor-types.ts";
import type { Actor, Delivery, SlackEvent, SlackWorkspace } from "../../sandbox/slack/index.ts";
import { en, ko } from "./words.ts";

/** A machine is hardly that busy three times in a row; a Slack that never says who somebody is stays one. */
const mostTries = 3;
const notRecognised = [en, ko].map(({ edge }) => edge.notRecognised);
const isTold = (words: string) => notRecognised.some((told) => words.includes(told));

/**
 * People who do as they are told when Slack did not say in time who they are, and nothing was done: the same once more.
 * The app waits 0.8 s for that, which a busy machine may use up.
 */
export function patientPeople(slack: SlackWorkspace): (userId: string) => Actor {
  /** What each has pressed last, which is what is answered so. */
  const pressed = new Map<string, () => Promise<unknown>>();
  slack.on((event) => {
    const who = whoIsTold(event);
    const again = who === null ? undefined : pressed.get(who);
    if (who !== null) pressed.delete(who);
    // What was pressed may be gone by now, and then there is nothing to press.
    void again?.().catch(() => {});
  });
  return (userId) => {
    const actor = slack.as(userId);
    const type = async (typed: Parameters<Actor["command"]>, left: number): Promise<Delivery> => {
      const delivery = await actor.command(...typed);
      const isUnknown = isTold(JSON.stringify(delivery.ack?.body ?? null));
      return isUnknown && left > 1 ? type(typed, left - 1) : delivery;
    };
    const press = (click: Parameters<Actor["click"]>, left: number): Promise<Delivery> => {
      pressed.delete(userId);
      if (left > 1) pressed.set(userId, () => press(click, left - 1));
      return actor.click(...click);
    };
    const submit = async (left: number): Promise<SubmitResult> => {
      const result = await actor.submit();
      const isUnknown = "delivery" in result && isTold(JSON.stringify(result.delivery.ack?.body ?? null));
      return isUnknown && left > 1 ? submit(left - 1) : result;
    };
    return {
      ...actor,
      submit: () => submit(mostTries),
      command: (...typed) => type(typed, mostTries),
      click: (...click) => press(click, mostTries),
    };
  };
}

/** Behind a click; what a command is answered with is part of its acknowledgement. */
function whoIsTold(event: SlackEvent): string | null {
  if (event.kind !== "ephemeral" || event.change !== "posted") return null;
  const { to, text, source } = event.ephemeral;
  return source === "response_url" && isTold(text) ? to : null;
}
