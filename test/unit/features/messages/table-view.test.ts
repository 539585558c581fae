import { expect, it } from "vitest";
import { messageBatchPresenter } from "../../../../src/features/messages/table.view.ts";
import type { ReaderRole } from "../../../../src/outcomes/card.view.ts";
import { toViewer } from "../../../../src/outcomes/index.ts";
import { toShown } from "../../../../src/slack/blocks/rich-text.ts";
import type { Operation, Receipt } from "../../../../src/store/index.ts";
import { anUnknown, aReceipt, resolvedAs } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";
import { presenter } from "../../outcomes/notifications.ts";

const { recipients: words } = en;

/** The operation for one phone of an act with several. */
const to = (number: string, change: Partial<Operation> = {}) =>
  anUnknown({
    id: `act-1.${number}`,
    request: { message: { to: `010000000${number}`, from: "0212345678", text: "Hello" } },
    ...change,
  });
const accepted: Partial<Operation> = {
  outcome: "accepted",
  result: { code: "2000", words: null, status: 200, reply: { messageId: "M1", type: "SMS" } },
};
const underWay: Partial<Operation> = { state: "started", outcome: null, result: null, closedAt: null };
const asked = aReceipt(null, { phoneOwner: "U2" });

const seen = toViewer(anUnknown(), "C1", presenter);
const render = (...operations: Operation[]) => messageBatchPresenter.render(operations, seen, []);

it("the card for several recipients has one column for one message", () => {
  const { blocks } = render(to("01", accepted), to("02"), to("03", underWay));
  const table = blocks.find((block) => block.type === "table");
  expect(table?.rows.map((row) => row.map((cell) => ("text" in cell ? cell.text : "")))).toEqual([
    [words.phone, "SMS"],
    [toShown("010-****-0001"), words.told.accepted],
    [toShown("010-****-0002"), words.told.unknown],
    [toShown("010-****-0003"), words.told.under_way],
  ]);
});

it("the title for several recipients counts those that are done while others are sent", () => {
  const refused: Partial<Operation> = { outcome: "refused" };
  const title = messageBatchPresenter.title(
    [to("01", refused), to("02", underWay), to("03", underWay)],
    seen,
  );
  expect(title).toBe(`${words.title.open(2, 3)} · ${en.outcomes.message}`);
  expect(title).toContain("Sending: 1 of 3 done");
  const all = messageBatchPresenter.title([to("01", underWay), to("02", underWay)], seen);
  expect(all).toContain("Sending: 0 of 2 done");
});

it("the card for several recipients counts arrivals among the phone owners asked", () => {
  const reported = to("01", resolvedAs("arrived"));
  const waiting = to("02", { ...accepted, receipt: asked });
  expect(render(reported, waiting).text).toContain(words.counts.arrived(0, 1));
  const told = to("03", { ...resolvedAs("arrived"), receipt: asked });
  expect(render(told, reported).text).toContain(words.counts.arrived(1, 1));
});

it("the card for several recipients has the total price if each price is known", () => {
  const cost = { price: 18, fallback: null };
  const paid = (number: string, change: Partial<Operation>) =>
    to(number, { ...change, snapshot: { recipient: "joon", phoneOwner: null, cost } });
  const says = en.confirm.cost.says(en.common.won(36));
  expect(
    render(paid("01", accepted), paid("02", accepted), paid("03", { outcome: "refused" })).text,
  ).toContain(says);
  expect(render(paid("01", accepted), to("02", accepted)).text).not.toContain("₩");
});

const stepsOf = ({ blocks }: ReturnType<typeof render>) =>
  blocks.flatMap((block) =>
    block.type === "actions"
      ? block.elements.flatMap((one) => (one.type === "button" ? [[one.text.text, one.style]] : []))
      : [],
  );

it("the card for several recipients counts a message that looks wrong as arrived", () => {
  const said = (as: Receipt["as"]) => ({ ...accepted, receipt: { ...asked, as } });
  const { text } = render(
    to("01", said("arrived")),
    to("02", said("looks_wrong")),
    to("03", said("arrived")),
  );
  expect(text).toContain(words.counts.arrived(3, 3));
});

it("the card for several recipients has “Report” before “Send again”", () => {
  const { button: again } = en.runs.again;
  const report = en.outcomes.several.button;
  const both = [to("01"), to("02", { outcome: "refused" })];
  expect(stepsOf(render(...both)).slice(-2)).toEqual([
    [report, "primary"],
    [again(2), undefined],
  ]);
  const read = (reader: ReaderRole, ...operations: Operation[]) =>
    stepsOf(messageBatchPresenter.render(operations, { ...seen, reader }, [])).map(([says]) => says);
  expect(read("author", ...both)).not.toContain(report);
  expect(read("author", ...both, to("03")).filter((says) => says === report)).toHaveLength(1);
  const story = (reader: ReaderRole) =>
    stepsOf(messageBatchPresenter.story!([...both, to("03")], { ...seen, reader }, []));
  expect(story("on-call").at(-1)).toEqual([report, "primary"]);
  expect(story("anybody")).not.toContainEqual([report, "primary"]);
});

it("the title for several recipients counts each message once, by its latest state", () => {
  const wrong: Partial<Operation> = { ...accepted, receipt: { ...asked, as: "looks_wrong" } };
  const { title } = messageBatchPresenter;
  const unknown = [to("03", { outcome: "refused" }), to("04"), to("05", resolvedAs("arrived"))];
  expect(title([to("01", accepted), to("02", wrong), ...unknown], seen)).toBe(
    "⚠️ 1 refused, 1 unknown, 1 looks wrong, 1 accepted, 1 reported as arrived · SMS",
  );
  const resolved = to("03", resolvedAs("did_not_arrive"));
  expect(title([resolved, to("04", { outcome: "not_sent" })], seen)).toContain(
    "⚠️ 1 not sent, 1 reported as not arrived",
  );
  expect(title([to("01", wrong), to("02", accepted)], seen)).toContain("⚠️ 1 looks wrong, 1 accepted");
  expect(title([to("01", accepted), to("02", accepted)], seen)).toContain(words.title.done(2));
});

it("the card for several recipients has no buttons while messages are being sent", () => {
  const kinds = ({ blocks }: ReturnType<typeof render>) => blocks.map(({ type }) => type);
  expect(kinds(render(to("01", { outcome: "refused" }), to("02", accepted)))).toEqual([
    ...["rich_text", "rich_text", "actions", "table", "context", "actions"],
  ]);
  const begun = render(to("01", { ...underWay, state: "stored" }), to("02", underWay));
  expect(kinds(begun)).toEqual(["rich_text", "table", "context"]);
});

it("“Send again” is on the card after a failure, and always in its author's history", () => {
  const { button: again } = en.runs.again;
  const mixed = [to("01", accepted), to("02", { outcome: "refused" })];
  const well = [to("01", accepted), to("02", accepted)];
  expect(stepsOf(render(...mixed)).slice(-1)).toEqual([[again(1), "primary"]]);
  expect(stepsOf(render(...well))).toEqual([[en.history.details, undefined]]);
  const story = (reader: ReaderRole, operations: Operation[]) =>
    stepsOf(messageBatchPresenter.story!(operations, { ...seen, reader }, []));
  expect(story("author", mixed).slice(-1)).toEqual([[again(1), "primary"]]);
  expect(story("author", well)).toEqual([[again(2), undefined]]);
  expect(story("on-call", well)).toEqual([]);
});

it("the card for several recipients has one line for each message and reason", () => {
  const refused = (number: string, message: string, code = "1062") =>
    to(number, {
      ...{ id: `${message}.${number}`, outcome: "refused" },
      snapshot: { recipient: `p${number}`, phoneOwner: null, message },
      result: { code, words: null, status: 200, reply: null },
    });
  const told = render(
    ...["Login", "Receipt"].flatMap((message) => [refused("01", message), refused("02", message)]),
    refused("03", "Login"),
    refused("03", "Receipt", "NotEnoughBalance"),
    to("04", accepted),
  );
  const lines = told.text.split("\n").filter((line) => line.startsWith("⛔"));
  const title = en.outcomes.title.refused;
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain(`${title("Login")} · p01, p02, p03 · `);
  expect(lines[1]).toContain(`${title("Receipt")} · p01, p02 · `);
  expect(lines[2]).toContain(`${title("Receipt")} · p03`);
});

it("the card for several recipients has no primary button while one is being sent", () => {
  const { text, blocks } = render(to("01", { outcome: "refused" }), to("02", underWay));
  expect(JSON.stringify(blocks)).not.toContain('"style":"primary"');
  expect(text).toContain(words.told.under_way);
});
