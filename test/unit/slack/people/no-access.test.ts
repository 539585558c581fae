import { expect, it } from "vitest";
import { renderNoAccess } from "../../../../src/slack/people/no-access.ts";

const nobody = { everyone: false, users: [], groups: [] };
const words = { ask: "Ask {whom} for it.", anybody: "Ask anybody." };

it("renderNoRight names at most five people to ask", () => {
  const users = ["U1", "U2", "U3", "U4", "U5", "U6"];
  const { text } = renderNoAccess("No.", { ...nobody, users }, words);
  expect(text).toBe("No. Ask <@U1>, <@U2>, <@U3>, <@U4>, <@U5> for it.");
});

it("renderNoRight puts the names in place of a general request, or appends them", () => {
  const said = (why: string, users: string[]) => renderNoAccess(why, { ...nobody, users }, words).text;
  expect(said("You can't. Ask anybody.", ["U1", "U2"])).toBe("You can't. Ask <@U1>, <@U2> for it.");
  expect(said("Operators can.", ["U1"])).toBe("Operators can. Ask <@U1> for it.");
  expect(said("You can't. Ask anybody.", [])).toBe("You can't. Ask anybody.");
});

it.each([nobody, { ...nobody, everyone: true }, { ...nobody, groups: ["S1"] }])(
  "renderNoRight names nobody for the list %j",
  (list) => {
    expect(renderNoAccess("No. Ask anybody.", list, words).text).toBe("No. Ask anybody.");
  },
);
