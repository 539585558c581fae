import { expect, it } from "vitest";
import {
  type OperationDetails,
  renderOperationDetails,
} from "../../../../src/features/history/story.view.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";
import { aDescription } from "../../outcomes/a-card.ts";

const operation = anUnknown({ outcome: "accepted" });

it("an upload's history entry has a Use button only for its author who may send", () => {
  const ways = { resolve: "s", repeat: null, edit: null, another: null, unresolved: "u" };
  const description = aDescription({
    ways: { ...ways, use: { id: "files.use", label: "Use", value: "F1" } },
  });
  const told = { operation, description, posts: [] };
  const shown = (own: Pick<OperationDetails, "reader" | "mayUse">) =>
    JSON.stringify(renderOperationDetails({ ...told, ...own }, en).blocks).includes("files.use");
  expect(shown({ reader: "author", mayUse: true })).toBe(true);
  expect(shown({ reader: "author", mayUse: false })).toBe(false);
  for (const reader of ["on-call", "anybody"] as const) expect(shown({ reader, mayUse: true })).toBe(false);
});
