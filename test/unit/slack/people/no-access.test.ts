import { expect, it } from "vitest";
import { renderNoAccess, whomToAsk } from "../../../../src/slack/people/no-access.ts";

const nobody = { everyone: false, users: [], groups: [] };

it("names whom to ask, and not more than a handful", () => {
  const users = ["U1", "U2", "U3", "U4", "U5", "U6"];
  const { text } = renderNoAccess("No.", whomToAsk({ ...nobody, users }, "Operators"));
  expect(text).toBe("No.\nOperators: <@U1>, <@U2>, <@U3>, <@U4>, <@U5>");
});

it.each([nobody, { ...nobody, everyone: true }, { ...nobody, groups: ["S1"] }])(
  "names nobody: %j",
  (list) => {
    expect(renderNoAccess("No.", whomToAsk(list, "Operators")).text).toBe("No.");
  },
);
