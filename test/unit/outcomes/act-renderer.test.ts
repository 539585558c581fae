import { describe, expect, it } from "vitest";
import { ids as fileIds } from "../../../src/features/files/ids.ts";
import {
  createPlainRenderer,
  notificationOfPlainPost,
  plainPostKind,
} from "../../../src/outcomes/act.renderer.ts";
import { toViewer } from "../../../src/outcomes/index.ts";
import { notificationOfEnd } from "../../../src/outcomes/notifications.ts";
import { createBatchPresenter } from "../../../src/outcomes/rows.view.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, aTrySummary, resolvedAs } from "../../support/operation.ts";
import { en } from "../../support/words.ts";
import { states } from "./a-card.ts";
import { accepted, files, name, open, render, resolves, upload } from "./an-upload.ts";
import {
  aPresenter,
  ask,
  buttonsOf,
  listed,
  presenter,
  queued,
  rendererOf,
  renderLinesOf,
  textOf,
  valuesOf,
} from "./notifications.ts";

const isKorean = (text: string) => /[가-힣]/.test(text);
const postsOf = (one: Operation, of = files) =>
  (notificationOfEnd(one, "closed", of).posts ?? []).map(({ subject, audience, destinations }) => [
    ...[subject, audience, destinations.join()],
  ]);

describe("a post that goes to its fallback destination", () => {
  const inDirectMessage = upload({ conversation: "D1", locale: "ko", outcome: "refused", result: null });

  it.each([
    ["a direct message", inDirectMessage, "U1,CR"],
    ["a conversation", { ...inDirectMessage, conversation: "C1" }, "C1,CR,U1"],
  ])(
    "of %s shows the full number and the author's language only to the author",
    async (_, stored, destinations) => {
      expect(postsOf(stored)).toEqual([["act:act-1", "result", destinations]]);
      const { line } = rendererOf([stored], { presenter: files });
      const [post] = notificationOfEnd(stored, "closed", files).posts ?? [];
      for (const destination of destinations.split(",")) {
        const drawn = await render([stored], "result", { presenter: files, destination });
        const reply = await line?.(queued(post!, destination), { kind: "ended", operation: "act-1" });
        for (const { text, blocks } of [drawn.body, reply!]) {
          expect(isKorean(text)).toBe(destination === "U1");
          expect(text).toContain(destination === "U1" ? name : "table …5678.png");
          expect(JSON.stringify(blocks).includes("01012345678")).toBe(destination === "U1");
        }
      }
    },
  );

  it("has no question and no buttons in a conversation", async () => {
    const unknown = listed({ conversation: "D1" });
    expect(buttonsOf(await render([unknown], "result"))).toEqual([...ask, "repeat"]);
    const team = await render([unknown], "result", { destination: "CR" });
    expect(buttonsOf(team)).toEqual([]);
    expect(textOf(team)).not.toContain(en.outcomes.ask);
    const sent = anUnknown({ outcome: "accepted" });
    expect(buttonsOf(await render([sent], "result"))).toEqual([]);
    expect(buttonsOf(await render([sent], "result", { destination: "U1" }))).toEqual(["anew"]);
  });

  it("has the buttons to report an outcome in every destination of on-call's", async () => {
    const options = { presenter: aPresenter({ audiences: { results: "CO", onCall: ["CO", "U9"] } }) };
    for (const destination of ["CO", "U9"]) {
      const post = await render([anUnknown({ conversation: "CO" })], "result", { ...options, destination });
      expect(buttonsOf(post)).toEqual(ask);
    }
  });
});

it.each(states)("a post in the same state is rendered byte for byte the same: %s", async (_, operation) => {
  for (const audience of ["result", "author"] as const) {
    const stored = [{ ...operation, correctedAt: new Date(0) }];
    const drawn = await render(stored, audience);
    expect(JSON.stringify(drawn)).toBe(JSON.stringify(await render(structuredClone(stored), audience)));
  }
});

it("a post is left out without its operation, and throws an error for an operation of another version", async () => {
  const { posts = [] } = notificationOfEnd(listed(), "closed", presenter);
  const stranger = rendererOf([listed()], { presenterOf: () => undefined });
  expect(posts).toHaveLength(3);
  for (const post of posts) {
    expect(await rendererOf([]).render(queued(post))).toBeNull();
    await expect(stranger.render(queued(post))).rejects.toThrow("another version");
    const late = stranger.line?.(queued(post), { kind: "late", operation: "act-1" });
    await expect(late).rejects.toThrow("another version");
  }
});

it("an operation whose kind no feature has is told to its author in a plain post with the outcome", async () => {
  const { posts = [] } = notificationOfPlainPost(anUnknown());
  expect(posts).toEqual([
    { subject: "act:act-1", audience: "result", kind: plainPostKind, destinations: ["U1"] },
  ]);
  const drawn = async (...stored: Operation[]) => {
    const operations = { ofAct: async (act: string) => stored.filter((one) => one.act === act) };
    return (await createPlainRenderer({ store: { operations }, words: en }).render(queued(posts[0]!)))?.text;
  };
  for (const outcome of ["unknown", "accepted"] as const)
    expect(await drawn(anUnknown({ kind: "gone.kind", outcome }))).toBe(
      en.edge.plainOutcome("gone.kind", "act-1", en.outcomes.states[outcome]),
    );
  expect(await drawn()).toBeUndefined();
});

describe("an upload and its message in one act", () => {
  const siblings = [aTrySummary({ id: "act-1:send", act: "act-1", step: 1 })];
  const first = (change: Partial<Operation> = {}) => upload({ siblings, ...change });

  it("have one post, the message's, without thread reply, unless the upload is unknown", () => {
    const last = { id: "act-1:send", step: 1, siblings: [aTrySummary({ id: "act-1", act: "act-1" })] };
    for (const outcome of ["accepted", "refused", "not_sent"] as const) {
      expect(notificationOfEnd(first({ outcome }), "closed", files)).toEqual({ posts: [], lines: [] });
      expect(postsOf(anUnknown({ ...last, outcome }), presenter)).toEqual([
        ["act:act-1", "result", "C1,CR,U1"],
      ]);
    }
    const unknown = first({ unknownsCard: "act-1" });
    expect(postsOf(unknown)).toEqual([
      ["act:act-1", "result", "C1,CR,U1"],
      ["act:act-1", "author", "U1"],
      ["unknowns:act-1", "on-call", "CO"],
    ]);
    expect(notificationOfEnd(unknown, "closed", files).lines).toEqual([]);
  });

  it("don't mention the upload if both were accepted", async () => {
    const stored = [first(accepted), anUnknown({ id: "act-1:send", step: 1, outcome: "accepted" })];
    const post = await render(stored, "result", { presenters: { "files.upload": files } });
    expect(textOf(post)).not.toContain(en.files.kind.upload);
  });
});

describe("several files uploaded by one act", () => {
  const several = (...changes: Partial<Operation>[]) => {
    const all = changes.map((change, index) => {
      const request = { file: { id: `F${index}`, name } };
      return upload({ id: `f${index}`, act: "f0", root: `f${index}`, request, ...change });
    });
    return all.map((one) => ({ ...one, siblings: all.filter(({ id }) => id !== one.id) }));
  };
  const unknown = { unknownsCard: "f0" } as const;
  const options = { presenter: files };

  it("are named in the title of their post in a list", () => {
    const all = several(accepted, { outcome: "refused", request: { file: { id: "F2", name: "b.png" } } });
    const list = createBatchPresenter(() => "1 of 2");
    expect(list.titleInList?.(all, toViewer(all[0]!, "C1", files))).toMatch(
      /1 of 2 · table …5678\.png, b\.png$/,
    );
  });

  it("have one post, and one thread reply with their counts once the last upload has closed", async () => {
    const [done, last] = several(accepted, { outcome: "not_sent", result: null });
    for (const one of [done!, last!]) expect(postsOf(one)).toEqual([["act:f0", "result", "C1,CR,U1"]]);
    expect(notificationOfEnd(several(accepted, open)[0]!, "closed", files).lines).toEqual([]);
    const told = notificationOfEnd(last!, "closed", files);
    const lines = await renderLinesOf(last!, told, { ...options, others: [done!] });
    const counts = { total: 2, done: 1, refused: 0, notSent: 1, unknown: 0, again: 0, open: 0 };
    expect(lines.map(({ audience, body }) => [audience, body.text])).toEqual([
      ["result", `<@U1> ⚠️ ${en.files.upload.batch(counts)}`],
    ]);
  });

  it.each<[string, Operation[], buttons: string[], values: string[]]>([
    ["several are", several(unknown, unknown, accepted), [fileIds.unresolved], ["act:f0"]],
    ["one is", several(unknown, { ...unknown, ...resolvedAs("arrived") }, accepted), resolves, ["f0", "f0"]],
    ["none is", several({ ...unknown, ...resolvedAs("arrived") }, accepted), [], []],
  ])(
    "are reported by their author alone, in a form if several are unknown: %s unknown",
    async (_, stored, buttons, values) => {
      const own = await render(stored, "author", options);
      expect(buttonsOf(own)).toEqual(buttons);
      expect(valuesOf(own.body)).toEqual(values);
      const team = await render(stored, "result", options);
      expect(buttonsOf(team)).toEqual([]);
      expect(JSON.stringify(team)).not.toContain("01012345678");
    },
  );
});
