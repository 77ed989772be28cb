import { AppError } from "#schemas/errors.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import { REST_MS, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { askFriendbot } from "#server/platform/network/friendbot.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import {
  HOUSE_ACCOUNTS,
  HOUSE_PURPOSES,
  type HousePurpose,
  houseAccounts,
  makeHouseAccounts,
  type MakeKey,
} from "./accounts.ts";
import { indexBudgets } from "./budget.ts";
import { watchBudgets } from "./daily-budgets.ts";
import { countChannels, keepChannels } from "./keep-channels.ts";
import { payFromHouse } from "./pay.ts";
import { sponsorVault } from "./sponsor.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";

export interface HouseDeps {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
  readonly makeKey: MakeKey;
  readonly leases: Leases;
  /** Says that a submission was made. */
  readonly onSubmitted: () => void;
}

const BUSY_PAUSE_MS = 500;
const UNSETTLED_PAUSE_MS = 2000;
const FAILURE_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;
const UNFUNDED = "treasury-unfunded";
/** What an account of the house begins with where there is no faucet, in stroops; the treasury pays it. */
const FIRST_STROOPS: Readonly<Record<Exclude<HousePurpose, "treasury" | "staking">, bigint>> = {
  rewards: 20_000_000n,
  fees: 20_000_000n,
  suspense: 20_000_000n,
  "staking-rewards": 20_000_000n,
  sponsor: 1_000_000_000n,
};

/**
 * Keeps the house's accounts and channels on the ledger and in money, in one process at a time. Unfenced is the faucet, which
 * opens an account once.
 */
export async function startHouse(deps: HouseDeps): Promise<Loop> {
  const { runtime, makeKey, leases } = deps;
  await indexBudgets(runtime.database);
  await makeHouseAccounts(runtime.database, makeKey, runtime.clock);
  return startLeasedLoop({
    name: "house",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    wakeGapMs: BUSY_PAUSE_MS,
    wakes: [HOUSE_ACCOUNTS],
    run: (fenced, signal) => keepHouse({ ...deps, runtime: fenced }, signal),
  });
}

/** Takes the house one step on; answers with the ms until it should be looked at again. */
async function keepHouse({ runtime, network, makeKey, onSubmitted }: HouseDeps, signal: AbortSignal): Promise<number> {
  const { database, config } = runtime;
  const addresses = await houseAccounts(database);
  const absent = await missingAccounts(runtime, addresses);
  // The vault holds what people stake and not a stroop besides: the sponsor carries it.
  const missing = absent.filter(([purpose]) => purpose !== "staking");
  if (config.stellar.friendbotUrl !== null && missing.length > 0) {
    // Each waits for a ledger to close.
    for (const [, address] of missing) if (!signal.aborted) await askFriendbot(config.stellar.friendbotUrl, address);
    return BUSY_PAUSE_MS;
  }
  if (missing.some(([purpose]) => purpose === "treasury")) {
    await reportUnfunded(runtime, addresses.get("treasury") ?? "");
    return UNSETTLED_PAUSE_MS;
  }
  await resolveIssue(runtime, UNFUNDED);
  await watchBudgets(runtime);
  const feeBid = await network.feeBid();
  const isBusy = await keepChannels(runtime, makeKey, config.house.channels, feeBid);
  const isPaying = config.house.channels > 0 && (await openFromTreasury(runtime, missing, feeBid));
  const isOpening = config.house.channels > 0 && missing.length === 0 && (await openVault(runtime, absent, feeBid));
  if (isBusy || isPaying || isOpening) onSubmitted();
  if (isBusy || isOpening || missing.length > 0) return BUSY_PAUSE_MS;
  // The vault waits for a channel, and for what the sponsor may give; more channels for those that are being made.
  const isSettled = absent.length === 0 && (await countChannels(database)).ready >= config.house.channels;
  return isSettled ? REST_MS : UNSETTLED_PAUSE_MS;
}

async function missingAccounts({ database }: Runtime, addresses: ReadonlyMap<HousePurpose, string>) {
  const found = await accountCollection(database)
    .find({ _id: { $in: [...addresses.values()] }, exists: true })
    .toArray();
  const present = new Set(found.map(({ _id }) => _id));
  return [...addresses].filter(([, address]) => !present.has(address));
}

/** Opens the accounts that are missing with the treasury's money, as soon as it has a channel and enough of it. */
async function openFromTreasury(
  { database, clock }: Runtime,
  missing: readonly (readonly [HousePurpose, string])[],
  fee: bigint,
): Promise<boolean> {
  const channel = await accountCollection(database).findOne({ role: "channel", exists: true });
  if (!channel) return false;
  let opened = false;
  for (const [purpose, to] of missing) {
    if (purpose === "treasury" || purpose === "staking") continue;
    const amount = FIRST_STROOPS[purpose];
    const isPaid = await database
      .transaction((session) =>
        payFromHouse({ database, clock }, session, {
          from: "treasury",
          to,
          asset: NATIVE,
          amount,
          memo: "",
          key: `open-${purpose}`,
          kind: "house",
          // No account is opened that is there.
          knownSince: null,
          fee,
          isNewAccount: true,
        }),
      )
      .catch((error: unknown) => {
        // It waits for room, of which operators are told; the others may fit.
        if (error instanceof AppError && error.code === "house-budget-used") return null;
        throw error;
      });
    if (isPaid) opened = true;
  }
  return opened;
}

/** Opens the staking vault without any XLM of its own, as soon as the sponsor has enough and there is a channel. */
async function openVault(
  runtime: Runtime,
  absent: readonly (readonly [HousePurpose, string])[],
  feeBid: bigint,
): Promise<boolean> {
  const vault = absent.find(([purpose]) => purpose === "staking");
  if (!vault || !(await accountCollection(runtime.database).findOne({ role: "channel", exists: true }))) return false;
  return (await sponsorVault(runtime, vault[1], feeBid)) !== null;
}

function reportUnfunded(runtime: Runtime, address: string): Promise<void> {
  return openIssue(runtime, {
    type: "treasury",
    checkId: UNFUNDED,
    title: issueSaid("issue.treasury-missing"),
    description: issueSaid("issue.treasury-missing.means", { address }),
    severity: "warning",
    metadata: { address, purposes: [...HOUSE_PURPOSES] },
  });
}
