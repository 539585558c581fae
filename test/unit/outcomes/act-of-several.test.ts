import { describe, expect, it } from "vitest";
import { ids as fileIds } from "../../../src/features/files/ids.ts";
import { toViewer } from "../../../src/outcomes/index.ts";
import { notificationOfEnd } from "../../../src/outcomes/notifications.ts";
import { createBatchPresenter } from "../../../src/outcomes/rows.view.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, aTrySummary, resolvedAs } from "../../support/operation.ts";
import { en, ko } from "../../support/words.ts";
import { accepted, files, name, open, render, resolves, upload } from "./an-upload.ts";
import { buttonsOf, presenter, queued, rendererOf, renderLinesOf, textOf, title } from "./notifications.ts";

describe("an upload and its message in one act", () => {
  const tries = { act: "act-1", siblings: [] };
  const first = (change: Partial<Operation> = {}) =>
    upload({ siblings: [aTrySummary({ ...tries, id: "act-1:send", step: 1 })], ...change });
  const second = (change: Partial<Operation> = {}) =>
    anUnknown({
      ...{ id: "act-1:send", step: 1, root: "act-1:send", startedAt: null },
      siblings: [aTrySummary({ ...tries, id: "act-1", kind: "files.upload" })],
      ...change,
    });
  const notReached = {
    outcome: "not_sent",
    result: { code: "NotReached", words: null, status: null, reply: null },
  } as const;
  const presenters = { "files.upload": files };

  it("have one post, that of the message, unless the upload is unknown", () => {
    for (const outcome of ["accepted", "refused", "not_sent"] as const) {
      expect(notificationOfEnd(first({ outcome }), "closed", files).posts).toEqual([]);
      expect(notificationOfEnd(second({ outcome }), "closed", presenter).posts).toMatchObject([
        { subject: "act:act-1", audience: "result" },
      ]);
    }
    const unknown = notificationOfEnd(first({ unknownsCard: "act-1" }), "closed", files).posts ?? [];
    expect(unknown.map(({ subject, destinations }) => [subject, destinations[0]])).toEqual([
      ["act:act-1", "C1"],
      ["act:act-1", "U1"],
      ["unknowns:act-1", "CO"],
    ]);
  });

  it("have a card that says that the message was not sent, and the upload is unknown", async () => {
    const stored = [first({ locale: "ko" }), second({ ...notReached, locale: "ko" })];
    const team = await render(stored, "result", { presenters });
    const [head, ...rest] = textOf(team).split("\n");
    expect(head).toContain(title("not_sent"));
    expect(rest.at(-2)).toContain(en.terms.upload.outcomes.title.unknown(en.files.kind.upload));
    expect(rest.at(-2)).toContain("table …5678.png");
    expect(buttonsOf(team)).toEqual(["edit"]);
    const own = await render(stored, "author", { presenters });
    expect(buttonsOf(own)).toEqual(["edit", ...resolves]);
    expect(textOf(own)).toContain(name);
    expect(textOf(own)).toContain(ko.terms.upload.outcomes.title.unknown(ko.files.kind.upload));
  });

  it("have a card that names the upload after a late answer, but not after acceptance", async () => {
    const late = [first({ ...accepted, correctedAt: new Date(0) }), second(notReached)];
    const { accepted: done } = en.terms.upload.outcomes.title;
    expect(textOf(await render(late, "result", { presenters }))).toContain(done(en.files.kind.upload));
    const plain = [first(accepted), second({ outcome: "accepted" })];
    expect(textOf(await render(plain, "result", { presenters }))).not.toContain(done(en.files.kind.upload));
  });

  it("have a card for on-call with the upload alone", async () => {
    const [, , post] = notificationOfEnd(first({ unknownsCard: "act-1" }), "closed", files).posts ?? [];
    const body = await rendererOf([first({ unknownsCard: "act-1" }), second(notReached)], {
      presenters,
    }).render(queued(post!));
    const text = textOf({ body: body! });
    expect(text).toContain(en.terms.upload.outcomes.title.unknown(en.files.kind.upload));
    expect(text).not.toContain(title("not_sent"));
  });

  it("have no thread reply for the upload's end", () => {
    for (const outcome of ["accepted", "unknown"] as const)
      expect(notificationOfEnd(first({ outcome }), "closed", files).lines).toEqual([]);
  });
});

describe("several files of one act", () => {
  const several = (...changes: Partial<Operation>[]) => {
    const all = changes.map((change, index) =>
      upload({
        id: `f${index}`,
        act: "f0",
        root: `f${index}`,
        request: { file: { id: `F${index}`, name } },
        ...change,
      }),
    );
    return all.map((one) => ({ ...one, siblings: all.filter(({ id }) => id !== one.id) }));
  };
  const unknown = { unknownsCard: "f0" } as const;
  const options = { presenter: files };

  it("are named in their title in a list", () => {
    const all = several(
      { ...accepted },
      { outcome: "refused", request: { file: { id: "F2", name: "b.png" } } },
    );
    const list = createBatchPresenter(() => "1 of 2");
    expect(list.titleInList?.(all, toViewer(all[0]!, "C1", files))).toMatch(
      /1 of 2 · table …5678\.png, b\.png$/,
    );
  });

  it("have one post, with a title that counts them", async () => {
    const stored = several(accepted, { outcome: "refused", result: null }, open);
    const subjects = stored
      .flatMap((one) => notificationOfEnd(one, "closed", files).posts ?? [])
      .map(({ subject, audience }) => `${subject} ${audience}`);
    expect(new Set(subjects)).toEqual(new Set(["act:f0 result"]));
    const post = await render(stored, "result", options);
    const counts = { total: 3, done: 1, refused: 1, notSent: 0, unknown: 0, again: 0, open: 1 };
    expect(textOf(post).split("\n")[0]).toBe(`⏳ ${en.files.upload.batch(counts)}`);
    // Title, three files, and a line with author and time.
    expect(textOf(post).split("\n")).toHaveLength(5);
  });

  it("are reported one by one if several are unknown, in the author's copy or its form", async () => {
    const stored = several(unknown, unknown, accepted);
    const own = await render(stored, "author", options);
    expect(buttonsOf(own)).toEqual([...resolves, ...resolves, fileIds.unresolved]);
    expect(JSON.stringify(own.body.blocks)).toContain('"value":"act:f0"');
    expect(textOf(own).split(name)).toHaveLength(4);
    const team = await render(stored, "result", options);
    expect(buttonsOf(team)).toEqual([]);
    expect(textOf(team)).not.toContain("01012345678");
    for (const audience of ["author", "result"] as const) {
      const again = await render(structuredClone(stored), audience, options);
      expect(JSON.stringify(again)).toBe(JSON.stringify(audience === "author" ? own : team));
    }
  });

  it("have the buttons of the only unknown one", async () => {
    const own = await render(
      several(unknown, { ...unknown, ...resolvedAs("arrived") }, accepted),
      "author",
      options,
    );
    expect(buttonsOf(own)).toEqual(resolves);
    expect(JSON.stringify(own.body.blocks)).toContain('"value":"f0"');
    const none = await render(several({ ...unknown, ...resolvedAs("arrived") }, accepted), "author", options);
    expect(buttonsOf(none)).toEqual([]);
  });

  it("have one thread reply with their counts, after the last has ended", async () => {
    const [first, second] = several(accepted, open);
    expect(notificationOfEnd(first!, "closed", files).lines).toEqual([]);
    const [done, last] = several(accepted, { outcome: "not_sent", result: null });
    const told = notificationOfEnd(last!, "closed", files);
    const lines = await renderLinesOf(last!, told, { ...options, others: [done!] });
    const counts = { total: 2, done: 1, refused: 0, notSent: 1, unknown: 0, again: 0, open: 0 };
    expect(lines.map(({ audience, body }) => [audience, body.text])).toEqual([
      ["result", `<@U1> ⚠️ ${en.files.upload.batch(counts)}`],
    ]);
    expect(second?.outcome).toBeNull();
  });
});
