export { type ClaimableDocument, claimableCollection } from "./claimables.ts";
export { CLAIMABLES_PART } from "./ingest-claimables.ts";
export { claimableIndexes } from "./migrations.ts";
