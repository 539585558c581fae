import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../src/locales/index.ts";
import { tellEnd } from "../../../src/outcomes/index.ts";
import { renderListings, renderUnsettled } from "../../../src/outcomes/listing.view.ts";
import type { Listing, Operation } from "../../../src/store/index.ts";
import { anUnknown } from "../../support/operation.ts";
import { en } from "../../support/words.ts";
import { aTeller, buttonsOf, textOf } from "./telling.ts";

const { listing: words } = en.outcomes;
const listed = (id: string, own: Partial<Operation> = {}) =>
  anUnknown({ id, listing: "third", isOnlyListed: true, ...own });
const ofSize = (size: number, own: Partial<Listing> = {}): Listing => {
  const unsettled = Array.from({ length: size }, (_, index) => listed(`${index}`));
  return { id: "third", total: size, left: size, unsettled, ...own };
};
const render = (listing: Listing, teller = aTeller()) =>
  renderListings([listing], teller, { begun: null })[0]!;

describe("a listing's post", () => {
  it("lists as many as one reads, and how many more there are", () => {
    const post = render(ofSize(50, { total: 70, left: 60 }));
    expect(post).toMatchObject({ kind: "edit", key: "unknowns:third", destinations: ["CO"] });
    const text = textOf(post);
    expect(text).toContain(words.title(60, 70));
    expect(text).toContain(words.more(50));
    expect(text.split("010-****-6789")).toHaveLength(11);
    expect(buttonsOf(post)).toEqual(["unsettled"]);
  });

  it("says when none is left, with nothing to press", () => {
    const post = render(ofSize(0, { total: 7 }));
    expect(textOf(post)).toBe(words.closed(7));
    expect(buttonsOf(post)).toEqual([]);
  });

  it("is nowhere without a conversation for on-call", () => {
    const teller = aTeller({ places: { results: "CR", onCall: [] } });
    expect(renderListings([ofSize(3)], teller, { begun: "third" })).toEqual([]);
  });
});

describe("an outcome on a listing", () => {
  const end = (operation: Operation, teller = aTeller()) =>
    tellEnd(operation, { transition: "closed", tries: [], listings: [ofSize(3)], batches: [] }, teller).map(
      ({ kind, key, destinations }) => [kind, key, destinations[0]],
    );

  it("begins it with a post, and has none of its own at on-call's", () => {
    expect(end(listed("third"))).toEqual([
      ["post", "unknowns:third", "CO"],
      ["post", "operation:third:result", "C1"],
      ["post", "operation:third:author", "U1"],
    ]);
  });

  it("is a line under it when it comes later", () => {
    expect(end(listed("fourth"))).toEqual([
      ["edit", "unknowns:third", "CO"],
      ["post", "operation:fourth:result", "C1"],
      ["post", "operation:fourth:author", "U1"],
      ["line", "unknowns:third", "CO"],
    ]);
  });

  it("is told by its own post where results stand in on-call's conversation", () => {
    const teller = aTeller({ places: { results: "CO", onCall: ["CO"] } });
    expect(end(listed("fourth", { conversation: null }), teller)).toEqual([
      ["edit", "unknowns:third", "CO"],
      ["post", "operation:fourth:result", "CO"],
      ["post", "operation:fourth:author", "U1"],
    ]);
  });
});

describe("the form behind a listing", () => {
  it.each(["en", "ko"] as const)("fits into what Slack takes, whatever is listed: %s", (locale) => {
    const sizes = fc.integer({ min: 0, max: 50 });
    fc.assert(
      fc.property(sizes, fc.nat(500), fc.boolean(), (size, more, hasNotice) => {
        const left = size === 0 ? 0 : size + more;
        const options = { ...aTeller(), notice: hasNotice ? ["late"] : null };
        const view = renderUnsettled(ofSize(size, { left, total: left }), options, wordsOf(locale));
        expect(view.blocks.length).toBeLessThanOrEqual(100);
        expect(view.title.text.length).toBeLessThanOrEqual(24);
        expect(JSON.stringify(view)).not.toMatch(/01023456789|secret/);
        const rows = view.blocks.filter(({ type }) => type === "actions").length;
        if (left > rows) {
          expect(JSON.stringify(view)).toContain(wordsOf(locale).outcomes.listing.more(left - rows));
        }
      }),
    );
  });
});
