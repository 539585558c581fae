import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";

const [before, , isBundled] = import.meta.url.split(/(\/dist\/)(?!.*\/dist\/)/);
/** URL prefix of the bundle; null when run from the sources. */
const bundle = isBundled === undefined ? null : `${before}/dist/`;
const maps = new Map<string, SourceMap | null>();

/** Maps a frame to the sources. Node's own support would read source maps at startup: 5 to 15 MB, a fifth of its time. */
export function toSourceFrame(frame: string): string {
  const [location = "", address = "", line, column] = /(file:\/\/[^()\s]+\.js):(\d+):(\d+)/.exec(frame) ?? [];
  if (bundle === null || !address.startsWith(bundle)) return frame;
  const found = readMap(address)?.findOrigin(Number(line), Number(column));
  if (found === undefined || !("fileName" in found)) return frame;
  const file = found.fileName.replace(/^(?:\.\.\/)+/, "");
  return frame.replace(location, `${file}:${found.lineNumber}:${found.columnNumber}`);
}

function readMap(address: string): SourceMap | null {
  const known = maps.get(address);
  if (known !== undefined) return known;
  const path = new URL(`${address}.map`);
  const map = existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, "utf8"))) : null;
  maps.set(address, map);
  return map;
}
