import { renderDeleteForm, renderDeleteNotice, renderFileList } from "../../src/features/files/list.slack.ts";
import { renderUploadForm, toUploadErrors } from "../../src/features/files/upload.view.ts";
import type { UploadedFileRecord } from "../../src/store/index.ts";
import { page, scene } from "./page.ts";

const at = new Date(Date.UTC(2026, 10, 21, 6));
const file = (index: number, change: Partial<UploadedFileRecord> = {}): UploadedFileRecord => ({
  ...{
    fileId: `ST0${index}`,
    operationId: `act-${index}`,
    author: "U1",
    uploadedAt: at,
    type: "MMS",
    name: `menu ${index}.png`,
  },
  ...{ sizeBytes: 2048, width: 640, height: 480, sha256: "aa", vendorA: null, vendorB: null, link: null },
  ...{ deletedAt: null, deletedBy: null, ...change },
});
const files = [
  file(1),
  file(2, {
    author: "U2",
    type: "CHAT",
    link: "https://shop.example/spring",
    vendorA: "https://a.example/1",
  }),
  file(3, { type: "DOCUMENT", name: "terms.pdf", width: null, height: null }),
  file(4, { deletedAt: at, deletedBy: "U2" }),
];

page("files", ({ words }) => {
  const rights = (reader: "member" | "operator" | "guest") => ({
    ...{ mayUpload: reader !== "guest", mayUse: reader !== "guest" },
    mayDelete: ({ author }: UploadedFileRecord) =>
      reader === "operator" || (reader === "member" && author === "U1"),
    isOwn: ({ author }: UploadedFileRecord) => author === "U1",
  });
  const list = (reader: "member" | "operator" | "guest", all = files, hasNext = false) =>
    renderFileList({ position: { show: "all", cursors: [] }, files: all, hasNext }, rights(reader), words);
  const remove = (uses: Parameters<typeof renderDeleteForm>[1]["uses"], hasMore = false) =>
    renderDeleteForm({ act: "a", fileId: "ST01" }, { file: file(1), uses, hasMore }, words);
  const use = { title: "SMS · Joon", author: "U1", at };
  const problems = ["missing", "empty", "not_in_slack", "one_name", "link", "type"] as const;
  return [
    ...(["member", "operator", "guest"] as const).map((reader) => scene("files", list(reader), reader)),
    ["files, with more", list("member", files.slice(0, 1), true)],
    ["no files", list("member", [])],
    ["upload", renderUploadForm({ act: "a", files: null }, words)],
    [
      "upload of a message's files",
      renderUploadForm(
        {
          act: "a",
          files: [
            { id: "F1", name: "menu.png" },
            { id: "F2", name: "b.png" },
          ] as never,
          leftOut: ["c.gif"],
        },
        words,
      ),
    ],
    ...problems.map((problem) =>
      scene(`errors: ${problem}`, {
        errors: toUploadErrors([{ field: "file", issue: { problem } }], words),
      }),
    ),
    ["delete", remove([])],
    ["delete what is used", remove([use, { title: null, author: null, at: null }], true)],
    ["the deletion came to nothing", renderDeleteNotice(words)],
  ];
});
