import { sql } from "kysely";
import type { Acknowledgement, Act, PreparedAct } from "../../src/operations/index.ts";
import { createAcknowledger, InteractionState } from "../../src/slack/edge/attend.ts";
import type { EnqueueRequest, FurtherTry, OutcomeReport, PhoneOwnerAnswer } from "../../src/store/index.ts";
import type { Instance } from "./instance.ts";
import { type Content, type KindName, notify } from "./kinds.ts";
import type { Reply } from "./platform.ts";
import type { Press } from "./trace.ts";
import type { World } from "./world.ts";

/** What happens to one operation. `waitMs`: the wait before a further attempt. */
export type ItemScript = {
  replies: readonly Reply[];
  ready: { ms: number; fails: boolean };
  waitMs: number;
};

/** What happens to one press. `other`: for the first operation's siblings, and for the one that waits for it. */
export type Script = {
  prepare: { kind: "ready" | "gone" | "denied" | "overtaken" | "fails"; ms: number };
  /** Slack takes the answer after `ms`, or never. */
  ack: { fails: boolean; ms: number };
  first: ItemScript;
  other: ItemScript;
};

export type Shape = "send" | "image" | "files" | "remove" | "decide";

/** A form, or a click's act. */
type Form = Pick<Press, "act" | "author" | "kind" | "conversation" | "items" | "proposal"> & { shape: Shape };

/** Slack shows a failure after this time. */
const slackWaitsMs = 3000;
/** The edge takes a later answer as none. */
const answerMs = 2500;

/** People: what they press, and which answers they get. */
export class People {
  readonly #world: World;
  readonly forms: Form[] = [];
  readonly #scripts = new Map<string, Script>();
  readonly #asked = new Map<object, Press>();

  constructor(world: World) {
    this.#world = world;
  }

  /** `again`: the try that each of its operations repeats. */
  show(
    shape: Shape,
    form: Pick<Form, "author" | "conversation"> & { again: readonly (FurtherTry | null)[] },
  ): Form {
    const act = `a${this.forms.length + 1}`;
    const kind: KindName = shape === "image" || shape === "files" ? "upload" : shape;
    const again = (index: number) => form.again[index] ?? null;
    const first = { item: act, kind, again: shape === "image" ? null : again(0) };
    const items = {
      files: [first, ...[1, 2].map((index) => ({ item: `${act}:${index}`, kind, again: again(index) }))],
      image: [first, { item: `${act}:send`, kind: "send" as const, again: again(0) }],
      ...{ send: [first], remove: [first], decide: [first] },
    }[shape];
    const proposal = shape === "decide" && again(0) === null ? `p${this.forms.length >> 2}` : null;
    const { author, conversation } = form;
    const shown = { act, author, conversation, kind, items, proposal, shape };
    this.forms.push(shown);
    return shown;
  }

  scriptOf({ press, item }: Pick<Content, "press" | "item">): Script["first"] {
    const script = this.#scripts.get(press)!;
    return item.includes(":") ? script.other : script.first;
  }

  /** Submits a form, or delivers a submission again. */
  press(
    instance: Instance,
    form: Form,
    how: { person: string; script: Script; delivery?: InteractionState },
  ): void {
    const { trace, clock } = this.#world;
    const { person, script, delivery = new InteractionState() } = how;
    const { act, author, kind, conversation, items, proposal } = form;
    const press: Press = {
      ...{ id: `t${trace.presses.length + 1}`, act, author, kind, conversation, items, proposal },
      ...{ person, delivery, instance: instance.name, pressed: trace.now(), answer: null, refused: [] },
      saidMs: null,
    };
    trace.presses.push(press);
    this.#scripts.set(press.id, script);
    const asked: Act = {
      ...{ id: act, kind },
      by: { person: { id: person, locale: "en" }, delivery },
      prepare: () => this.#prepare(press, form, { script, instance }),
    };
    this.#asked.set(asked, press);
    clock.as(instance, () => {
      const work = this.#attend(press, asked, { script, instance, delivery });
      work.catch(() => this.#world.see("a press failed"));
    });
  }

  /** Handles a press as the edge does. */
  async #attend(
    press: Press,
    asked: Act,
    { delivery, ...how }: { script: Script; instance: Instance; delivery: InteractionState },
  ): Promise<void> {
    const { instance } = how;
    const ack = (is: Acknowledgement = { kind: "too_slow" }) => this.#acknowledge(press, is, how);
    const context = { isLate: () => this.#isLate(press, instance) };
    const answer = createAcknowledger(delivery, { ack, context });
    await instance.pass();
    if (delivery.refused === null && !answer.isTooLate()) {
      delivery.first ??= answer;
      return await instance.operations.perform(asked, answer.ack).finally(answer.refuse);
    }
    this.#world.see("refused at the edge");
    delivery.refused = "too slow";
    await answer.refuse();
  }

  /** Notes a direct message that the act failed after the answer “still being stored”. */
  refuse(act: object, kind: Acknowledgement["kind"]): void {
    this.#asked.get(act)?.refused.push({ ...this.#world.trace.now(), kind });
  }

  withdraw(instance: Instance, proposal: string): void {
    const precondition = (trx: Parameters<NonNullable<EnqueueRequest["precondition"]>>[0]) =>
      decide(trx, proposal);
    const notification = {
      posts: [{ subject: `proposal:${proposal}`, audience: "result", kind: "none", destinations: [] }],
    };
    this.#world.clock.as(instance, () => {
      instance.store.posts.add(notification, precondition).catch(() => {});
    });
  }

  resolve(instance: Instance, id: string, as: OutcomeReport): void {
    this.#world.clock.as(instance, () => {
      const notificationFor = (operation: Parameters<typeof notify>[0]) =>
        notify(operation, `resolved ${as}`);
      instance.store.operations.resolve(id, { by: "U-OPERATOR", as, notificationFor }).catch(() => {});
    });
  }

  receive(instance: Instance, id: string, { by, as }: { by: string; as: PhoneOwnerAnswer }): void {
    const { trace, clock } = this.#world;
    clock.as(instance, () => {
      const notificationFor = (operation: Parameters<typeof notify>[0]) =>
        notify(operation, `received ${as}`);
      const work = instance.store.receipts.answer(id, { by, as, words: null, notificationFor });
      void work
        .then(
          ({ kind }) =>
            void (kind === "answered" && trace.received.push({ ...trace.now(), item: id, by, as })),
        )
        .catch(() => {});
    });
  }

  /** Late by the clock, or by the app's hold monitor. */
  #isLate({ pressed }: Press, instance: Instance): boolean {
    const nowMs = this.#world.clock.nowMs();
    return nowMs - pressed.ms > answerMs || instance.wasFrozen(pressed.ms, nowMs);
  }

  async #prepare(
    press: Press,
    form: Form,
    { script, instance }: { script: Script; instance: Instance },
  ): Promise<PreparedAct | { denied: string } | null> {
    const { kind, ms } = script.prepare;
    await this.#world.clock.wait(ms);
    await instance.pass();
    if (kind === "fails") throw new Error("what the act needs can't be read");
    if (kind === "gone") return null;
    if (kind === "denied") return { denied: "not now" };
    const { proposal, conversation, shape } = form;
    const [first, ...others] = form.items.map(({ item, again }) => {
      const text = `words of ${press.id} for ${item}`;
      const needsImage = item.endsWith(":send");
      const request: Content = { item, press: press.id, text, needsImage, image: null };
      return { id: item, request, ...(again !== null && { again }) };
    });
    const precondition =
      kind === "overtaken"
        ? async () => false
        : proposal === null
          ? null
          : (trx: Trx) => decide(trx, proposal);
    const [next] = others;
    const { id: _, ...rest } = first!;
    return {
      ...{ ...rest, conversation },
      ...(precondition !== null && { precondition }),
      ...(shape === "image" && next !== undefined && { next: { ...next, kind: "send" } }),
      ...(shape === "files" && { siblings: others }),
    };
  }

  async #acknowledge(
    press: Press,
    is: Acknowledgement,
    { script: { ack }, instance }: { script: Script; instance: Instance },
  ): Promise<void> {
    const { clock, trace } = this.#world;
    this.#world.see(`told: ${is.kind}`);
    press.saidMs ??= clock.nowMs();
    await instance.pass();
    if (ack.fails) {
      press.answer ??= { ...trace.now(), is, isShown: false };
      throw new Error("Slack has gone");
    }
    await clock.wait(ack.ms);
    const now = trace.now();
    press.answer ??= { ...now, is, isShown: now.ms - press.pressed.ms <= slackWaitsMs };
    await instance.pass();
  }
}

type Trx = Parameters<NonNullable<EnqueueRequest["precondition"]>>[0];

/** Approves or withdraws a proposal; false if another decision was first. */
async function decide(trx: Trx, proposal: string): Promise<boolean> {
  const { rows } = await sql`insert into decisions (proposal) values (${proposal})
    on conflict do nothing returning proposal`.execute(trx);
  return rows.length > 0;
}
