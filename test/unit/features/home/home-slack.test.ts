import type { HomeView } from "@slack/types";
import { describe, expect, it } from "vitest";
import { within } from "../../../../src/deadline.ts";
import type { HomePart } from "../../../../src/features/feature.ts";
import {
  type Claimed,
  drawHome,
  type HomeDeps,
  markHomes,
  openHome,
} from "../../../../src/features/home/home.slack.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import type { HomeShown } from "../../../../src/slack/edge/home-tabs.ts";
import type { Person } from "../../../../src/slack/people/people.ts";
import type { HomeClaim } from "../../../../src/store/homes/types.ts";
import type { OperationPage } from "../../../../src/store/index.ts";
import { createSpentBudgets } from "../../../support/budgets.ts";
import { aKin, anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";

const member = (id: string): Person => ({ id, locale: "en", standing: "member" });
const nothing: OperationPage = { operations: [], next: null };
const mayOpen: HomePart = () => ({ buttons: [{ actionId: "messages.open", text: "Send a message" }] });
const list = { everyone: false, users: ["U1", "U2"], groups: [] };
const claimOf = (person: string): HomeClaim => ({ person, lease: "l1", wanted: 3, hash: "h3" });
const claimedBy = (person: string, isOver = false): Claimed => ({
  claim: claimOf(person),
  isOver: () => isOver,
});

function start(options: Partial<HomeDeps> & { answer?: (view: string) => HomeShown } = {}) {
  const { answer, ...others } = options;
  const shown: { who: string; view: string; hash: string | null }[] = [];
  const failures: unknown[] = [];
  const recognised: string[] = [];
  /** What became of claims, and what was marked. */
  const noted: unknown[] = [];
  const deps: HomeDeps = {
    toConsole: () => [],
    tabs: {
      async show(who, view: HomeView, hash) {
        const blocks = JSON.stringify(view.blocks);
        shown.push({ who, view: blocks, hash });
        return answer?.(blocks) ?? { kind: "shown", hash: `h${shown.length}` };
      },
    },
    homes: {
      open: async (person, hash) => ({ ...claimOf(person), hash }),
      drawn: async (claim, as) => {
        noted.push({ drawn: claim.person, wanted: claim.wanted, ...as });
        return true;
      },
      retry: async ({ person }, failure) => {
        noted.push({ retried: person, ...failure });
      },
      leave: async ({ person }) => {
        noted.push({ left: person });
      },
      mark: async (people) => {
        noted.push({ marked: people });
      },
      openedSince: async () => ["U1", "U2", "U3"],
    },
    missed: new Set(),
    operations: { list: async () => nothing, get: async () => null, ofAct: async () => [] },
    parts: () => [mayOpen],
    describe: () => null,
    tellerOf: () => undefined,
    people: {
      recognise: async (id) => {
        recognised.push(id);
        return member(id);
      },
      isKnownToBeOn: () => true,
      isNamedOn: ({ users }, id) => users.includes(id),
    },
    isOnCall: () => false,
    operators: { everyone: false, users: ["U9"], groups: [] },
    dayBegan: (now) => now,
    wordsOf,
    within,
    now: () => new Date(0),
    onFailure: (error) => failures.push(error),
    ...others,
  };
  const visit = { person: member("U1"), hash: "h0" };
  return { deps, shown, failures, recognised, noted, visit };
}

const away = {
  operations: { list: () => Promise.reject(new Error("away")), get: async () => null, ofAct: async () => [] },
};

describe("an opened Home", () => {
  it("is drawn over what Slack says that stands there, and counts as drawn", async () => {
    const { deps, shown, noted, visit } = start();
    await openHome(visit, deps);
    expect(shown).toMatchObject([{ who: "U1", hash: "h0" }]);
    expect(noted).toEqual([{ drawn: "U1", wanted: 3, hash: "h1", isOnCall: false }]);
  });

  it("says that it is being read, and nothing of access, until it is", async () => {
    const isSeen = Promise.withResolvers<OperationPage>();
    const { within, limitsMs } = createSpentBudgets();
    const { deps, shown, noted, visit } = start({
      within,
      operations: { list: () => isSeen.promise, get: async () => null, ofAct: async () => [] },
      answer: () => {
        isSeen.resolve(nothing);
        return { kind: "shown", hash: "reading" };
      },
    });
    await openHome(visit, deps);
    expect(limitsMs).toEqual([500]);
    expect(shown).toHaveLength(2);
    expect(shown[0]!.view).toContain(en.home.reading);
    expect(shown[0]!.view).not.toContain(en.home.nothing);
    expect(shown[1]!.view).toContain("messages.open");
    expect(shown.map(({ hash }) => hash)).toEqual(["h0", "reading"]);
    expect(noted).toHaveLength(1);
  });

  it("says that it could not be read, and is drawn as soon as it can be", async () => {
    const { deps, shown, failures, noted, visit } = start(away);
    await openHome(visit, deps);
    expect(shown.at(-1)!.view).toContain(en.home.unread);
    expect(shown.at(-1)!.view).not.toContain(en.home.nothing);
    expect(failures).toHaveLength(1);
    expect(noted).toMatchObject([{ retried: "U1" }]);
  });

  it("is drawn once more where the store could not note that it was opened", async () => {
    const { deps, shown, failures, visit } = start();
    deps.homes.open = () => Promise.reject(new Error("away"));
    await openHome(visit, deps);
    expect(shown.at(-1)!.view).toContain("messages.open");
    expect([...deps.missed]).toEqual(["U1"]);
    expect(failures).toHaveLength(1);
  });

  it("waits for as long as Slack asks, and nobody reads of it as a failure", async () => {
    const { deps, noted, visit } = start({
      answer: () => ({ kind: "later", afterMs: 7000, isLimited: true }),
    });
    await openHome(visit, deps);
    expect(noted).toMatchObject([{ retried: "U1", afterMs: 7000, isLimited: true }]);
  });

  it("shows that it is being read even where Slack refuses that, and what was read after it", async () => {
    const isSeen = Promise.withResolvers<OperationPage>();
    const { deps, shown, noted, visit } = start({
      operations: { list: () => isSeen.promise, get: async () => null, ofAct: async () => [] },
      answer: (view) => {
        isSeen.resolve(nothing);
        return view.includes(en.home.reading) ? { kind: "newer" } : { kind: "shown", hash: "h9" };
      },
    });
    await openHome(visit, deps);
    expect(shown.map(({ hash }) => hash)).toEqual(["h0", null]);
    expect(noted).toMatchObject([{ drawn: "U1", hash: "h9" }]);
  });
});

describe("what waits on Home", () => {
  it("is an own message that never left although its upload is there", async () => {
    const behind = (id: string, outcome: "accepted" | "refused") =>
      anUnknown({
        ...{ id, act: `${id}:up`, step: 1, outcome: "not_sent", createdAt: new Date(0) },
        siblings: [aKin({ id: `${id}:up`, act: `${id}:up`, outcome })],
      });
    const all = [
      behind("left", "accepted"),
      anUnknown({ outcome: "not_sent", createdAt: new Date(0), id: "alone" }),
      behind("refused", "refused"),
      { ...behind("old", "accepted"), createdAt: new Date(-8 * 24 * 60 * 60_000) },
    ];
    const { deps, shown, visit } = start({
      operations: {
        list: async ({ outcomes }) =>
          outcomes?.[0] === "not_sent" ? { ...nothing, operations: all } : nothing,
        get: async () => null,
        ofAct: async () => [],
      },
    });
    await openHome(visit, deps);
    expect(shown.at(-1)!.view).toContain(en.home.waiting(1));
  });
});

describe("a marked Home", () => {
  it("stays as it stands when it can't be read, and is tried again", async () => {
    const { deps, shown, failures, noted } = start(away);
    await drawHome(claimedBy("U1"), deps);
    expect(shown).toEqual([]);
    expect(failures).toHaveLength(1);
    expect(noted).toMatchObject([{ retried: "U1" }]);
  });

  it.each([
    [{ kind: "shown", hash: "h4" } as const, { drawn: "U1", wanted: 3, hash: "h4" }],
    [{ kind: "newer" } as const, { retried: "U1", afterMs: 0 }],
    [
      { kind: "later", afterMs: 9000, isLimited: true } as const,
      { retried: "U1", afterMs: 9000, isLimited: true },
    ],
  ])("is drawn over what stood there when it was claimed: %j", async (answer, becomes) => {
    const { deps, shown, noted } = start({ answer: () => answer });
    await drawHome(claimedBy("U1"), deps);
    expect(shown).toMatchObject([{ hash: "h3" }]);
    expect(noted).toMatchObject([becomes]);
  });

  it("is left alone once the claim may run out before Slack answers", async () => {
    const { deps, shown, noted } = start();
    await drawHome(claimedBy("U1", true), deps);
    expect(shown).toEqual([]);
    expect(noted).toMatchObject([{ retried: "U1", afterMs: 0 }]);
  });

  it("that Slack will not take later either waits for the next change", async () => {
    const { deps, failures, noted } = start({
      answer: () => {
        throw new Error("invalid_blocks");
      },
    });
    await drawHome(claimedBy("U1"), deps);
    expect(failures).toHaveLength(1);
    expect(noted[0]).toEqual({ left: "U1" });
  });

  it("of a guest, or of somebody of whom Slack says nothing, shows nothing", async () => {
    const { deps, shown, noted } = start();
    for (const standing of ["outsider", "not_known"] as const) {
      deps.people = { ...deps.people, recognise: async (id) => ({ ...member(id), standing }) };
      await drawHome(claimedBy("U1"), deps);
    }
    expect(shown).toEqual([]);
    expect(noted).toMatchObject([{ left: "U1" }, { retried: "U1" }]);
  });
});

describe("a change", () => {
  it("marks a person's own Home whenever they opened it, and what others did of who looked today", async () => {
    const { deps, noted, recognised } = start();
    await markHomes("U7", deps);
    await markHomes(list, deps);
    expect(noted).toEqual([{ marked: ["U7"] }, { marked: ["U1", "U2"] }]);
    expect(recognised).toEqual([]);
  });
});
