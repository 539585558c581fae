import { describe, expect, test } from "vitest";
import { actsContract } from "./acts-contract.ts";
import { auditContract } from "./audit-contract.ts";
import { batchesContract } from "./batches-contract.ts";
import { carriedOutContract } from "./carried-out-contract.ts";
import { deliveryContract } from "./delivery-contract.ts";
import { documentsContract, monitorsContract } from "./documents-contract.ts";
import { filesContract } from "./files-contract.ts";
import { forgedContract } from "./forged-contract.ts";
import { forgetContract } from "./forget-contract.ts";
import { givenStore, store } from "./given.ts";
import { importsContract } from "./imports-contract.ts";
import { alsoContract } from "./in-transaction-contract.ts";
import { jobsContract } from "./jobs-contract.ts";
import { libraryContract } from "./library-contract.ts";
import { linksContract } from "./links-contract.ts";
import { listsContract } from "./lists-contract.ts";
import { observationsContract } from "./observations-contract.ts";
import { oneDeliversContract } from "./one-delivers-contract.ts";
import { operationsContract } from "./operations-contract.ts";
import { postsContract } from "./posts-contract.ts";
import { proposalsContract } from "./proposals-contract.ts";
import { quotaContract } from "./quota-contract.ts";
import { raceContract } from "./race-contract.ts";
import { receiptsContract } from "./receipts-contract.ts";
import { recoveryContract } from "./recovery-contract.ts";
import { resolutionContract } from "./resolution-contract.ts";
import { retentionContract, retentionRootsContract } from "./retention-contract.ts";
import { rulesContract } from "./rules-contract.ts";
import { runReceiptsContract } from "./run-receipts-contract.ts";
import type { MakeDatabase } from "./store-database.ts";
import { triesContract } from "./tries-contract.ts";
import { unknownsContract } from "./unknowns-contract.ts";
import { wordsContract } from "./words-contract.ts";

/** What every kind of store does, whichever database is behind it. */
export function storeContract(makeDatabase: MakeDatabase): void {
  describe("the store", () => {
    givenStore(makeDatabase);

    test("reports itself as healthy until it is closed", async () => {
      await expect(store.healthy()).resolves.toBeUndefined();
      await store.close();
      await expect(store.healthy()).rejects.toThrow();
    });

    operationsContract();
    actsContract();
    resolutionContract();
    listsContract();
    wordsContract();
    libraryContract();
    quotaContract();
    postsContract();
    deliveryContract();
    oneDeliversContract();
    unknownsContract();
    raceContract();
    recoveryContract();
    triesContract();
    rulesContract();
    forgedContract();
    retentionContract();
    retentionRootsContract();
    jobsContract();
    batchesContract();
    linksContract();
    alsoContract();
    monitorsContract();
    documentsContract();
    receiptsContract();
    runReceiptsContract();
    filesContract();
    observationsContract();
    importsContract();
    proposalsContract();
    carriedOutContract();
    auditContract();
    forgetContract();
  });
}
