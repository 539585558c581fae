import type { HomeView } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import { describe, expect, it } from "vitest";
import type { HomePart } from "../../../../src/features/feature.ts";
import { type HomeDeps, openHome, redrawHomes } from "../../../../src/features/home/home.slack.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { createTabs } from "../../../../src/slack/edge/home-tabs.ts";
import type { Person } from "../../../../src/slack/people/people.ts";
import type { OperationPage } from "../../../../src/store/index.ts";
import { aKin, anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";

const member = (id: string): Person => ({ id, locale: "en", standing: "member" });
const nothing: OperationPage = { operations: [], next: null };
const mayOpen: HomePart = () => ({ buttons: [{ actionId: "messages.open", text: "Send a message" }] });
const list = { everyone: false, users: ["U1", "U2"], groups: [] };

function start(options: Partial<HomeDeps> & { publish?: (userId: string) => void } = {}) {
  const { publish, ...others } = options;
  const shown: { who: string; view: string }[] = [];
  const failures: unknown[] = [];
  const recognised: string[] = [];
  const views = {
    publish: async ({ user_id, view }: { user_id: string; view: HomeView }) => {
      publish?.(user_id);
      shown.push({ who: user_id, view: JSON.stringify(view.blocks) });
      return { ok: true };
    },
  };
  const deps: HomeDeps = {
    tabs: createTabs({ views } as unknown as Pick<WebClient, "views">),
    homes: {
      opened: async () => {},
      openedSince: async () => ["U1", "U2", "U3"],
      hasOpened: async () => true,
    },
    operations: { list: async () => nothing, get: async () => null },
    parts: () => [mayOpen],
    describe: () => null,
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
    now: () => new Date(0),
    onFailure: (error) => failures.push(error),
    ...others,
  };
  const visit = { person: member("U1"), hash: null };
  return { deps, shown, failures, recognised, visit };
}

describe("Home of a store that is slow or fails", () => {
  it("says that it is being read, and nothing of access, until it is", async () => {
    const isSeen = Promise.withResolvers<OperationPage>();
    const { deps, shown, visit } = start({
      operations: { list: () => isSeen.promise, get: async () => null },
      publish: () => isSeen.resolve(nothing),
    });
    await openHome(visit, deps);
    expect(shown).toHaveLength(2);
    expect(shown[0]!.view).toContain(en.home.reading);
    expect(shown[0]!.view).not.toContain(en.home.nothing);
    expect(shown[1]!.view).toContain("messages.open");
  });

  it("says that it could not be read, whether at once or late", async () => {
    const { deps, shown, failures, visit } = start({
      operations: { list: () => Promise.reject(new Error("the store is away")), get: async () => null },
    });
    await openHome(visit, deps);
    expect(shown.at(-1)!.view).toContain(en.home.unread);
    expect(shown.at(-1)!.view).not.toContain(en.home.nothing);
    expect(failures).toHaveLength(1);
  });

  it("leaves what stands when drawing anew fails", async () => {
    const { deps, shown, failures } = start({
      operations: { list: () => Promise.reject(new Error("the store is away")), get: async () => null },
    });
    await redrawHomes("U1", deps);
    expect(shown).toEqual([]);
    expect(failures).toHaveLength(1);
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
      },
    });
    await openHome(visit, deps);
    expect(shown.at(-1)!.view).toContain(en.home.waiting(1));
  });
});

describe("Homes drawn anew", () => {
  it("reach everybody on the list when one of them can't be drawn, and nobody else is looked up", async () => {
    const { deps, shown, failures, recognised } = start({
      publish: (who) => {
        if (who === "U1") throw new Error("Slack refuses this one");
      },
    });
    await redrawHomes(list, deps);
    expect(shown.map(({ who }) => who)).toEqual(["U2"]);
    expect(failures).toHaveLength(1);
    expect(recognised).toEqual(["U1", "U2"]);
  });

  it("follow a person's own act whenever they opened it, and what others did only today", async () => {
    const { deps, shown } = start({
      homes: { opened: async () => {}, openedSince: async () => [], hasOpened: async (id) => id === "U1" },
    });
    await redrawHomes("U1", deps);
    await redrawHomes("U2", deps);
    await redrawHomes(list, deps);
    expect(shown.map(({ who }) => who)).toEqual(["U1"]);
  });

  it("are drawn once more when that was asked for while a drawing failed", async () => {
    const shown: string[] = [];
    const tabs = createTabs({
      views: { publish: async () => ({ ok: true }) },
    } as unknown as Pick<WebClient, "views">);
    const failing = Promise.withResolvers<void>();
    const first = tabs.draw("U1", async () => {
      shown.push("drawn");
      if (shown.length === 1) await failing.promise;
    });
    const second = tabs.draw("U1", async () => {});
    failing.reject(new Error("it failed"));
    await Promise.all([first, second]);
    expect(shown).toHaveLength(2);
  });
});
