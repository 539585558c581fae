import { expect, it } from "vitest";
import { describeFile, uploadFollowUps } from "../../../../src/features/files/describe.view.ts";
import { createPresenter } from "../../../../src/outcomes/index.ts";
import { listed, queued, renderEnd, rendererOf } from "../../outcomes/notifications.ts";

const name = "table 01012345678.png";

/** For each destination, first ones and fallbacks: whether the whole number in the name is shown. */
async function toldWhole(audiences: { results: string | null }, conversation: string | null) {
  const presenter = createPresenter({
    audiences: { ...audiences, onCall: ["CO"] },
    teamLocale: "en",
    describe: describeFile,
    ids: uploadFollowUps,
  });
  const upload = listed({ kind: "files.upload", conversation, request: { file: { id: "F1", name } } });
  const told = await renderEnd(upload, { presenter });
  const everywhere = told.flatMap((post) => post.destinations.map((position) => queued(post, position)));
  const shown = await Promise.all(
    everywhere.map(async (post) => {
      const text = JSON.stringify(await rendererOf([upload], { presenter }).render(post));
      expect(text).toContain("table ");
      return [post.destination, text.includes("01012345678")];
    }),
  );
  return Object.fromEntries(shown);
}

it("a number in a file's name is masked everywhere but in its author's direct message", async () => {
  expect(await toldWhole({ results: null }, "C1")).toEqual({ C1: false, U1: true, CO: false });
  expect(await toldWhole({ results: null }, "D1")).toEqual({ U1: true, CO: false });
  // CR gets the post if the direct message can't be delivered.
  expect(await toldWhole({ results: "CR" }, "D1")).toEqual({ U1: true, CR: false, CO: false });
});
