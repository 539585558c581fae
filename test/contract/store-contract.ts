import { alsoContract } from "./also-contract.ts";
import { carriedOutContract } from "./carried-out-contract.ts";
import { filesContract } from "./files-contract.ts";
import { jobsContract } from "./jobs-contract.ts";
import { linksContract } from "./links-contract.ts";
import { listingsContract } from "./listings-contract.ts";
import { listsContract } from "./lists-contract.ts";
import { livingContract } from "./living-contract.ts";
import { onceContract } from "./once-contract.ts";
import { operationsContract } from "./operations-contract.ts";
import { paceContract } from "./pace-contract.ts";
import { postsContract } from "./posts-contract.ts";
import { proposalsContract } from "./proposals-contract.ts";
import { quotaContract } from "./quota-contract.ts";
import { raceContract } from "./race-contract.ts";
import { recoveryContract } from "./recovery-contract.ts";
import { repeatsContract } from "./repeats-contract.ts";
import { retentionContract } from "./retention-contract.ts";
import { settlementContract } from "./settlement-contract.ts";
import { sightingsContract } from "./sightings-contract.ts";
import type { MakeDatabase } from "./store-database.ts";
import { upgradeContract } from "./upgrade-contract.ts";
import { watchesContract } from "./watches-contract.ts";

/** What every kind of store does, whichever database is behind it. */
export function storeContract(makeDatabase: MakeDatabase): void {
  operationsContract(makeDatabase);
  settlementContract(makeDatabase);
  listsContract(makeDatabase);
  quotaContract(makeDatabase);
  postsContract(makeDatabase);
  livingContract(makeDatabase);
  listingsContract(makeDatabase);
  upgradeContract(makeDatabase);
  paceContract(makeDatabase);
  onceContract(makeDatabase);
  raceContract(makeDatabase);
  recoveryContract(makeDatabase);
  repeatsContract(makeDatabase);
  retentionContract(makeDatabase);
  jobsContract(makeDatabase);
  linksContract(makeDatabase);
  alsoContract(makeDatabase);
  watchesContract(makeDatabase);
  filesContract(makeDatabase);
  sightingsContract(makeDatabase);
  proposalsContract(makeDatabase);
  carriedOutContract(makeDatabase);
}
