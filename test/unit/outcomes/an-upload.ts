import { describeFile, uploadFollowUps } from "../../../src/features/files/describe.view.ts";
import { ids as fileIds } from "../../../src/features/files/ids.ts";
import { notificationOfEnd } from "../../../src/outcomes/notifications.ts";
import { createBatchPresenter } from "../../../src/outcomes/rows.view.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown } from "../../support/operation.ts";
import { aPresenter, presenter, queued, rendererOf } from "./notifications.ts";

export const name = "table 01012345678.png";
export const files = aPresenter({
  describe: describeFile,
  ids: uploadFollowUps,
  batch: createBatchPresenter((counts, { files }) => files.upload.batch(counts)),
});
export const upload = (change: Partial<Operation> = {}) =>
  anUnknown({ kind: "files.upload", request: { file: { id: "F1", name } }, ...change });
export const resolves = ["arrived", "did_not_arrive"].map((as) => `${fileIds.resolve}:${as}`);
export const open = {
  state: "stored",
  outcome: null,
  result: null,
  startedAt: null,
  closedAt: null,
} as const;
export const accepted = {
  outcome: "accepted",
  result: { code: "200", words: null, status: 200, reply: null },
} as const;

/** An act's post for `audience`, rendered for `destination` or else for its first one. */
export async function render(
  stored: readonly Operation[],
  audience: "result" | "author",
  { destination, ...drawing }: Parameters<typeof rendererOf>[1] & { destination?: string } = {},
) {
  const told = stored.flatMap(
    (one) => notificationOfEnd(one, "closed", drawing.presenter ?? presenter).posts ?? [],
  );
  const post = told.find((one) => one.audience === audience)!;
  return { body: (await rendererOf(stored, drawing).render(queued(post, destination)))! };
}
