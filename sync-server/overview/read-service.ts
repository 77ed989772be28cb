import type { OverviewParts } from "#schemas/overview.ts";
import type { Database } from "#server/platform/db/database.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import { NetworkError, type StellarNetwork } from "#server/platform/network/network.ts";
import { readProcesses } from "./processes.ts";

type Service = OverviewParts["service"];

/** Ledgers behind the network within which our records count as caught up. */
const CAUGHT_UP = 5;

/** How far our records are, how fast the database answers, and which processes serve. */
export async function readService(database: Database, network: Pick<StellarNetwork, "head">): Promise<Service> {
  const beganMs = performance.now();
  await database.ping();
  const databaseMs = Math.round(performance.now() - beganMs);
  const [ingested, newest, serving] = await Promise.all([
    ingestedLedger(database, null),
    newestLedger(network),
    readProcesses(database),
  ]);
  return { ingestedLedger: ingested, newestLedger: newest, databaseMs, ...serving };
}

/** Whether our records are as far as the network; not where no node says how far that is. */
export function isCaughtUp({ ingestedLedger: ours, newestLedger: theirs }: Service): boolean {
  return theirs !== null && theirs - ours <= CAUGHT_UP;
}

async function newestLedger(network: Pick<StellarNetwork, "head">): Promise<number | null> {
  try {
    return (await network.head()).sequence;
  } catch (error) {
    if (error instanceof NetworkError) return null;
    throw error;
  }
}
