import { expect, it } from "vitest";
import { describeUpload, uploadWays } from "../../../../src/features/files/describe.view.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { createTeller } from "../../../../src/outcomes/index.ts";
import { renderEnd } from "../../../../src/outcomes/posts.view.ts";
import { anUnknown } from "../../../support/operation.ts";

const name = "table 01012345678.png";

/** By the first destination: whether the name stands there whole. */
function toldWhole(places: { results: string | null }, conversation: string | null) {
  const teller = createTeller({
    places: { ...places, onCall: ["CO"] },
    teamLocale: "en",
    wordsOf,
    describe: describeUpload,
    ids: uploadWays,
  });
  const upload = anUnknown({ kind: "files.upload", conversation, request: { file: { id: "F1", name } } });
  const told = renderEnd(upload, "closed", teller).map(({ destinations, body }) => {
    const text = JSON.stringify(body);
    expect(text).toContain("table ");
    return [destinations[0], text.includes("01012345678")];
  });
  return Object.fromEntries(told);
}

it("a file's own name is whole in its author's direct message, and masked wherever others may read it", () => {
  expect(toldWhole({ results: null }, "C1")).toEqual({ C1: false, U1: true, CO: false });
  expect(toldWhole({ results: null }, "D1")).toEqual({ U1: true, CO: false });
  // What can't be delivered there would go to the team's conversation.
  expect(toldWhole({ results: "CR" }, "D1")).toEqual({ U1: false, CO: false });
});
