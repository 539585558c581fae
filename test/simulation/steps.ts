import type { FurtherTry } from "../../src/store/index.ts";
import type { CommitFault, Instance } from "./instance.ts";
import type { Shape } from "./people.ts";
import type { Step } from "./plans.ts";
import type { World } from "./world.ts";

export async function take(world: World, step: Step): Promise<void> {
  await world.clock.pass(step.afterMs);
  const instance = "at" in step ? choose(world.reached, step.at) : undefined;
  if ("at" in step && instance === undefined) return;
  if (instance !== undefined) await befall(world, step, instance);
  else await happen(world, step);
  await world.clock.resolve();
}

/** A step that concerns one instance. */
async function befall(world: World, step: Step, instance: Instance): Promise<void> {
  const { people } = world;
  switch (step.do) {
    case "press": {
      const form = people.show(step.shape, { author: step.author, conversation: step.to, again: [] });
      if (step.commit !== null) breakCommit(world, instance, { nth: 0, fault: step.commit });
      return people.press(instance, form, { person: step.author, script: step.script });
    }
    case "again":
      return await sendAgain(world, step, instance);
    case "resubmit": {
      const form = choose(people.forms, step.form);
      const person = step.person === "author" ? form?.author : form?.author === "U1" ? "U2" : "U1";
      if (form === undefined || person === undefined) return;
      return people.press(instance, form, { person, script: step.script });
    }
    case "withdraw": {
      const proposals = people.forms.flatMap(({ proposal }) => proposal ?? []);
      const proposal = choose(proposals, step.form);
      return proposal === undefined ? undefined : people.withdraw(instance, proposal);
    }
    case "resolve":
    case "receive":
      return await speak(world, step, instance);
    case "trap":
      world.slack.isInDoubt = true;
      return instance.set(step.trap);
    case "commit":
      return breakCommit(world, instance, step);
    case "slow store":
      world.slack.isInDoubt = true;
      return instance.slowDown(step.ms, step.forMs);
    case "kill":
      world.kill(instance);
      return step.isReplaced ? await world.startOne() : undefined;
    case "stop":
      await world.stop(instance, step.limitMs);
      return step.isReplaced ? await world.startOne() : undefined;
    case "cut off":
      Object.assign(instance, { isCutOff: true, isHurt: true });
      world.slack.isInDoubt = true;
      await world.clock.pass(step.ms);
      instance.isCutOff = false;
  }
}

function breakCommit(
  world: World,
  instance: Instance,
  { nth, fault }: { nth: number; fault: CommitFault },
): void {
  world.slack.isInDoubt = true;
  instance.failCommit(nth, fault);
}

async function happen(world: World, step: Step): Promise<void> {
  const { slack, trace, people } = world;
  switch (step.do) {
    case "redeliver": {
      const press = choose(trace.presses, step.press);
      const form = people.forms.find(({ act }) => act === press?.act);
      const instance = world.reached.find(({ name }) => name === press?.instance);
      if (press === undefined || form === undefined || instance === undefined) return;
      const { person, delivery } = press;
      return people.press(instance, form, { person, delivery, script: step.script });
    }
    case "Slack":
      if (step.fault.kind !== "limited") slack.isInDoubt = true;
      slack.faults.push(step.fault);
      return;
    case "Slack down":
      slack.isInDoubt = true;
      slack.downUntilMs = world.clock.nowMs() + step.ms;
      return;
    case "share":
      return slack.change(step.conversation, step.to);
    case "spoil": {
      const message = choose(
        slack.messages.filter(({ thread }) => thread === null),
        step.message,
      );
      if (message !== undefined)
        Object.assign(message, step.how === "lock" ? { isLocked: true } : { isDeleted: true });
      return;
    }
    case "start":
      return await world.startOne();
    case "night":
      world.isNight = step.is;
      return;
    case "unrenderable":
      world.renderingsToFail = step.times;
      return;
    case "pass":
      return await world.clock.pass(step.ms);
  }
}

type Of<D extends Step["do"]> = Extract<Step, { do: D }>;

/** Sends again from a post's button, with a form that names the newest try unless it is old or forged. */
async function sendAgain(world: World, step: Of<"again">, instance: Instance): Promise<void> {
  const { how } = step;
  const history = await world.history();
  const tries = (root: string) => history.filter((one) => one.root === root);
  const newest = history.filter(
    ({ id, root, outcome }) =>
      tries(root).at(-1)?.id === id && (step.isUnknown ? outcome === "unknown" : outcome !== "accepted"),
  );
  const one = choose(newest, step.of) ?? choose(history, step.of);
  if (one === undefined) return;
  const toAgain = ({ root, kind }: { root: string; kind: string }): FurtherTry => {
    const shown = choose(tries(root), Math.min(how.newest, tries(root).length - 1))?.id ?? root;
    const other = choose(history, how.newest)?.root ?? "nothing";
    return {
      root: { no: root, nothing: "nothing", another: other }[how.forged],
      newest: how.forged === "another" ? (tries(other).at(-1)?.id ?? other) : shown,
      ...(kind === "remove" ? { isHarmless: true } : how.hasReason && { reason: "it never came" }),
    };
  };
  const shapes: Record<string, Shape> = { send: step.withImage ? "image" : "send", upload: "files" };
  const shape = shapes[one.kind] ?? (one.kind === "remove" ? "remove" : "decide");
  const batch = newest.filter(
    ({ kind, author, id }) => kind === one.kind && author === one.author && id !== one.id,
  );
  const all = shape === "files" ? [one, ...batch.slice(0, 2)] : [one];
  const person = how.by === "author" ? one.author : how.by;
  const form = world.people.show(shape, {
    ...{ author: person, conversation: one.conversation },
    again: all.map(toAgain),
  });
  world.people.press(instance, form, { person, script: step.script });
}

async function speak(world: World, step: Of<"resolve" | "receive">, instance: Instance): Promise<void> {
  const history = await world.history();
  const wanted = history.filter(({ outcome, kind }) =>
    step.do === "resolve"
      ? outcome === "unknown"
      : kind === "send" && (outcome === "unknown" || outcome === "accepted"),
  );
  const one = choose(wanted, step.of) ?? choose(history, step.of);
  if (one === undefined) return;
  if (step.do === "resolve") return world.people.resolve(instance, one.id, step.as);
  world.people.receive(instance, one.id, step);
}

function choose<T>(all: readonly T[], pick: number): T | undefined {
  return all.at(-1 - (pick % Math.max(1, all.length)));
}
