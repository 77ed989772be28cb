import type { Database } from "#server/platform/db/database.ts";
import { countWaiting, type Waiting } from "#server/platform/db/waiting.ts";
import { proposalCollection } from "./store.ts";

/** What operators proposed and nobody has decided. */
export function waitingProposals(database: Database): Promise<Waiting> {
  return countWaiting(proposalCollection(database), { isOpen: true, state: "proposed" }, "proposedAt");
}
