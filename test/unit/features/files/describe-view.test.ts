import { expect, it } from "vitest";
import { describeFile } from "../../../../src/features/files/describe.view.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";

it("a file's description masks phone numbers in the file's name and type", () => {
  const uploaded = { fileId: "F1", type: "01012345678", sizeBytes: 3, sha256: "aa" };
  const operation = anUnknown({
    kind: "files.upload",
    outcome: "accepted",
    request: { file: { id: "F0", name: "010~1234~5678.png" } },
    result: { code: "200", words: null, status: 200, reply: uploaded },
  });
  const description = describeFile(operation, en);
  expect(description?.facts[0]?.value).toBe("…5678");
  expect(description?.subject.masked).toBe("…5678.png");
});

it("a file's description has its link, its address and where it is used as details", () => {
  const link = "https://shop.example/spring";
  const record = { url: "https://files.example/F1.png", references: ["message M1", "template T1"] };
  const uploaded = anUnknown({
    kind: "files.upload",
    outcome: "accepted",
    request: { file: { id: "F0", name: "a.png" }, link },
    result: {
      ...{ code: "200", words: null, status: 200 },
      reply: { fileId: "F1", sizeBytes: 3, sha256: "aa", ...record },
    },
  });
  const [first, ...ofRecord] = describeFile(uploaded, en)?.details ?? [];
  expect(first).toEqual({ name: en.files.upload.fields.link.label, value: link });
  expect(ofRecord).toEqual([
    { name: en.files.facts.url, value: record.url },
    { name: en.files.facts.references, value: "message M1, template T1" },
  ]);
  const deleted = anUnknown({
    kind: "files.delete",
    outcome: "accepted",
    request: { fileId: "F1", name: "a.png", type: "MMS" },
    result: { code: "200", words: null, status: 200, reply: { wasThere: true, ...record } },
  });
  expect(describeFile(deleted, en)?.details).toEqual(ofRecord);
});
