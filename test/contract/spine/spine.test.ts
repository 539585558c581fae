import { makeFile } from "../../support/file-store.ts";
import { spineModel } from "../spine-model.ts";

spineModel(makeFile, { runs: 60, mostCommands: 25 });
