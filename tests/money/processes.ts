import { maySign } from "#server/may-sign.ts";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import { OwnAccounts } from "#server/platform/ingest/own-accounts.ts";
import { ingestPage } from "#server/platform/ingest/ingester.ts";
import { releaseStrayLoans } from "#server/platform/submissions/channels.ts";
import { type MarketSides, openMarketSides } from "#server/markets/index.ts";
import { openHorizonSnapshots } from "#server/platform/network/horizon-offers.ts";
import { advanceOpen } from "#server/platform/submissions/worker.ts";
import type { SubmissionsDeps } from "#server/platform/submissions/deps.ts";
import { openAuditLog } from "#server/platform/vault/audit-log.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { openVault } from "#server/platform/vault/vault.ts";
import type { Guard } from "#server/platform/submissions/spending.ts";
import { openGuard } from "#server/wallet/index.ts";
import type { World } from "#tests/support/world.ts";
import { type Life, mortalDatabase, mortalNetwork } from "./mortal.ts";

/** A server process that may die. */
export interface Process {
  readonly deps: SubmissionsDeps & { readonly guard: Guard; readonly sides: MarketSides };
  /** One look at all that is open, and then at what the ledgers have to tell. */
  work(): Promise<void>;
}

/** Starts a process whose every question to the database and the network goes through its life. */
export function startProcess({ runtime: own, network: link, stellar, clock }: World, life: Life): Process {
  const database = mortalDatabase(own.database, life);
  const runtime = { ...own, database };
  const vault = openVault(database, openKeyRing(own.config.vault, clock), openAuditLog(database, clock), clock);
  const deps: Process["deps"] = {
    runtime,
    network: mortalNetwork(link, life),
    vault,
    guard: openGuard(runtime),
    // Nothing is listed: each market is read as it stands.
    sides: openMarketSides(
      { memory: null, place: () => ({ state: "live" }) },
      openHorizonSnapshots({ ...own.config.stellar, horizonUrls: [stellar.horizonUrl] }, link),
    ),
    mayProceed: (submission, session) => maySign(runtime, submission, session),
  };
  const accounts = new OwnAccounts();
  let hasBegun = false;
  return {
    deps,
    work: async () => {
      if (!hasBegun) await releaseStrayLoans(database);
      hasBegun = true;
      await advanceOpen(deps);
      while (await ingestPage({ ...deps, parts: INGEST_PARTS }, accounts));
    },
  };
}
