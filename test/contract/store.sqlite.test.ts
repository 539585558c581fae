import { makeFile } from "../support/file-store.ts";
import { storeContract } from "./store-contract.ts";

storeContract(makeFile);
