import { spineModel } from "../contract/spine-model.ts";
import { makeFile } from "../support/file-store.ts";

spineModel(makeFile, { runs: 1000, mostCommands: 40 });
