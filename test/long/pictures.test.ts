import { picturesModel } from "../contract/pictures-model.ts";
import { makeFile } from "../support/file-store.ts";

picturesModel(makeFile, { runs: 400, mostCommands: 40 });
