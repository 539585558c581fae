import type { Button } from "@slack/types";
import { describe, expect, it } from "vitest";
import type { HomeSection } from "../../../../src/features/feature.ts";
import { type Home, renderHome } from "../../../../src/features/home/home.view.ts";
import { withTerms } from "../../../../src/locales/terms.ts";
import { button } from "../../../../src/slack/blocks/buttons.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en, ko, noRight } from "../../../support/words.ts";
import { aDescription } from "../../outcomes/a-card.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 9, minute));
const nobody = { everyone: false, users: [], groups: [] };
const home = (own: Partial<Home>): Home => ({
  ...{ reader: "U1", sections: [], open: [], operations: [], isOnCall: false, operators: nobody, at: at(59) },
  ...own,
});
const shown = (own: Partial<Home>) => JSON.stringify(renderHome(home(own), en).blocks);
const waiting = (says: string, since: Date, isLast?: true): HomeSection => ({
  waiting: [{ about: says, since, says: [says], steps: [], ...(isLast === undefined ? {} : { isLast }) }],
});
/** In which order they stand. */
const orderOf = (text: string, ...words: string[]) =>
  words.toSorted((a, b) => text.indexOf(a) - text.indexOf(b));

it("puts what can wait behind what can't, however new it is, and the newest first of each", () => {
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

it("leads to the console where an upload's outcome is seen, and not from a message, which its phone shows", () => {
  const link = button("oncall.console", "Open the console", "");
  const one = (own: object) => ({
    ...{ operation: anUnknown({ author: "U1" }), toConsole: [link] },
    description: aDescription(own),
  });
  expect(shown({ open: [one({ terms: withTerms(en, "upload") })] })).toContain(link.action_id);
  expect(shown({ open: [one({})] })).not.toContain(link.action_id);
});

it("puts over what is answered at once what answers it, in the order of sending", () => {
  const among = (value: string) => ({
    says: [`all of ${value}`],
    step: button("messages.receipt:all_arrived", "All arrived", value, "primary"),
  });
  const row = (says: string, minute: number, value?: string) => ({
    ...{ about: says, since: at(minute), isLast: true, says: [says], steps: [] },
    ...(value === undefined ? {} : { among: among(value) }),
  });
  const view = shown({
    sections: [{ waiting: [row("a1", 9, "a"), row("alone", 8), row("a2", 7, "a")] }],
  });
  const expected = ["all of a", '"value":"a"', "a2", "a1", "alone"];
  expect(orderOf(view, ...expected.toReversed())).toEqual(expected);
  expect(view.split("all of a")).toHaveLength(2);
  expect(view).not.toContain('"style":"primary"');
});

it("shows the ten newest of what somebody did, whether or not it is an operation", () => {
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
  const view = shown({ operations, sections: [{ did }] });
  const expected = ["operation 9", "proposal new", "operation 8", "operation 1"];
  expect(orderOf(view, ...expected.toReversed())).toEqual(expected);
  expect(view).not.toContain("proposal old");
  expect(view).not.toContain("operation 0");
  expect(view).not.toContain(en.home.begin);
});

it("shows what somebody sent at a glance, beside what became of it", () => {
  const description = aDescription({ sent: { lines: [], text: "Hello,\nyour table" } });
  const operation = anUnknown({ outcome: "accepted" });
  expect(shown({ operations: [{ operation, description }] })).toContain("“Hello, your table”");
});

it("shows of what waits what it says to its author alone", () => {
  const description = aDescription({ sent: { lines: [], text: "Hello" } });
  const entry = { operation: anUnknown({ author: "U1" }), description };
  const waits = (reader: string) => shown({ reader, open: [entry] });
  expect(waits("U1")).toContain("“Hello”");
  expect(waits("U2")).not.toContain("Hello");
});

describe("unknown outcomes", () => {
  const { several } = en.outcomes;
  const ways = { ...aDescription().ways!, unsettled: "messages.unsettled" };
  const one = (id: string, own: Parameters<typeof anUnknown>[0] = {}, to = "Joon (01023456789)") => ({
    operation: anUnknown({ id, act: id, root: id, ...own }),
    description: aDescription({ ways, subject: { inFull: to, masked: `masked ${to}`.slice(0, 12) } }),
  });
  const asked = (open: Home["open"], own: Partial<Home> = {}) =>
    renderHome(home({ open, ...own }), en).blocks;
  const buttonsOf = (blocks: unknown) =>
    [...JSON.stringify(blocks).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id);

  it("of one kind are a row, since when the first was sent, with the form of them all", () => {
    const open = [
      one("b", { startedAt: at(9) }, "Mina (01011112222)"),
      one("a", { startedAt: at(4) }),
      one("c", { startedAt: at(5) }),
    ];
    const blocks = asked(open);
    const text = JSON.stringify(blocks);
    expect(text).toContain(en.home.waiting(3));
    expect(text).toContain(`${several.title(3, 3)} · Mina (01011112222), Joon (01023456789)`);
    expect(text).toContain(`"timestamp":${at(4).getTime() / 1000}`);
    expect(buttonsOf(blocks)).toEqual(["messages.unsettled"]);
    expect(text).toContain('"value":"by:U1:messages.send"');
  });

  it("are answered at once where one is alone of its kind", () => {
    const open = [one("a"), one("f", { kind: "files.upload" }), one("n", { outcome: "not_sent" })];
    const ids = buttonsOf(asked(open)).filter((id) => id?.startsWith("test.settle"));
    expect(ids).toHaveLength(4);
    expect(JSON.stringify(asked(open))).not.toContain(several.title(2, 2));
  });

  it("of others stand by themselves before who is on call, a row for each who sent them, masked", () => {
    const others = [one("a", { author: "U2" }), one("b", { author: "U2" }), one("c", { author: "U3" })];
    const text = JSON.stringify(asked([one("own"), ...others], { isOnCall: true }));
    expect(text).toContain(en.home.waiting(1));
    expect(text).toContain(en.home.unknown(3));
    expect(text).toContain('"value":"by:U2:messages.send"');
    const [, below = ""] = text.split(en.home.unknown(3));
    expect(below).not.toContain("01023456789");
    expect(below).not.toContain("test.repeat");
    expect(below).toContain(en.home.askSender);
    expect(JSON.stringify(asked(others.slice(0, 2), { isOnCall: true }))).not.toContain(en.home.askSender);
  });

  it("say how many recipients and people more there are than a row and the page have room for", () => {
    const to = ["A", "B", "C", "D", "E"].map((name) => one(name, {}, name));
    expect(JSON.stringify(asked(to))).toContain(`A, B, C ${en.home.more(2)}`);
    const by = Array.from({ length: 7 }, (_, index) => one(`${index}`, { author: `U1${index}` }));
    expect(JSON.stringify(asked(by, { isOnCall: true }))).toContain(en.home.more(2));
  });
});

it("tells whoever did nothing yet nothing of the platform's answers, but who is on call", () => {
  const sections = [{ notes: [["answered"]] }];
  expect(shown({ sections })).not.toContain("answered");
  expect(shown({ sections, isOnCall: true })).toContain("answered");
  const operations = [{ operation: anUnknown({ outcome: "accepted" }), description: aDescription() }];
  expect(shown({ sections, operations })).toContain("answered");
});

it("sets commands as code, and has no heading over one sentence", () => {
  const alone = shown({});
  expect(alone).toContain('{"type":"text","text":"/msg-help","style":{"code":true}}');
  expect(alone).not.toContain(en.home.begin);
  expect(shown({ sections: [{ firstSteps: ["Or type /msg-send here."] }] })).toContain(en.home.begin);
});

it("leads from the alerts to where somebody acts on them", () => {
  const findings = { findings: [["expired"]], findingSteps: [button("payments.open", "Payment methods")] };
  expect(shown({ isOnCall: true, sections: [findings] })).toContain('"block_id":"findings"');
  expect(shown({ sections: [findings] })).not.toContain("payments.open");
});

it("names whom to ask to whoever lacks what most come for", () => {
  const operators = { ...nobody, users: ["U9"] };
  const buttons = [{ actionId: "prices.open", text: "Prices" }];
  const barred = shown({ operators, sections: [{ buttons }, { barred: "No sending." }] });
  expect(orderOf(barred, '"user_id":"U9"', "No sending.")).toEqual(["No sending.", '"user_id":"U9"']);
  expect(shown({ operators, sections: [{ buttons }] })).not.toContain('"user_id":"U9"');
  expect(shown({ operators })).toContain(noRight(en.home.nothing));
  expect(shown({ operators })).toContain('"user_id":"U9"');
});

it("shows what waits once, and has one primary button", () => {
  const operation = anUnknown({ createdAt: at(3) });
  const entry = {
    operation,
    description: aDescription({ subject: { inFull: "unknown outcome", masked: "" } }),
  };
  const asked = { about: operation.id, since: at(3) };
  const answer: Button = { ...button("templates.open", "Show"), style: "primary" };
  const view = shown({
    ...{ open: [entry], operations: [entry] },
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

describe.each([
  ["English", en],
  ["Korean", ko],
])("rows that read alike show seconds, in %s", (_, words) => {
  const moment = (minute: number, second: number) => new Date(Date.UTC(2026, 10, 22, 9, minute, second));
  /** How each row's time is shown, without that of the page. */
  const precisions = (own: Partial<Home>) => {
    const view = JSON.stringify(renderHome(home(own), words).blocks);
    return [...view.matchAll(/\{(time|time_secs)\}/g)].map(([, time]) => time).slice(0, -1);
  };

  it("of what waits, the questions among them", () => {
    const one = (says: string, minute: number, second: number, isLast = false) => ({
      ...{ about: `${says}${minute}${second}`, since: moment(minute, second), isLast },
      ...{ says: [{ bold: says }, " · ", { user: "U1" }], steps: [] },
    });
    const alike = [one("a", 7, 50), one("a", 7, 40), one("b", 7, 30), one("a", 7, 20), one("a", 5, 20)];
    const questions = [one("q", 7, 50, true), one("q", 7, 10, true), one("q", 6, 10, true)];
    expect(precisions({ sections: [{ waiting: alike }, { waiting: questions }] })).toEqual([
      ...["time_secs", "time_secs", "time", "time_secs", "time"],
      ...["time_secs", "time_secs", "time"],
    ]);
  });

  it("of what was done, whether or not it is an operation", () => {
    const sentAt = (minute: number, second: number, text: string) => ({
      operation: anUnknown({ outcome: "accepted", createdAt: moment(minute, second) }),
      description: aDescription({ sent: { lines: [], text } }),
    });
    const didAt = (minute: number, second: number) => ({
      ...{ about: `p${minute}${second}`, at: moment(minute, second), title: "proposal" },
      step: button("templates.open", "Open"),
    });
    const operations = [sentAt(9, 9, "Hi"), sentAt(9, 8, "Hi"), sentAt(9, 7, "Bye"), sentAt(8, 9, "Hi")];
    const did = [didAt(6, 9), didAt(6, 8), didAt(4, 8)];
    expect(precisions({ operations, sections: [{ did }] })).toEqual([
      ...["time_secs", "time_secs", "time", "time"],
      ...["time_secs", "time_secs", "time"],
    ]);
  });

  it("only beside a row that is shown as well", () => {
    const did = Array.from({ length: 11 }, (_, index) => ({
      ...{ about: `${index}`, at: moment(9, 59 - index), step: button("templates.open", "Open") },
      title: index < 9 ? `${index}` : "alike",
    }));
    expect(precisions({ sections: [{ did }] })).toEqual(Array.from({ length: 10 }, () => "time"));
    const waits = Array.from({ length: 7 }, (_, index) => ({
      ...{ about: `${index}`, since: moment(9, 59 - index), says: [index < 5 ? `${index}` : "alike"] },
      steps: [],
    }));
    expect(precisions({ sections: [{ waiting: waits }] })).toEqual(Array.from({ length: 6 }, () => "time"));
  });
});
