import type { HomeView } from "@slack/types";
import { describe, expect, it } from "vitest";
import { within } from "../../../../src/deadline.ts";
import type { HomePart } from "../../../../src/features/feature.ts";
import { type HomeDeps, openHome, renderAgain } from "../../../../src/features/home/home.slack.ts";
import type { HomeShown } from "../../../../src/slack/edge/home-tabs.ts";
import type { Person } from "../../../../src/slack/people/people.ts";
import type { OperationPage } from "../../../../src/store/index.ts";
import { createSpentBudgets } from "../../../support/budgets.ts";
import { aKin, anUnknown } from "../../../support/operation.ts";
import { spoken } from "../../../support/spoken.ts";
import { en } from "../../../support/words.ts";

const member = (id: string): Person => ({ id, locale: "en", standing: "member" });
const nothing: OperationPage = { operations: [], next: null };
const mayOpen: HomePart = () => ({ buttons: [{ actionId: "messages.open", text: "Send a message" }] });
function start(options: Partial<HomeDeps> & { answer?: (view: string) => HomeShown } = {}) {
  const { answer, ...others } = options;
  const shown: { who: string; view: string; hash: string | null }[] = [];
  const failures: unknown[] = [];
  const recognised: string[] = [];
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
      opened: (person, hash) => void noted.push({ opened: person, hash }),
      shown: (person, what) => void noted.push({ shown: person, what }),
    },
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
    },
    isOnCall: () => false,
    operators: { everyone: false, users: ["U9"], groups: [] },
    within,
    now: () => new Date(0),
    onFailure: (error) => failures.push(error),
    ...others,
  };
  const visit = { ...spoken, person: member("U1"), hash: "h0" };
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
    expect(noted).toEqual([
      { opened: "U1", hash: "h0" },
      { shown: "U1", what: { kind: "shown", hash: "h1" } },
    ]);
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
    expect(noted).toHaveLength(2);
  });

  it("says that it could not be read, and is drawn as soon as it can be", async () => {
    const { deps, shown, failures, noted, visit } = start(away);
    await openHome(visit, deps);
    expect(shown.at(-1)!.view).toContain(en.home.unread);
    expect(shown.at(-1)!.view).not.toContain(en.home.nothing);
    expect(failures).toHaveLength(1);
    expect(noted.at(-1)).toEqual({ shown: "U1", what: undefined });
  });

  it("waits for as long as Slack asks, and nobody reads of it as a failure", async () => {
    const { deps, noted, visit } = start({
      answer: () => ({ kind: "later", afterMs: 7000, isLimited: true }),
    });
    await openHome(visit, deps);
    expect(noted.at(-1)).toMatchObject({ what: { kind: "later", afterMs: 7000, isLimited: true } });
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
    expect(noted.at(-1)).toEqual({ shown: "U1", what: { kind: "shown", hash: "h9" } });
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

describe("a Home that something changed on", () => {
  it("is rendered over what stood there, and says what came of it", async () => {
    const { deps, shown } = start({ answer: () => ({ kind: "newer" }) });
    expect(await renderAgain("U1", "h3", deps)).toEqual({ kind: "newer" });
    expect(shown).toMatchObject([{ who: "U1", hash: "h3" }]);
  });

  it("stays as it stands when it can't be read", async () => {
    const { deps, shown } = start(away);
    await expect(renderAgain("U1", "h3", deps)).rejects.toThrow("away");
    expect(shown).toEqual([]);
  });

  it("that Slack will not take later either is rendered no more", async () => {
    const { deps, failures } = start({
      answer: () => {
        throw new Error("invalid_blocks");
      },
    });
    expect(await renderAgain("U1", "h3", deps)).toBeNull();
    expect(failures).toHaveLength(1);
  });

  it("of a guest, or of somebody of whom Slack says nothing, shows nothing", async () => {
    const { deps, shown } = start();
    const rendered = [];
    for (const standing of ["outsider", "not_known"] as const) {
      deps.people = { ...deps.people, recognise: async (id) => ({ ...member(id), standing }) };
      rendered.push(await renderAgain("U1", "h3", deps));
    }
    expect(shown).toEqual([]);
    expect(rendered).toEqual([null, { kind: "later", afterMs: 5000, isLimited: false }]);
  });
});
