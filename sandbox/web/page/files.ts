import type { PickedUpload } from "../act.ts";

/** Reads picked files into what the server takes. */
export function readUploads(files: readonly File[]): Promise<PickedUpload[]> {
  return Promise.all(
    files.map(async (file) => ({
      name: file.name,
      mimetype: file.type || "application/octet-stream",
      base64: toBase64(new Uint8Array(await file.arrayBuffer())),
    })),
  );
}

/** Piece by piece: a call takes no more than some tens of thousands of arguments. */
function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  }
  return btoa(pieces.join(""));
}
