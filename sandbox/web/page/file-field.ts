import { type ComponentChild, h } from "preact";
import { useState } from "preact/hooks";
import { toObjects, toStrings, toText } from "../../slack/json.ts";
import type { PickedUpload } from "../act.ts";
import { icon, iconButton } from "./controls.ts";
import { setDraft, setFieldError } from "./drafts.ts";
import { readUploads } from "./files.ts";
import { type FieldProps, namingAttributes } from "./naming.ts";
import { fieldAt, flush, heldOf } from "./surface.ts";
import { word } from "./words.ts";

/** Slack's own limit for one file of a file_input. */
const MOST_FILE_BYTES = 10 * 1024 * 1024;

/** By field: what was picked so far, for a view that is covered by another and comes back. */
const pickedFiles = new Map<string, readonly PickedUpload[]>();

/** Files of a modal: uploaded at once when they are picked, as Slack does, and named below. */
export function FileField({ placed, naming }: FieldProps): ComponentChild {
  const key = JSON.stringify(fieldAt(placed));
  const picked = pickedFiles.get(key) ?? [];
  const [isBusy, setBusy] = useState(false);
  const { viewId, blockId } = fieldAt(placed);
  const most = Number(placed.element["max_files"] ?? 10);
  const take = async (uploads: readonly PickedUpload[]): Promise<void> => {
    pickedFiles.set(key, uploads);
    setBusy(true);
    const value = { kind: "files" as const, files: [...uploads] };
    setDraft(fieldAt(placed), uploads.length === 0 ? null : value);
    await flush(placed, value);
    setBusy(false);
  };
  const onPick = async (list: FileList | null): Promise<void> => {
    const files = [...(list ?? [])];
    const big = files.find(({ size }) => size > MOST_FILE_BYTES);
    const isTooMany = picked.length + files.length > most && most > 1;
    setFieldError(viewId, blockId);
    if (big !== undefined) setFieldError(viewId, blockId, `${big.name} is larger than 10 MB.`);
    else if (isTooMany) setFieldError(viewId, blockId, `At most ${most} files.`);
    else if (files.length > 0)
      await take(most === 1 ? await readUploads(files) : [...picked, ...(await readUploads(files))]);
  };
  return h("div", { class: "file-field" }, [
    h("input", {
      ...namingAttributes(naming),
      type: "file",
      multiple: most > 1,
      accept: toStrings(placed.element["filetypes"])
        .map((type) => `.${type}`)
        .join(","),
      onChange: (event) => {
        const { currentTarget } = event;
        void onPick(currentTarget.files).then(() => {
          currentTarget.value = "";
        });
      },
    }),
    isBusy ? h("p", { class: "hint", role: "status" }, word("uploading")) : null,
    h(
      "ul",
      { class: "chips" },
      toObjects(heldOf(placed)).map((file, index) =>
        h("li", { class: "file-chip", key: toText(file["id"]) }, [
          icon("file"),
          h("span", null, toText(file["name"])),
          h("small", { class: "file-size" }, sizeOf(Number(file["size"] ?? 0))),
          iconButton(
            "close",
            `Remove ${toText(file["name"])}`,
            () => void take(picked.filter((_, other) => other !== index)),
          ),
        ]),
      ),
    ),
  ]);
}

export function sizeOf(sizeBytes: number): string {
  if (sizeBytes < 1024) return `${sizeBytes} B`;
  return sizeBytes < 1024 * 1024
    ? `${Math.round(sizeBytes / 1024)} KB`
    : `${(sizeBytes / 1024 / 1024).toFixed(1)} MB`;
}
