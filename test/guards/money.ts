import type { Row } from "./guard.ts";

export const money: readonly Row[] = [
  {
    threat: "One act sends twice: double clicks, redeliveries, two instances",
    guards: [
      {
        guard: "an act that is there isn't stored once more",
        file: "src/store/operations/enqueue.ts",
        text: "if (isNotAllStored(error)) return null;",
        instead: 'if (isNotAllStored(error)) return { kind: "stored" };',
        test: "test/contract/store.sqlite.test.ts",
        only: "races",
      },
      {
        guard: "it is stored before the acknowledgement",
        file: "src/operations/acts.ts",
        text: "      return (await this.#options.within(storeBudgetMs, storing)) ?? null;",
        instead: "      return (await this.#options.within(0, storing)) ?? null;",
        test: "test/unit/operations/operations.test.ts",
      },
    ],
  },
  {
    threat: "A crash repeats a send",
    guards: [
      {
        guard: "what started is closed as unknown",
        file: "src/operations/end.ts",
        text: 'if (state !== "stored") return ownEnd("unknown", ownCodes.processEnded);',
        instead: "",
        test: "test/long/crash.test.ts",
      },
      {
        guard: "what started isn't started anew",
        file: "src/store/operations/tries.ts",
        text: '.where("state", "=", isAgain ? "started" : "stored")',
        instead: '.where("state", "in", ["started", "stored"])',
        test: "test/contract/store.sqlite.test.ts",
        only: "races",
      },
    ],
  },
  {
    threat: "What was told as not sent is sent after all",
    guards: [
      {
        guard: "a delivery that comes again has its first answer",
        file: "src/operations/acts.ts",
        text: "if (first !== undefined) return acknowledge(await this.#answerAgain(act, first));",
        instead: "",
        test: "test/unit/operations/delivered-again.test.ts",
      },
      {
        guard: "only what was acknowledged runs after a restart",
        file: "src/operations/recovery.ts",
        text: " && acknowledgedAt !== null",
        instead: "",
        test: "test/unit/operations/recovery.test.ts",
      },
      {
        guard: "a refusal by the edge is given again",
        file: "src/slack/edge/attend.ts",
        text: "if (delivery.refused === null) {",
        instead: "delivery.refused = null; {",
        test: "test/app/refused-deliveries.test.ts",
      },
    ],
  },
  {
    threat:
      "An answer is lost, and the form or command comes again, perhaps changed: here, at another instance, or after a restart",
    guards: [
      {
        guard: "a form that comes again is told what became of its act",
        file: "src/store/operations/enqueue.ts",
        text: 'operation === null ? { kind: "not_again", operation: null } : { kind: "duplicate", operation };',
        instead: 'operation === null ? { kind: "not_again", operation: null } : { kind: "stored" };',
        test: "test/app/submitted-again.test.ts",
      },
      {
        guard: "nobody else is told",
        file: "src/store/operations/enqueue.ts",
        text: "first.author === author && first.act === id ?",
        instead: "first.act === id ?",
        test: "test/contract/store.sqlite.test.ts",
        only: "an act",
      },
    ],
  },
  {
    threat:
      "A store that is slow or loses its answer: an act is sent that nobody was told of, or told as on its way and lost",
    guards: [
      {
        guard: "past 1.5 s it is said to be still being stored",
        file: "src/operations/acts.ts",
        text: "(await this.#options.within(storeBudgetMs, storing)) ?? null",
        instead: "(await storing) ?? null",
        test: "test/unit/operations/storing.test.ts",
      },
      {
        guard: "a store that failed tells its person",
        file: "src/operations/acts.ts",
        text: "if (!answeredElsewhere.includes(acknowledgement.kind)) await answerRefused(act, acknowledgement);",
        instead: "",
        test: "test/unit/operations/storing.test.ts",
      },
      {
        guard: "two submissions of a form ask the store once",
        file: "src/operations/acts.ts",
        text: "if (before !== undefined) {",
        instead: "if (false as boolean && before !== undefined) {",
        test: "test/unit/operations/storing.test.ts",
      },
      {
        guard: "what isn't known after 45 s is not sent",
        file: "src/operations/acts.ts",
        text: "passedMs() > storedWithinMs",
        instead: "false",
        test: "test/unit/operations/too-late.test.ts",
      },
    ],
  },
  {
    threat:
      "An end is told by who can't know it: a process whose outcome the store didn't take yet, a delivery that took nothing on",
    guards: [
      {
        guard: "a process insists on what it knows",
        file: "src/operations/runner.ts",
        text: "        if (gone.aborted) return undefined;",
        instead: "        return undefined;",
        test: "test/unit/operations/store-away.test.ts",
      },
      {
        guard: "only the instance that made the request knows its end",
        file: "src/store/operations/finish.ts",
        text: 'row.and([isStarted, row("started_by", "=", owner)])',
        instead: "row.and([isStarted, isHeld])",
        test: "test/contract/store.sqlite.test.ts",
        only: "recovery",
      },
    ],
  },
  {
    threat: "Slack said that it failed, and it is sent",
    guards: [
      {
        guard: "nothing is sent without its acknowledgement",
        file: "src/operations/acts.ts",
        text: "failed: string | null = ownCodes.notAcknowledged;",
        instead: "failed: string | null = null;",
        test: "test/unit/operations/operations.test.ts",
      },
      {
        guard: "what was given up while it was got ready is not stored",
        file: "src/operations/acts.ts",
        text: 'if (by.delivery.first?.isGivenUp() === true) return this.#refuse(act, { kind: "too_slow" });',
        instead: "",
        test: "test/unit/operations/not-enqueued.test.ts",
      },
      {
        guard: "nothing is sent whose acknowledgement came late",
        file: "src/slack/edge/attend.ts",
        text: "      if (look()) throw new NotAcknowledgedError();\n",
        instead: "",
        test: "test/unit/slack/edge/held-up.test.ts",
      },
      {
        guard: "what is known to be late is acknowledged as not sent",
        file: "src/slack/edge/attend.ts",
        text: "      if (answer.isTooLate()) throw new NotAcknowledgedError();\n",
        instead: "",
        test: "test/unit/slack/edge/held-up.test.ts",
      },
      {
        guard: "what was read behind a hold reaches no handler",
        file: "src/slack/edge/attend.ts",
        text: "else if (answer.isTooLate()) delivery.refused = common.tooSlow;",
        instead: "",
        test: "test/unit/slack/edge/held-up.test.ts",
      },
      {
        guard: "a late repeat isn't told as unsent: its first delivery may be under way",
        file: "src/slack/edge/attend.ts",
        text: "isTooLate: (): boolean => !answer.isRepeat() && look(),",
        instead: "isTooLate: (): boolean => look(),",
        test: "test/unit/slack/edge/held-up.test.ts",
      },
      {
        guard: "a late timer is a hold",
        file: "src/slack/edge/edge.ts",
        text: "if (lateMs <= limits.lateMs) return { at, lateMs };",
        instead: "if (lateMs >= 0) return { at, lateMs };",
        test: "test/unit/slack/edge/hold-monitor.test.ts",
      },
      {
        guard: "what was signed too long ago is not done",
        file: "src/slack/edge/edge.ts",
        text: "const isOld = ageMs > limits.failedMs;",
        instead: "const isOld = ageMs > limits.failedMs * 1000;",
        test: "test/unit/slack/edge/hold-monitor.test.ts",
      },
    ],
  },
  {
    threat: "A template changes without a colleague's word, or twice for one",
    guards: [
      {
        guard: "an approval and its update are written for what was seen alone",
        file: "src/store/proposals/proposals.ts",
        text: "return proposal.revision === revision && proposal.expiresAt > now;",
        instead: "return proposal.revision >= revision && proposal.expiresAt > now;",
        test: "test/contract/store.sqlite.test.ts",
        only: "proposals",
      },
      {
        guard: "one update carries out one proposal",
        file: "src/store/documents.ts",
        text: '"unique index documents_keys on',
        instead: '"index documents_keys on',
        test: "test/contract/store.sqlite.test.ts",
        only: "carried out one by one update",
      },
      {
        guard: "what was sent is approved anew only for the outcome that stands by then",
        file: "src/store/proposals/proposals.ts",
        text: "await conclusion({ step: asItIs })",
        instead: "await conclusion({})",
        test: "test/contract/store.sqlite.test.ts",
        only: "with each end of their update",
      },
      {
        guard: "authors don't count",
        file: "src/features/templates/proposal.ts",
        text: "return findAuthorship(proposal, id);",
        instead: "return null;",
        test: "test/unit/features/templates/review.property.test.ts",
      },
      {
        guard: "what is stored is held against the seal",
        file: "src/features/templates/update.ts",
        text: 'if (digestOf(body) !== contentDigest) throw new NotReadyError("DigestMismatch");',
        instead: 'if (contentDigest === "") throw new NotReadyError("DigestMismatch");',
        test: "test/unit/features/templates/calls.test.ts",
      },
    ],
  },
  {
    threat: "A run sends something else than was confirmed, or some of it over the limit",
    guards: [
      {
        guard: "a run starts only where its digest is the confirmed one",
        file: "src/features/messages/runs/run.slack.ts",
        text: "if (plan.stamp !== asked.stamp) return",
        instead: 'if (plan.stamp === "") return',
        test: "test/app/runs.test.ts",
      },
      {
        guard: "all of it counts, or none is stored",
        file: "src/store/operations/enqueue.ts",
        text: "asked: 1 + siblings.length }",
        instead: "asked: 1 }",
        test: "test/contract/store.sqlite.test.ts",
        only: "quotas",
      },
    ],
  },
  {
    threat: "What failed of a run is sent again by two confirmations, or past a state that nobody saw",
    guards: [
      {
        guard: "the same state of a run is one act",
        file: "src/features/messages/runs/plan.ts",
        text: "JSON.stringify([person, run, reruns])",
        instead: "JSON.stringify([person, run, reruns, Math.random()])",
        test: "test/app/run-again.test.ts",
      },
      {
        guard: "all further tries are taken on, or none",
        file: "src/store/operations/tries.ts",
        text: "if (inTheWay !== undefined) return {",
        instead: "if (inTheWay !== undefined && one === further[0]) return {",
        test: "test/contract/store.sqlite.test.ts",
        only: "several operations of one act",
      },
    ],
  },
];
