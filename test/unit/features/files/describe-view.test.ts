import { expect, it } from "vitest";
import { describeUpload } from "../../../../src/features/files/describe.view.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";

it("shows no number that stands in the place of a file's name or type", () => {
  const uploaded = { fileId: "F1", type: "01012345678", sizeBytes: 3, sha256: "aa" };
  const operation = anUnknown({
    kind: "files.upload",
    outcome: "accepted",
    request: { file: { id: "F0", name: "010~1234~5678.png" } },
    result: { code: "200", words: null, status: 200, reply: uploaded },
  });
  const description = describeUpload(operation, en);
  expect(description?.facts[0]?.value).toBe("…5678");
  expect(description?.subject.masked).toBe("…5678.png");
});
