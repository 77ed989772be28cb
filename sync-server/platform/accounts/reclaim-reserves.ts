import type { Runtime } from "#server/platform/http/runtime.ts";
import { canCarryItself, reclaimKeysOf, reclaimReserve } from "#server/platform/house/sponsor.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { HOUSE_USER, submissionCollection } from "#server/platform/submissions/submission.ts";
import { WALLET_SETUPS, type WalletSetup } from "./create-wallet.ts";

/**
 * Gives sponsored accounts that have come to money their own reserve to carry, and forgets those that carry it already.
 * Answers whether a submission was made.
 */
export async function reclaimReserves(runtime: Runtime, network: StellarNetwork): Promise<boolean> {
  const { database } = runtime;
  const setups = database.collection<WalletSetup>(WALLET_SETUPS);
  let isSubmitted = false;
  for await (const { _id } of setups.find({ isSponsored: true, state: "ready" })) {
    if (await isReclaimed(runtime, _id)) {
      await setups.updateOne({ _id }, { $set: { isSponsored: false } });
      continue;
    }
    const account = await accountCollection(database).findOne({ _id });
    if (!account || !canCarryItself(account)) continue;
    if (await reclaimReserve(runtime, account, await network.feeBid())) isSubmitted = true;
  }
  return isSubmitted;
}

async function isReclaimed({ database }: Runtime, address: string): Promise<boolean> {
  const done = await submissionCollection(database).findOne({
    userId: HOUSE_USER,
    idempotencyKey: reclaimKeysOf(address),
    state: "confirmed",
  });
  return done !== null;
}
