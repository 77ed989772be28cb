import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type NewAccount, sponsorAccount } from "#server/platform/house/sponsor.ts";
import { askFriendbot } from "#server/platform/network/friendbot.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { WALLET_SETUPS, type WalletSetup } from "./create-wallet.ts";

const AT_ONCE = 10;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5 * 60 * 1000;

/**
 * Has the accounts of new wallets opened by the network's faucet, or else by the house's sponsor, and marks those that
 * exist. Where neither can, a wallet waits for whoever sends to it first. Failures are tried again, ever more seldom.
 * Answers whether a submission was made.
 */
export async function fundWallets(runtime: Runtime, network: StellarNetwork): Promise<boolean> {
  const { database, clock } = runtime;
  const setups = database.collection<WalletSetup>(WALLET_SETUPS);
  const due = await setups
    .find({ state: "waiting", nextAttemptAt: { $lte: clock.now() } }, { sort: { nextAttemptAt: 1 }, limit: AT_ONCE })
    .toArray();
  const opened = await Promise.all(
    due.map(async ({ _id, network: from = null, attempts }) => {
      const outcome = (await isOnLedger(network, _id))
        ? "ready"
        : await openAccount(runtime, network, { address: _id, network: from });
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts, 16), LONGEST_PAUSE_MS);
      const nextAttemptAt = new Date(clock.now().getTime() + pauseMs);
      const change = {
        ...(outcome === "ready" ? { state: outcome } : { nextAttemptAt }),
        ...(outcome === "submitted" && { isSponsored: true }),
      };
      await setups.updateOne({ _id, state: "waiting" }, { $set: change, $inc: { attempts: 1 } });
      return outcome;
    }),
  );
  return opened.includes("submitted");
}

/** When the next wallet is to be opened, or tried again; null where none waits. */
export async function nextFunding(database: Database): Promise<Date | null> {
  const next = await database
    .collection<WalletSetup>(WALLET_SETUPS)
    .findOne({ state: "waiting" }, { sort: { nextAttemptAt: 1 }, projection: { nextAttemptAt: 1 } });
  return next?.nextAttemptAt ?? null;
}

async function openAccount(
  runtime: Runtime,
  network: StellarNetwork,
  account: NewAccount,
): Promise<"ready" | "submitted" | "waiting"> {
  const { friendbotUrl } = runtime.config.stellar;
  if (friendbotUrl !== null) return (await askFriendbot(friendbotUrl, account.address)) ? "ready" : "waiting";
  if (runtime.config.house.dailyReserveStroops === 0n) return "waiting";
  return (await sponsorAccount(runtime, account, await network.feeBid())) ? "submitted" : "waiting";
}

async function isOnLedger(network: StellarNetwork, address: string): Promise<boolean> {
  const { accounts } = await network.holdings([{ address, assets: [] }]);
  return accounts.has(address);
}
