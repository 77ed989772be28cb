import type { Migration } from "#server/platform/db/migrate.ts";
import { indexClaimables } from "./claimables.ts";

/** A database made before there were claimable balances has no indexes for them. */
export const claimableIndexes: Migration = {
  number: 10,
  name: "claimable balances by owner and by state",
  run: indexClaimables,
};
