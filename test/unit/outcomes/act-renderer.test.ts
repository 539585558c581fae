import { describe, expect, it } from "vitest";
import {
  createActRenderer,
  createPlainRenderer,
  notificationOfPlainPost,
  plainPostKind,
} from "../../../src/outcomes/act.renderer.ts";
import { notificationOfEnd } from "../../../src/outcomes/notifications.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, sentAgain } from "../../support/operation.ts";
import { en } from "../../support/words.ts";
import { states } from "./a-card.ts";
import { files, name, render, upload } from "./an-upload.ts";
import {
  aPresenter,
  ask,
  buttonsOf,
  corrected,
  listed,
  presenter,
  queued,
  renderEnd,
  rendererOf,
  textOf,
} from "./notifications.ts";

describe("a post at a fallback destination", () => {
  const inDirectMessage = upload({ conversation: "D1", locale: "ko", outcome: "refused", result: null });

  it("is masked in a conversation, and in the team's language", async () => {
    const [post] = notificationOfEnd(inDirectMessage, "closed", files).posts ?? [];
    expect(post?.destinations).toEqual(["U1", "CR"]);
    const own = await render([inDirectMessage], "result", { presenter: files });
    const team = await render([inDirectMessage], "result", { presenter: files, destination: "CR" });
    expect(textOf(own)).toContain(name);
    expect(JSON.stringify(team.body)).not.toContain("01012345678");
    expect(textOf(team)).toContain("table …5678.png");
    expect(/[가-힣]/.test(textOf(own))).toBe(true);
    expect(/[가-힣]/.test(textOf(team))).toBe(false);
  });

  it("asks no one and has no buttons in a conversation", async () => {
    const unknown = listed({ conversation: "D1" });
    expect(buttonsOf(await render([unknown], "result"))).toEqual([...ask, "repeat"]);
    const team = await render([unknown], "result", { destination: "CR" });
    expect(buttonsOf(team)).toEqual([]);
    expect(textOf(team)).not.toContain(en.outcomes.ask);
  });

  it("is whole in its author's direct message, in their language, with their buttons", async () => {
    const refused = upload({ locale: "ko", outcome: "refused", result: null });
    const team = await render([refused], "result", { presenter: files });
    const own = await render([refused], "result", { presenter: files, destination: "U1" });
    expect(JSON.stringify(team.body)).not.toContain("01012345678");
    expect(textOf(own)).toContain(name);
    expect(/[가-힣]/.test(textOf(own))).toBe(true);
    const sent = anUnknown({ outcome: "accepted" });
    expect(buttonsOf(await render([sent], "result"))).toEqual([]);
    expect(buttonsOf(await render([sent], "result", { destination: "U1" }))).toEqual(["anew"]);
  });

  it("has the buttons to report wherever on-call's posts may go", async () => {
    const options = { presenter: aPresenter({ audiences: { results: "CO", onCall: ["CO", "U9"] } }) };
    const unlisted = anUnknown({ conversation: "CO" });
    for (const destination of ["CO", "U9"]) {
      const post = await render([unlisted], "result", { ...options, destination });
      expect(buttonsOf(post)).toEqual(ask);
    }
  });

  it("has thread replies in its destination's language, masked like the post", async () => {
    const { line } = rendererOf([inDirectMessage], { presenter: files });
    const [post] = notificationOfEnd(inDirectMessage, "closed", files).posts ?? [];
    const said = async (destination: string) =>
      (await line?.(queued(post!, destination), { kind: "ended", operation: "act-1" }))?.text;
    expect(await said("U1")).toMatch(/[가-힣].* · table 01012345678\.png$/);
    expect(await said("CR")).not.toMatch(/[가-힣]|01012345678/);
  });
});

it.each(states)("a post in the same state is rendered alike, byte for byte: %s", async (_, operation) => {
  for (const audience of ["result", "author"] as const) {
    const stored = [{ ...operation, correctedAt: new Date(0) }];
    const drawn = await render(stored, audience);
    expect(JSON.stringify(drawn)).toBe(JSON.stringify(await render(structuredClone(stored), audience)));
  }
});

it("a post isn't rendered without its operation, and throws for a kind of another version", async () => {
  const { posts = [] } = notificationOfEnd(listed(), "closed", presenter);
  for (const post of posts) expect(await rendererOf([]).render(queued(post))).toBeNull();
  const stranger = createActRenderer({
    store: {
      operations: {
        ofAct: async () => [listed()],
        get: async () => listed(),
        list: async () => ({ operations: [], next: null }),
        unknownsCard: async () => ({
          id: "act-1",
          first: listed(),
          total: 1,
          left: 1,
          unresolved: [listed()],
        }),
      },
      posts: { find: async () => null },
    },
    presenterOf: () => undefined,
  });
  for (const post of posts) {
    await expect(stranger.render(queued(post))).rejects.toThrow("another version");
    const late = stranger.line?.(queued(post), { kind: "late", operation: "act-1" });
    await expect(late).rejects.toThrow("another version");
  }
});

it("a message that was sent again has no buttons on any of its posts", async () => {
  const stored = corrected({ outcome: "refused", ...sentAgain });
  for (const post of await renderEnd(stored, { transition: "corrected" }))
    expect(buttonsOf(post)).toEqual([]);
});

describe("an operation of a kind that no feature has", () => {
  it("has a plain post to its author, with the stored outcome", async () => {
    const { posts = [] } = notificationOfPlainPost(anUnknown({ kind: "gone.kind" }));
    expect(posts).toEqual([
      { subject: "act:act-1", audience: "result", kind: plainPostKind, destinations: ["U1"] },
    ]);
    const drawn = async (stored: readonly Operation[]) =>
      createPlainRenderer({
        store: { operations: { ofAct: async (act) => stored.filter((one) => one.act === act) } },
        words: en,
      })
        .render(queued(posts[0]!))
        .then((rendered) => rendered?.text ?? null);
    expect(await drawn([anUnknown({ kind: "gone.kind" })])).toBe(
      en.edge.plainOutcome("gone.kind", "act-1", en.outcomes.states.unknown),
    );
    expect(await drawn([anUnknown({ kind: "gone.kind", outcome: "accepted" })])).toBe(
      en.edge.plainOutcome("gone.kind", "act-1", en.outcomes.states.accepted),
    );
    expect(await drawn([])).toBeNull();
  });
});
