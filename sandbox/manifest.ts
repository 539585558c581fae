import { readFileSync } from "node:fs";
import { parse } from "yaml";

/**
 * The app's own manifest.yml, which the workspace enforces. Read once: parsing it takes as long as starting the rest of the
 * outside. It is one folder above, in the package too, where all of this is a file of `dist/`.
 */
export const manifest: unknown = parse(readFileSync(new URL("../manifest.yml", import.meta.url), "utf8"));
