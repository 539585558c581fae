import { makeSpineFile } from "../contract/spine/sqlite.ts";
import { spineModel } from "../contract/spine-model.ts";

spineModel(makeSpineFile, { runs: 1000, mostCommands: 40 });
