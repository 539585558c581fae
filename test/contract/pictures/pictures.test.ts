import { makeFile } from "../../support/file-store.ts";
import { picturesModel } from "../pictures-model.ts";

picturesModel(makeFile, { runs: 60, mostCommands: 30 });
