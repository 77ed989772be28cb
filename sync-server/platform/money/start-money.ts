import { startHouse } from "#server/platform/house/keep-house.ts";
import type { IngestPart } from "#server/platform/ingest/parts.ts";
import { startIngestion } from "#server/platform/ingest/start-ingestion.ts";
import { restUntil, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { HOUSE_USER, indexSubmissions } from "#server/platform/submissions/submission.ts";
import { startSubmissions } from "#server/platform/submissions/worker.ts";
import type { SubmissionsDeps } from "#server/platform/submissions/deps.ts";
import { WALLET_SETUPS } from "#server/platform/accounts/create-wallet.ts";
import { fundWallets, nextFunding } from "#server/platform/accounts/fund-wallets.ts";
import { reclaimReserves } from "#server/platform/accounts/reclaim-reserves.ts";

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

export interface MoneyDeps extends Required<Pick<SubmissionsDeps, "runtime" | "vault" | "mayProceed">> {
  readonly leases: Leases;
  /** What features keep of the ledger, in the order in which it is folded. */
  readonly parts: readonly IngestPart[];
}

/** Starts the pipeline on a migrated database. */
export async function startMoney({ runtime, vault, mayProceed, leases, parts }: MoneyDeps): Promise<Money> {
  const { database, config } = runtime;
  await indexSubmissions(database);
  await database.collection("accounts").createIndex({ userId: 1 });
  await database.collection(WALLET_SETUPS).createIndex({ state: 1, nextAttemptAt: 1 });
  const network = openRpcNetwork(config.stellar);
  const ingestion = startIngestion({ runtime, network, leases, parts });
  const submissions = startSubmissions(
    {
      runtime,
      network,
      vault,
      mayProceed,
      onSettled: () => ingestion.kick(),
    },
    leases,
  );
  // Beside what is fenced, funding and reclaiming only note what the ledger shows anyway, each under its former state.
  const pauses = { failurePauseMs: FAILURE_PAUSE_MS, longestPauseMs: LONGEST_FUNDING_PAUSE_MS };
  const funding = startLeasedLoop({
    name: "funding",
    runtime,
    leases,
    ...pauses,
    wakeGapMs: FUNDING_PAUSE_MS,
    wakes: [WALLET_SETUPS],
    run: async (fenced) => {
      if (await fundWallets(fenced, network)) submissions.kick();
      // A faucet answers once its ledger has closed.
      ingestion.kick();
      return restUntil(await nextFunding(database), runtime.clock, FUNDING_PAUSE_MS);
    },
  });
  const reclaiming = startLeasedLoop({
    name: "reclaiming",
    runtime,
    leases,
    ...pauses,
    run: async (fenced) => {
      if (await reclaimReserves(fenced, network)) submissions.kick();
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
