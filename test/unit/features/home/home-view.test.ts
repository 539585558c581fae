import type { Button } from "@slack/types";
import { describe, expect, it } from "vitest";
import type { HomeSection } from "../../../../src/features/feature.ts";
import { type HomeContent, renderHome } from "../../../../src/features/home/home.view.ts";
import { button } from "../../../../src/slack/blocks/buttons.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en, noRight } from "../../../support/words.ts";
import { aDescription } from "../../outcomes/a-card.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 9, minute));
const nobody = { everyone: false, users: [], groups: [] };
const home = (own: Partial<HomeContent>): HomeContent => ({
  ...{ reader: "U1", sections: [], unknown: [], done: [], isOnCall: false, operators: nobody, at: at(59) },
  ...own,
});
const shown = (own: Partial<HomeContent>) => JSON.stringify(renderHome(home(own), en).blocks);
const waiting = (says: string, since: Date, isLast?: true): HomeSection => ({
  waiting: [{ about: says, since, says: [says], steps: [], ...(isLast === undefined ? {} : { isLast }) }],
});
/** Sorts `words` by their position in `text`. */
const orderOf = (text: string, ...words: string[]) =>
  words.toSorted((a, b) => text.indexOf(a) - text.indexOf(b));

it("Home lists urgent items before those that can wait, each group newest first", () => {
  const view = shown({
    sections: [
      waiting("question, new", at(50), true),
      waiting("question, old", at(10), true),
      waiting("unknown, old", at(1)),
      waiting("proposal, newer", at(5)),
    ],
  });
  const expected = ["proposal, newer", "unknown, old", "question, new", "question, old"];
  expect(orderOf(view, ...expected.toReversed())).toEqual(expected);
});

it("Home shows the ten newest things that its reader did, proposals included", () => {
  const operations = Array.from({ length: 10 }, (_, index) => ({
    operation: anUnknown({ createdAt: at(index * 2) }),
    description: aDescription({ subject: { inFull: `operation ${index}`, masked: "" } }),
  }));
  const step: Button = {
    ...{ type: "button", action_id: "templates.open", value: "t" },
    text: { type: "plain_text", text: "Open" },
  };
  const did = [
    { about: "new", at: at(17), title: "proposal new", step },
    { about: "old", at: at(0), title: "proposal old", step },
  ];
  const view = shown({ done: operations, sections: [{ did }] });
  const expected = ["operation 9", "proposal new", "operation 8", "operation 1"];
  expect(orderOf(view, ...expected.toReversed())).toEqual(expected);
  expect(view).not.toContain("proposal old");
  expect(view).not.toContain("operation 0");
  expect(view).not.toContain(en.home.begin);
});

it("Home quotes the text that its reader sent", () => {
  const description = aDescription({ sent: { lines: [], text: "Hello,\nyour table" } });
  const operation = anUnknown({ outcome: "accepted" });
  expect(shown({ done: [{ operation, description }] })).toContain("“Hello, your table”");
});

it("Home quotes the text of an unknown message to its author alone", () => {
  const description = aDescription({ sent: { lines: [], text: "Hello" } });
  const entry = { operation: anUnknown({ author: "U1" }), description };
  const waits = (reader: string) => shown({ reader, unknown: [entry] });
  expect(waits("U1")).toContain("“Hello”");
  expect(waits("U2")).not.toContain("Hello");
});

describe("unknown outcomes on Home", () => {
  const ways = { ...aDescription().ways!, unresolved: "messages.unsettled" };
  const one = (id: string, own: Parameters<typeof anUnknown>[0] = {}, to = "Joon (01023456789)") => ({
    operation: anUnknown({ id, act: id, root: id, ...own }),
    description: aDescription({ ways, subject: { inFull: to, masked: `masked ${to}`.slice(0, 12) } }),
  });
  const asked = (unknown: HomeContent["unknown"], own: Partial<HomeContent> = {}) =>
    renderHome(home({ unknown, ...own }), en).blocks;
  const buttonsOf = (blocks: unknown) =>
    [...JSON.stringify(blocks).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id);

  it("have a row with buttons each, the newest first", () => {
    const blocks = asked([
      one("a", { startedAt: at(4) }),
      one("b", { startedAt: at(9) }, "Mina (01011112222)"),
    ]);
    const text = JSON.stringify(blocks);
    expect(text).toContain(en.home.waiting(2));
    expect(text.indexOf("01011112222")).toBeLessThan(text.indexOf("01023456789"));
    expect(buttonsOf(blocks).filter((id) => id?.startsWith("test.settle"))).toHaveLength(4);
  });

  it("are shown to on-call under their own heading, masked, if others sent them", () => {
    const others = [one("a", { author: "U2" }), one("b", { author: "U2" }), one("c", { author: "U3" })];
    const text = JSON.stringify(asked([one("own"), ...others], { isOnCall: true }));
    expect(text).toContain(en.home.waiting(1));
    expect(text).toContain(en.home.unknown(3));
    const [, below = ""] = text.split(en.home.unknown(3));
    expect(below).not.toContain("01023456789");
    expect(below).not.toContain("test.repeat");
    expect(below).toContain(en.home.askSender);
  });

  it("are counted if there are more than Home has room for", () => {
    const own = Array.from({ length: 10 }, (_, index) => one(`${index}`));
    expect(JSON.stringify(asked(own))).toContain(en.lists.more(2));
    const by = Array.from({ length: 7 }, (_, index) => one(`${index}`, { author: `U1${index}` }));
    expect(JSON.stringify(asked(by, { isOnCall: true }))).toContain(en.lists.more(2));
  });
});

it("Home shows commands as code, and no heading above a single sentence", () => {
  const alone = shown({});
  expect(alone).toContain('{"type":"text","text":"/msg-help","style":{"code":true}}');
  expect(alone).not.toContain(en.home.begin);
  expect(shown({ sections: [{ firstSteps: ["Or type /msg-send here."] }] })).toContain(en.home.begin);
});

it("Home names whom to ask for access if its reader has no right to send", () => {
  const operators = { ...nobody, users: ["U9"] };
  const buttons = [{ actionId: "prices.open", text: "Prices" }];
  const denied = shown({ operators, sections: [{ buttons }, { denied: "No sending." }] });
  expect(orderOf(denied, '"user_id":"U9"', "No sending.")).toEqual(["No sending.", '"user_id":"U9"']);
  expect(shown({ operators, sections: [{ buttons }] })).not.toContain('"user_id":"U9"');
  expect(shown({ operators })).toContain(noRight(en.home.nothing));
  expect(shown({ operators })).toContain('"user_id":"U9"');
});

it("Home shows each waiting item once, and has one primary button", () => {
  const operation = anUnknown({ createdAt: at(3) });
  const entry = {
    operation,
    description: aDescription({ subject: { inFull: "unknown outcome", masked: "" } }),
  };
  const asked = { about: operation.id, since: at(3) };
  const answer: Button = { ...button("templates.open", "Show"), style: "primary" };
  const view = shown({
    ...{ unknown: [entry], done: [entry] },
    sections: [
      { buttons: [{ actionId: "messages.open", text: "Send", style: "primary" }] },
      { waiting: [{ about: "p", since: at(2), says: ["decide"], steps: [answer] }] },
      { waiting: [{ ...asked, isLast: true, says: ["question"], steps: [] }] },
      { did: [{ about: "p", at: at(2), title: "proposal", step: button("templates.open", "Show") }] },
    ],
  });
  expect(view).toContain(en.home.waiting(2));
  for (const again of ["question", "proposal"]) expect(view).not.toContain(again);
  expect(view.split("unknown outcome")).toHaveLength(2);
  expect(view.match(/"style":"primary"/g)).toHaveLength(1);
});
