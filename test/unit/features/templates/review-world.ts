import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { type ApprovalResult, approve } from "../../../../src/features/templates/approve.slack.ts";
import { type Actor, findObstacle } from "../../../../src/features/templates/proposal.ts";
import { notificationOfProposal } from "../../../../src/features/templates/proposal-lines.view.ts";
import { digestOfChange } from "../../../../src/features/templates/shown.ts";
import { createUpdateKind } from "../../../../src/features/templates/update.ts";
import { Operations, operationKind } from "../../../../src/operations/index.ts";
import { PlatformError } from "../../../../src/platform/index.ts";
import { openStore, type Proposal, type ProposalTable, type Store } from "../../../../src/store/index.ts";
import { createObservations } from "../../../../src/store/observations/observations.ts";
import { createProposals } from "../../../../src/store/proposals/proposals.ts";
import { anAsker } from "../../../support/asker.ts";
import { eventually } from "../../../support/eventually.ts";
import { layStore } from "../../../support/laid-store.ts";

/** What the platform does with the next update. */
export type Answer = "accepted" | "refused" | "not_sent" | "unknown";
/** Where the process dies during an approval. */
export type Death = "before acknowledging" | "before starting" | "while the platform has it";

/** One event, for the checks at the end. */
export type Deed =
  | { kind: "revision"; proposal: string; revision: number; content: string; by: string }
  | { kind: "approves"; proposal: string; revision: number; by: string; isReviewer: boolean }
  | { kind: "closed"; proposal: string; as: string }
  | { kind: "opened"; proposal: string }
  | { kind: "sent"; content: string }
  | { kind: "no effect"; content: string };

const leaseMs = 60_000;

/** A team that proposes and reviews on a real store, with a process that can die and restart. */
export class ReviewWorld {
  readonly deeds: Deed[] = [];
  readonly reviewers = new Set<string>();
  readonly required: number;
  answer: Answer = "accepted";
  #nowMs = Date.parse("2026-11-21T09:00:00.000Z");
  #ids = 0;
  #directory = "";
  #url = "";
  readonly #deliveries = new Map<string, object>();
  #death: Death | null = null;
  #onHeld: () => void = () => {};
  #store: Store | undefined;
  #operations: Operations | undefined;

  constructor({ required, reviewers }: { required: number; reviewers: readonly string[] }) {
    this.required = required;
    for (const reviewer of reviewers) this.reviewers.add(reviewer);
  }

  async open(): Promise<void> {
    this.#directory = await mkdtemp(join(tmpdir(), "review-"));
    this.#url = `file:${join(this.#directory, "review.db")}`;
    await layStore(this.#url);
    await this.#start();
  }

  async close(): Promise<void> {
    await this.#operations?.stop(100);
    await this.#store?.close();
    await rm(this.#directory, { recursive: true });
  }

  now = (): Date => new Date(this.#nowMs);

  pass(ms: number): void {
    this.#nowMs += ms;
  }

  newId(): string {
    this.#ids += 1;
    return `act-${this.#ids}`;
  }

  get store(): Store {
    if (this.#store === undefined) throw new Error("the process is not running");
    return this.#store;
  }

  get proposals() {
    return this.store.open(createProposals);
  }

  actor(id: string): Actor {
    return {
      id,
      isReviewer: this.reviewers.has(id),
      mayPropose: id !== "guest",
      isOperator: id === "operator",
      mayProposeOrOperates: id !== "guest",
    };
  }

  rules = async () => ({
    required: this.required,
    now: this.now(),
    isReviewer: (id: string) => this.reviewers.has(id),
  });

  async obstacle(
    deed: Parameters<typeof findObstacle>[0],
    proposal: Proposal,
    own: { by: string; revision: number },
  ) {
    const read = { proposal, revision: own.revision, actor: this.actor(own.by) };
    return findObstacle(deed, read, await this.rules());
  }

  async propose(by: string, content: string): Promise<void> {
    const id = this.newId();
    const change = { content };
    const expiresAt = new Date(this.#nowMs + 3 * 24 * 3_600_000);
    const proposed = { id, templateId: "T1", change, contentDigest: digestOfChange(change), reason: "r" };
    await this.proposals.add(
      { ...proposed, proposer: by, locale: "en", basis: null, expiresAt },
      (proposal) => notificationOfProposal(proposal, { review: null }),
    );
    this.deeds.push({ kind: "revision", proposal: id, revision: 1, content, by });
  }

  /** The answer to one reviewer's click; null if its acknowledgement failed. */
  async approve(
    proposal: string,
    {
      by,
      revision,
      actId = this.newId(),
      isAcknowledged = true,
      see = (proposals) => proposals,
    }: {
      by: string;
      revision: number;
      /** Given for a click that is delivered again. */
      actId?: string;
      isAcknowledged?: boolean;
      /** Replaces the proposals' table for this approval. */
      see?: (proposals: ProposalTable) => ProposalTable;
    },
  ): Promise<ApprovalResult | null> {
    const isReviewer = this.reviewers.has(by);
    this.deeds.push({ kind: "approves", proposal, revision, by, isReviewer });
    const answered = Promise.withResolvers<ApprovalResult | null>();
    const store = this.store;
    void approve(
      {
        ...{ actId, proposalId: proposal, revision, actor: this.actor(by) },
        by: { ...anAsker({ id: by }), delivery: this.#deliveryOf(actId) },
        ...{ wasShown: () => true, sawUpdate: () => true },
      },
      {
        proposals: see(store.open(createProposals)),
        observations: store.open(createObservations),
        operations: this.#operations!,
        ...{ rules: this.rules, notificationOfApproval: () => ({}), changed: () => {}, gone: "gone" },
      },
      async (approved) => {
        if (!isAcknowledged) throw new Error("Slack has gone");
        if (approved.kind === "sent") await this.#hold("before acknowledging");
        answered.resolve(approved);
      },
    ).catch(() => answered.resolve(null));
    return answered.promise;
  }

  /** One object for all deliveries of a click, until the process restarts. */
  #deliveryOf(actId: string): object {
    const delivery = this.#deliveries.get(actId) ?? {};
    this.#deliveries.set(actId, delivery);
    return delivery;
  }

  /** Lets the process die during an approval, if it comes that far, and restarts it. */
  async dieWhile(death: Death, act: () => Promise<ApprovalResult | null>): Promise<void> {
    this.#death = death;
    const held = new Promise<void>((resolve) => {
      this.#onHeld = resolve;
    });
    const acting = act();
    const isSent = acting.then((approved) => (approved?.kind === "sent" ? held : undefined));
    await Promise.race([held, isSent]);
    await this.restart();
  }

  async restart(): Promise<void> {
    const operations = this.#operations;
    await this.store.close();
    this.#death = null;
    await this.#start();
    // What still runs of the dead process writes to a store that is closed.
    void operations?.stop(0);
  }

  /** Waits until no operation is open. */
  async comeToRest(): Promise<void> {
    await eventually(async () => {
      if ((await this.store.operations.countOpen()) > 0) throw new Error("an update is on its way");
    });
  }

  async #start(): Promise<void> {
    this.#deliveries.clear();
    const store = await openStore({ url: this.#url, owner: this.newId(), leaseMs, now: this.now });
    const held = {
      ...store,
      operations: {
        ...store.operations,
        start: async (...given: Parameters<Store["operations"]["start"]>) => {
          await this.#hold("before starting");
          return store.operations.start(...given);
        },
      },
    };
    const log = pino({ level: "silent" });
    const answerRefused = async () => {};
    const notification = { plainNotification: () => ({}), answerRefused };
    const operations = new Operations({ store: held, leaseMs, log, now: this.now, ...notification });
    const kind = createUpdateKind(
      {
        platform: {
          updateTemplate: async (_, update, call) => {
            if ((await call?.mayLeave?.(1)) !== true) throw new Error("it asked nobody, or may not leave");
            return this.#update(update.content ?? "");
          },
        },
        observations: store.open(createObservations),
        proposals: store.open(createProposals),
      },
      { notificationFor: () => ({}), describe: () => null },
    );
    operations.define(operationKind(kind));
    this.#store = store;
    this.#operations = operations;
    await operations.start();
  }

  async #update(content: string) {
    this.deeds.push({ kind: "sent", content });
    await this.#hold("while the platform has it");
    if (this.answer === "accepted") {
      const record = { templateId: "T1", content, codes: [{ service: "vendorA", status: "PENDING" }] };
      return { vendorA: record, vendorB: record };
    }
    if (this.answer !== "unknown") this.deeds.push({ kind: "no effect", content });
    const call = { operation: "updateTemplate", method: "PUT", path: "/" } as const;
    throw new PlatformError({ ...call, certainty: this.answer, code: "Test" });
  }

  async #hold(death: Death): Promise<void> {
    if (this.#death !== death) return;
    this.#onHeld();
    await new Promise(() => {});
  }
}
