import { picturesModel } from "../pictures-model.ts";
import { makePicturesFile } from "./sqlite.ts";

picturesModel(makePicturesFile, { runs: 60, mostCommands: 30 });
