import type { Runtime } from "#server/platform/http/runtime.ts";
import { startHouse } from "#server/platform/house/keep-house.ts";
import { startIngestion } from "#server/platform/ingest/start-ingestion.ts";
import { type Loop, startLoop } from "#server/platform/jobs/loop.ts";
import { openLeases } from "#server/platform/jobs/leases.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { HOUSE_USER, indexSubmissions } from "#server/platform/submissions/submission.ts";
import { startSubmissions } from "#server/platform/submissions/worker.ts";
import { WALLET_SETUPS } from "./create-wallet.ts";
import { fundWallets } from "./fund-wallets.ts";
import { mayProceed } from "./may-proceed.ts";
import { custodyOf } from "./open-vault.ts";
import { reclaimReserves } from "./reclaim-reserves.ts";

/** The running money pipeline: submissions, ingestion and the funding of new wallets. */
export interface Money {
  readonly network: StellarNetwork;
  /** Says that a payment was accepted, so that it need not wait for the worker's next look. */
  kick(): void;
  /** Ends the workers; what they had under way goes on at the next start. */
  stop(): Promise<void>;
}

const FUNDING_PAUSE_MS = 500;
const RECLAIMING_PAUSE_MS = 60_000;
const FAILURE_PAUSE_MS = 2000;
const LONGEST_FUNDING_PAUSE_MS = 30_000;
const FUNDING_LEASE_MS = 60_000;

/** Starts the pipeline on a migrated database. */
export async function startMoney(runtime: Runtime): Promise<Money> {
  const { database, config, clock, log } = runtime;
  const { vault } = custodyOf(runtime);
  await indexSubmissions(database);
  await database.collection("accounts").createIndex({ userId: 1 });
  await database.collection(WALLET_SETUPS).createIndex({ state: 1, nextAttemptAt: 1 });
  const network = openRpcNetwork(config.stellar);
  const leases = openLeases(database, clock);
  const ingestion = startIngestion({ runtime, network });
  const submissions = startSubmissions({
    runtime,
    network,
    vault,
    mayProceed: (submission) => mayProceed(runtime, submission),
    onSettled: () => ingestion.kick(),
  });
  const funding = startLoop({
    name: "funding",
    log,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_FUNDING_PAUSE_MS,
    run: async () => {
      if (!(await leases.acquire("funding", FUNDING_LEASE_MS))) return FUNDING_PAUSE_MS;
      if (await fundWallets(runtime, network)) submissions.kick();
      return FUNDING_PAUSE_MS;
    },
  });
  const reclaiming = startLoop({
    name: "reclaiming",
    log,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_FUNDING_PAUSE_MS,
    run: async () => {
      const isOurs = await leases.acquire("reclaiming", FUNDING_LEASE_MS);
      if (isOurs && (await reclaimReserves(runtime, network))) submissions.kick();
      return RECLAIMING_PAUSE_MS;
    },
  });
  const house = await startHouse({
    runtime,
    network,
    leases,
    makeKey: (session) => vault.createKey(session, { userId: HOUSE_USER, purpose: "house" }),
    onSubmitted: () => submissions.kick(),
  });
  const loops: readonly Loop[] = [submissions, ingestion, funding, reclaiming, house];
  return {
    network,
    kick: () => submissions.kick(),
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
