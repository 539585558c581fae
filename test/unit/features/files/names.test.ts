import fc from "fast-check";
import { expect, it } from "vitest";
import { describeFile, uploadFollowUps } from "../../../../src/features/files/describe.view.ts";
import { formatFileName, shortenFileName } from "../../../../src/features/files/stored.ts";
import { createPresenter } from "../../../../src/outcomes/index.ts";
import type { Operation } from "../../../../src/store/index.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";
import { listed, queued, renderEnd, rendererOf } from "../../outcomes/notifications.ts";

it.each([
  ["logo.png", "logo.png"],
  [`${"가".repeat(94)}.pptx`, `${"가".repeat(94)}.pptx`],
  [`${"가".repeat(120)}.pptx`, `${"가".repeat(94)}….pptx`],
  [`${"a".repeat(94)}😀😀.png`, `${"a".repeat(94)}….png`],
  [`${'"'.repeat(90)}.png`, `${'"'.repeat(47)}….png`],
  ["b".repeat(150), `${"b".repeat(99)}…`],
])("a form's metadata has the file name %s as %s", (name, carried) => {
  expect(shortenFileName(name)).toBe(carried);
});

it("a file name in a form's metadata takes at most 100 characters as JSON", () => {
  const unit = fc.constantFrom("a", "가", "😀", '"', "\\", "\u0001", "\ud800", ".");
  fc.assert(
    fc.property(fc.string({ unit, minLength: 90, maxLength: 130 }), (name) => {
      const carried = shortenFileName(name);
      expect(JSON.stringify(carried).length).toBeLessThanOrEqual(102);
      if (name.isWellFormed()) expect(carried.isWellFormed()).toBe(true);
    }),
  );
});

it("a displayed file name shows the code of a character that reverses text, and keeps emoji", () => {
  expect(formatFileName("invoice\u202egnp.exe ❤️")).toBe("invoice‹U+202E›gnp.exe ❤️");
});

const accepted = (reply: Operation["result"]) => ({
  ...{ outcome: "accepted" as const, result: { code: "200", words: null, status: 200, reply } },
});

it("the facts about an upload mask phone numbers in the file's name and type", () => {
  const operation = anUnknown({
    ...{ kind: "files.upload", request: { file: { id: "F0", name: "010~1234~5678.png" } } },
    ...accepted({ fileId: "F1", type: "01012345678", sizeBytes: 3, sha256: "aa" }),
  });
  const description = describeFile(operation, en);
  expect(description?.facts[0]?.value).toBe("…5678");
  expect(description?.subject.masked).toBe("…5678.png");
});

it("the details of an upload or a deletion list the file's link, address and uses", () => {
  const link = "https://shop.example/spring";
  const record = { url: "https://files.example/F1.png", references: ["message M1", "template T1"] };
  const uploaded = anUnknown({
    ...{ kind: "files.upload", request: { file: { id: "F0", name: "a.png" }, link } },
    ...accepted({ fileId: "F1", sizeBytes: 3, sha256: "aa", ...record }),
  });
  const deleted = anUnknown({
    ...{ kind: "files.delete", request: { fileId: "F1", name: "a.png", type: "MMS" } },
    ...accepted({ wasThere: true, ...record }),
  });
  const ofRecord = [
    { name: en.files.facts.url, value: record.url },
    { name: en.files.facts.references, value: "message M1, template T1" },
  ];
  const ofLink = { name: en.files.upload.fields.link.label, value: link };
  expect(describeFile(uploaded, en)?.details).toEqual([ofLink, ...ofRecord]);
  expect(describeFile(deleted, en)?.details).toEqual(ofRecord);
});

it.each<[string | null, string, Record<string, boolean>]>([
  [null, "C1", { C1: false, U1: true, CO: false }],
  [null, "D1", { U1: true, CO: false }],
  // CR gets the post if the direct message can't be delivered.
  ["CR", "D1", { U1: true, CR: false, CO: false }],
])(
  "only the uploader's direct message shows a number in a file name whole: results in %s, command from %s",
  async (...[results, conversation, isWhole]) => {
    const presenter = createPresenter({
      ...{ audiences: { results, onCall: ["CO"] }, teamLocale: "en" },
      ...{ describe: describeFile, ids: uploadFollowUps },
    });
    const request = { file: { id: "F1", name: "table 01012345678.png" } };
    const upload = listed({ kind: "files.upload", conversation, request });
    const told = await renderEnd(upload, { presenter });
    const everywhere = told.flatMap((post) => post.destinations.map((place) => queued(post, place)));
    const shown = everywhere.map(async (post) => {
      const text = JSON.stringify(await rendererOf([upload], { presenter }).render(post));
      expect(text).toContain("table ");
      return [post.destination, text.includes("01012345678")] as const;
    });
    expect(Object.fromEntries(await Promise.all(shown))).toEqual(isWhole);
  },
);
