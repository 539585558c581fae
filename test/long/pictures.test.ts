import { picturesModel } from "../contract/pictures-model.ts";
import { makeFile } from "../support/file-store.ts";

picturesModel(makeFile, { runs: 1000, mostCommands: 40 });
