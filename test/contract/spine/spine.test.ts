import { spineModel } from "../spine-model.ts";
import { makeSpineFile } from "./sqlite.ts";

spineModel(makeSpineFile, { runs: 60, mostCommands: 25 });
