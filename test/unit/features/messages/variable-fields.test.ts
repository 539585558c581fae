import fc from "fast-check";
import { expect, it } from "vitest";
import { toKind } from "../../../../src/features/messages/kinds/index.ts";
import { toBody } from "../../../../src/features/messages/send-form.ts";
import {
  fillVariables,
  findVariableNames,
  findVariables,
  variableField,
  withVariableFields,
} from "../../../../src/features/messages/template-text.ts";

const many = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);
const named = (names: readonly string[]) => names.map((name) => `#{${name}}`).join(" ");

it.each([
  ["each name once, in order", "#{b} and #{a}, #{b}", ["b", "a"]],
  ["no name in a text without placeholders", "none, #{, #{\n}", []],
  ["twenty names", named(many(20)), many(20)],
  ["no name if there are more than twenty", named(many(21)), []],
  ...["x".repeat(41), "a~1", "a=b", " a", ""].map((name): [string, string, string[]] => {
    return ["no name if one is too long or ambiguous", named(["ok", name]), []];
  }),
])("findVariableNames returns %s: %s", (_, content, names) => {
  expect(findVariableNames(content)).toEqual(names);
});

/** Names that every object inherits. */
const inherited = ["constructor", "toString", "valueOf", "hasOwnProperty", "__proto__", "__defineGetter__"];
const name = fc.oneof(
  { arbitrary: fc.stringMatching(/^[a-z가-힣]{1,8}$/), weight: 4 },
  { arbitrary: fc.constantFrom(...inherited), weight: 1 },
);
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 20 });
const values = fc.stringMatching(/^[\w가-힣][\w 가-힣.,#{}]{0,20}[\w가-힣]$/);

it("template variables make the same message typed as lines, moved to fields and moved back to lines", () => {
  fc.assert(
    fc.property(names, fc.array(values, { minLength: 20, maxLength: 20 }), (all, typed) => {
      const pairs = all.map((name, index) => [name, typed[index] ?? ""] as const);
      const lines = { to: "1", "chat.variables": pairs.map((pair) => pair.join("=")).join("\n") };
      const inFields = withVariableFields(lines, all);
      expect(findVariables(inFields)).toEqual(new Map(pairs));
      expect(inFields["chat.variables"]).toBe("");
      const back = withVariableFields(inFields, []);
      expect(findVariables(back)).toEqual(new Map());
      for (const one of [inFields, back])
        expect(toBody(toKind("chat"), one)).toEqual(toBody(toKind("chat"), lines));
      const content = all.map((name) => `<#{${name}}>`).join("");
      expect(fillVariables(content, inFields)).toBe(pairs.map(([, value]) => `<${value}>`).join(""));
    }),
  );
});

it("a variable without a field stays a line, and an empty field leaves its placeholder in the text", () => {
  const filled = withVariableFields({ "chat.variables": "a=1\nother=2" }, ["a", "b"]);
  expect(filled).toEqual({
    "chat.variables": "other=2",
    [variableField("a")]: "1",
    [variableField("b")]: "",
  });
  expect(fillVariables("#{a} #{b}", filled)).toBe("1 #{b}");
  expect(toBody(toKind("SMS"), filled).body).toEqual({ message: { type: "SMS" } });
});

it.each(inherited)("a template variable called %s is empty until it is filled in", (name) => {
  const empty = withVariableFields({}, [name]);
  expect(empty[variableField(name)]).toBe("");
  expect(fillVariables(`Hello #{${name}}`, empty)).toBe(`Hello #{${name}}`);
  expect(fillVariables(`Hello #{${name}}`, {})).toBe(`Hello #{${name}}`);
  expect(fillVariables(`Hello #{${name}}`, { [variableField(name)]: "Mina" })).toBe("Hello Mina");
});

it("template variables stay filled in while another template is chosen and the first one chosen again", () => {
  const first = { ...withVariableFields({ to: "1" }, ["name", "total"]), [variableField("name")]: "Mina" };
  const second = withVariableFields({ ...first, [variableField("total")]: "12,000" }, ["name", "day"]);
  expect(Object.fromEntries(findVariables(second))).toEqual({ name: "Mina", day: "" });
  expect(second["chat.variables"]).toBe("total=12,000");
  const back = withVariableFields({ ...second, [variableField("day")]: "Monday" }, ["name", "total"]);
  expect(Object.fromEntries(findVariables(back))).toEqual({ name: "Mina", total: "12,000" });
  expect(back["chat.variables"]).toBe("day=Monday");
});

it.each([
  ["a name without a value", "carrier", {}, ["pairs"]],
  [
    "a name whose own field is filled in too",
    "carrier=A",
    { "chat.variables.carrier": "B" },
    ["pair_twice carrier"],
  ],
])("%s stays in the lines of variables, for the sender to correct", (_, lines, filled, problems) => {
  const moved = withVariableFields({ "chat.variables": `${lines}\nname=Mina`, ...filled }, [
    "carrier",
    "name",
  ]);
  expect(moved["chat.variables"]).toBe(lines);
  expect(moved).toMatchObject({ "chat.variables.carrier": "", "chat.variables.name": "Mina", ...filled });
  const { issues } = toBody(toKind("chat"), { to: "1", ...moved });
  expect(issues.map((issue) => ("name" in issue ? `${issue.problem} ${issue.name}` : issue.problem))).toEqual(
    problems,
  );
});
