import { makePicturesFile } from "../contract/pictures/sqlite.ts";
import { picturesModel } from "../contract/pictures-model.ts";

picturesModel(makePicturesFile, { runs: 1000, mostCommands: 40 });
