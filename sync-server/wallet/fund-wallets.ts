import type { Runtime } from "#server/platform/http/runtime.ts";
import { askFriendbot } from "#server/platform/network/friendbot.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { WALLET_SETUPS, type WalletSetup } from "./create-wallet.ts";

const AT_ONCE = 10;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5 * 60 * 1000;

/**
 * Has the accounts of new wallets created by the network's faucet, and marks those that exist. Without a faucet a wallet
 * waits for whoever sends to it first. Failures are tried again, ever more seldom.
 */
export async function fundWallets({ database, clock, config }: Runtime, network: StellarNetwork): Promise<void> {
  const { friendbotUrl } = config.stellar;
  const setups = database.collection<WalletSetup>(WALLET_SETUPS);
  const due = await setups
    .find({ state: "waiting", nextAttemptAt: { $lte: clock.now() } }, { sort: { nextAttemptAt: 1 }, limit: AT_ONCE })
    .toArray();
  await Promise.all(
    due.map(async ({ _id, attempts }) => {
      const exists = (await isOnLedger(network, _id)) || (friendbotUrl && (await askFriendbot(friendbotUrl, _id)));
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts, 16), LONGEST_PAUSE_MS);
      const nextAttemptAt = new Date(clock.now().getTime() + pauseMs);
      await setups.updateOne(
        { _id, state: "waiting" },
        { $set: exists ? { state: "ready" } : { nextAttemptAt }, $inc: { attempts: 1 } },
      );
    }),
  );
}

async function isOnLedger(network: StellarNetwork, address: string): Promise<boolean> {
  const { accounts } = await network.holdings([{ address, assets: [] }]);
  return accounts.has(address);
}
