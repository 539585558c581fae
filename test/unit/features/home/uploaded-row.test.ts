import { expect, it } from "vitest";
import { renderHome } from "../../../../src/features/home/home.view.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";
import { aDescription } from "../../outcomes/a-card.ts";

it("Home's row for an upload has a Details button, and no Use button", () => {
  const ways = { ...aDescription().ways!, use: { id: "files.use", label: "Use", value: "F1" } };
  const done = [{ operation: anUnknown({ outcome: "accepted" }), description: aDescription({ ways }) }];
  const operators = { everyone: false, users: [], groups: [] };
  const { blocks } = renderHome(
    { reader: "U1", sections: [], unknown: [], done, isOnCall: false, operators, at: new Date(0) },
    en,
  );
  expect(JSON.stringify(blocks)).toContain(en.history.details);
  expect(JSON.stringify(blocks)).not.toContain("files.use");
});
