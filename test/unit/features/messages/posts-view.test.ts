import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { describeMessage } from "../../../../src/features/messages/describe.view.ts";
import {
  type PostOptions,
  renderReportPosts,
  renderResultPosts,
  renderUsedPost,
} from "../../../../src/features/messages/posts.view.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import type { NewPost } from "../../../../src/store/index.ts";
import { anUnknown, settledAs } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";

const options = (places: PostOptions["places"] = { results: "CR", onCall: "CO" }): PostOptions => ({
  words: wordsOf("en"),
  places,
  testRecipients: [],
});
const report = { by: "U2", as: "did_not_arrive", at: new Date(Date.UTC(2026, 10, 21, 10, 42)) } as const;
const buttons = ({ body }: Pick<NewPost, "body">) =>
  [...JSON.stringify(body).matchAll(/"action_id":"(?:messages\.)?([^"]+)"/g)].map(([, id]) => id);
const summary = (posts: NewPost[]) => posts.map((post) => [post.destinations.join(), ...buttons(post)]);
const text = ({ body }: Pick<NewPost, "body">) => ("text" in body ? String(body.text) : "");

describe("who is told of an unknown outcome", () => {
  const ask = ["settle:arrived", "settle:did_not_arrive"];

  it.each([
    ["C1", "CR", "CO", [["C1,CR,U1"], ["U1", ...ask, "repeat"], ["CO,U1", ...ask]]],
    [null, "CR", "CO", [["CR,U1"], ["U1", ...ask, "repeat"], ["CO,U1", ...ask]]],
    [
      null,
      null,
      "CO",
      [
        ["U1", ...ask, "repeat"],
        ["CO,U1", ...ask],
      ],
    ],
    ["C1", null, null, [["C1,U1"], ["U1", ...ask, "repeat"]]],
    [null, null, null, [["U1", ...ask, "repeat"]]],
    [
      "CO",
      "CR",
      "CO",
      [
        ["CO,CR,U1", ...ask],
        ["U1", ...ask, "repeat"],
      ],
    ],
    ["C1", "C1", "CO", [["C1,U1"], ["U1", ...ask, "repeat"], ["CO,U1", ...ask]]],
    [
      "D1",
      "CR",
      "CO",
      [
        ["U1,CR", ...ask, "repeat"],
        ["CO,U1", ...ask],
      ],
    ],
  ])("conversation %s, results %s, on-call %s", (conversation, results, onCall, expected) => {
    const places = { results, onCall };
    const unknown = anUnknown({ conversation });
    expect(summary(renderResultPosts(unknown, "closed", options(places)))).toEqual(expected);
    const first = (posts: NewPost[]) => posts.map(({ destinations }) => destinations[0]);
    expect(first(renderReportPosts(unknown, report, options(places)))).toEqual(
      expected.map(([destinations]) => destinations?.split(",")[0]),
    );
  });

  it("is one place when the outcome is known, and all of them when it is corrected", () => {
    const accepted = anUnknown({ outcome: "accepted" });
    expect(summary(renderResultPosts(accepted, "closed", options()))).toEqual([["C1,CR,U1"]]);
    expect(summary(renderResultPosts(accepted, "corrected", options()))).toEqual([
      ["C1,CR,U1"],
      ["U1"],
      ["CO,U1"],
    ]);
  });
});

describe("what a person reported", () => {
  it("is told as a report with who and when, and never as the platform's word", () => {
    for (const locale of ["en", "ko"] as const) {
      const posts = renderReportPosts(anUnknown(), report, { ...options(), words: wordsOf(locale) });
      for (const post of posts) {
        expect(text(post)).toContain("<@U2>");
        expect(text(post)).toContain("<!date^1795257720^");
        expect(text(post)).not.toMatch(/delivered|confirmed|전달/i);
      }
    }
  });

  it("offers to edit and send what did not arrive, once", () => {
    const offered = (operation = anUnknown(), as: "arrived" | "did_not_arrive" = "did_not_arrive") =>
      renderReportPosts(operation, { ...report, as }, options()).flatMap(buttons);
    expect(offered()).toEqual(["edit", "edit", "edit"]);
    expect(offered(anUnknown(), "arrived")).toEqual([]);
    expect(offered(anUnknown({ repeatedBy: "act-2" }))).toEqual([]);
  });

  it.each(["en", "ko"] as const)("has each outcome begin with its sign in %s", (locale) => {
    const signs = { accepted: "✅ ", refused: "⛔ ", not_sent: "↩️ ", unknown: "❓ " } as const;
    for (const [outcome, sign] of Object.entries(signs)) {
      const ended = anUnknown({
        outcome: z.enum(["accepted", "refused", "not_sent", "unknown"]).parse(outcome),
      });
      const posts = renderResultPosts(ended, "closed", { ...options(), words: wordsOf(locale) });
      for (const { body } of posts) {
        expect(text({ body }).startsWith(sign)).toBe(true);
        expect(JSON.stringify(body)).toContain(`"elements":[{"type":"text","text":"${sign}`);
      }
      const [corrected] = renderResultPosts(ended, "corrected", { ...options(), words: wordsOf(locale) });
      expect(text(corrected!).startsWith("🔁 ")).toBe(true);
    }
  });

  it("stands under the used post, which keeps its lines and has no button", () => {
    const used = renderUsedPost(anUnknown(settledAs("arrived")), options());
    expect(used.text).toContain(en.result.heading.unknown(en.result.automatic, "010-****-6789"));
    expect(used.text).toContain(`<@U2>${en.settle.says.arrived}`);
    expect(buttons({ body: used })).toEqual([]);
  });
});

describe("a correction", () => {
  const told = (change: Parameters<typeof anUnknown>[0]) =>
    text(renderResultPosts(anUnknown(change), "corrected", options())[0]!);
  const contradiction = en.settle.contradicted;

  it.each([
    ["accepted", "did_not_arrive", true],
    ["accepted", "arrived", false],
    ["refused", "arrived", true],
    ["not_sent", "arrived", true],
    ["refused", "did_not_arrive", false],
  ] as const)("%s after %s contradicts: %s", (outcome, as, contradicts) => {
    const words = told({ outcome, ...settledAs(as) });
    expect(words.includes(contradiction)).toBe(contradicts);
    expect(words).toContain(`<@U2>${en.settle.says[as]}`);
  });

  it("says that it was sent again meanwhile, and offers no third time", () => {
    expect(told({ outcome: "accepted", repeatedBy: "act-2" })).toContain(en.repeat.meanwhile.twice);
    const refused = anUnknown({ outcome: "refused", repeatedBy: "act-2" });
    expect(renderResultPosts(refused, "corrected", options()).flatMap(buttons)).toEqual([]);
    expect(told({ outcome: "refused", repeatedBy: "act-2" })).toContain(en.repeat.meanwhile.other);
    for (const meanwhile of Object.values(en.repeat.meanwhile)) {
      expect(told({ outcome: "accepted" })).not.toContain(meanwhile);
    }
  });
});

describe("in conversations", () => {
  it("nobody reads a number, whatever the reason says, nor the text", () => {
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789 -.()"), maxLength: 60 });
    const reason = fc.tuple(fc.string({ maxLength: 20 }), digits, fc.string({ maxLength: 20 }));
    fc.assert(
      fc.property(reason, (parts) => {
        const repeated = anUnknown({ reason: parts.join(""), repeats: "act-0" });
        for (const { body } of [
          ...renderResultPosts(repeated, "closed", options()),
          ...renderReportPosts(repeated, report, options()),
        ]) {
          const sent = JSON.stringify(body).replaceAll("1795257720", "").replaceAll("0212345678", "");
          expect(sent).not.toMatch(/\d{7}/);
          expect(sent).not.toContain("secret");
        }
      }),
    );
  });

  it("nobody reads what the message says from the platform's words or a typed reason", () => {
    const secrets = fc.string({ unit: fc.constantFrom(..."qxzjkv가나다라"), minLength: 8, maxLength: 80 });
    fc.assert(
      fc.property(secrets, fc.nat(), fc.boolean(), (secret, at, isTitle) => {
        const start = at % (secret.length - 7);
        const run = secret.slice(start, start + 8);
        const message = { to: "01023456789", from: "0212345678", [isTitle ? "subject" : "text"]: secret };
        const operation = anUnknown({
          request: { message },
          outcome: "refused",
          result: { code: "ValidationError", words: `Bad text: ${run}!`, status: 400, reply: null },
          reason: `she waits for ${run}`,
          repeats: "act-0",
        });
        const told = [
          ...renderResultPosts(operation, "closed", options()),
          { body: renderUsedPost(operation, options()) },
        ];
        for (const { body } of told) {
          expect(JSON.stringify(body)).not.toContain(run);
          expect(text({ body })).toContain("/msg-history act-1");
        }
        const described = describeMessage(operation, wordsOf("en"), [])!;
        expect(JSON.stringify([described.reasons.masked, described.typedReason.masked])).not.toContain(run);
        expect(described.reasons.inFull.join()).toContain(run);
        expect(described.typedReason.inFull).toContain(run);
      }),
    );
  });

  it("the reason is foreign: it mentions nobody", () => {
    const repeated = anUnknown({ reason: "<!channel> <@U9> *x*", repeats: "act-0" });
    const posts = renderResultPosts(repeated, "closed", options());
    expect(text(posts[0]!)).toContain(`${en.repeat.because}&lt;!channel&gt; &lt;@U9&gt; *x*`);
    expect(JSON.stringify(posts[0]?.body)).toContain(`${en.repeat.because}<!channel> <@U9> *x*"}`);
  });

  it.each(["en", "ko"] as const)("button words keep to Slack's 75 characters in %s", (locale) => {
    const { settle, repeat, result } = wordsOf(locale);
    for (const words of [...Object.values(settle.buttons), repeat.button, result.editAndSend]) {
      expect(words.length).toBeLessThanOrEqual(75);
    }
  });
});
