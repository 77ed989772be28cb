import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { houseAccounts, type HousePurpose } from "#server/platform/house/accounts.ts";
import { payFromHouse } from "#server/platform/house/pay.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { walletOfUser } from "#server/platform/ingest/wallet-of-user.ts";
import { SUSPENSE_KIND, suspenseCollection, type SuspenseItem } from "#server/platform/ingest/suspense-items.ts";
import { assertRowSealed, isRowSealed, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import { isNative } from "#server/platform/network/assets.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";

export interface SuspenseDeps {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
}

interface Decision {
  readonly state: "claimed" | "returned";
  readonly operatorId: number;
  readonly userId: number | null;
  readonly to: string;
  readonly memo: string;
}

/**
 * Pays an item on to the user it was meant for, once. Throws `suspense-unknown`, `suspense-decided`, `user-unknown`,
 * `approval-own` for oneself, and what {@link payFromHouse} throws.
 */
export async function claimItem(
  deps: SuspenseDeps,
  id: number,
  { operatorId, userId }: { readonly operatorId: number; readonly userId: number },
): Promise<void> {
  const item = await findItem(deps, id);
  if (userId === operatorId) throw new AppError("approval-own");
  const wallet = await walletOfUser(deps.runtime, userId);
  if (!wallet) throw new AppError("user-unknown");
  await decide(deps, item, { state: "claimed", operatorId, userId, to: wallet._id, memo: `Received ${id}` });
}

/** Pays an item back to where it came from, once. Throws like {@link claimItem}. */
export async function returnItem(deps: SuspenseDeps, id: number, operatorId: number): Promise<void> {
  const item = await findItem(deps, id);
  await decide(deps, item, { state: "returned", operatorId, userId: null, to: item.from, memo: `Return ${id}` });
}

async function findItem({ runtime }: SuspenseDeps, id: number): Promise<SuspenseItem> {
  const item = await suspenseCollection(runtime.database).findOne({ id });
  if (!item) throw new AppError("suspense-unknown");
  if (isRowSealed(runtime.database, SUSPENSE_KIND, item)) return item;
  await tellForged(runtime, `suspense item ${id}`, { suspenseId: id });
  throw new AppError("suspense-unknown");
}

/**
 * Notes the decision and begins its payment in one transaction: of two decisions at once one conflicts, runs again and
 * finds the item decided. Only after its payment failed may an item be decided again, with a payment of its own.
 */
async function decide({ runtime, network }: SuspenseDeps, item: SuspenseItem, decision: Decision): Promise<void> {
  const { database, clock } = runtime;
  const { to, state, operatorId, userId, memo } = decision;
  const from = await purposeOf(runtime, item.account);
  const account = accountOf(to);
  const [fee, { accounts }] = await Promise.all([
    network.feeBid(),
    network.holdings([{ address: account, assets: [] }]),
  ]);
  const isNewAccount = !accounts.has(account) && isNative(item);
  await database.transaction(async (session) => {
    const current = await takeUndecided(runtime, session, item.id);
    const attempts = current.attempts + 1;
    const { assetCode, issuer } = current;
    const submission = await payFromHouse(runtime, session, {
      from,
      to: isNewAccount ? account : to,
      asset: { assetCode, issuer },
      amount: BigInt(current.amount),
      memo,
      key: `suspense-${item.id}-${attempts}`,
      kind: "refund",
      fee,
      isNewAccount,
    });
    const change = { state, userId, decidedBy: operatorId, decidedAt: clock.now(), submissionId: submission.id };
    const seal = sealRow(database, SUSPENSE_KIND, { ...current, ...change, attempts });
    await suspenseCollection(database).updateOne({ id: item.id }, { $set: { ...change, attempts, seal } }, { session });
  });
}

/** Takes an item for this transaction, so that nobody else decides it at once. Throws `suspense-decided`. */
async function takeUndecided({ database }: Runtime, session: ClientSession, id: number): Promise<SuspenseItem> {
  const item = await suspenseCollection(database).findOneAndUpdate(
    { id },
    { $inc: { version: 1 } },
    { session, returnDocument: "after" },
  );
  if (!item) throw new AppError("suspense-unknown");
  assertRowSealed(database, SUSPENSE_KIND, item, id);
  if (item.state === "open") return item;
  const payment = await submissionCollection(database).findOne({ id: item.submissionId ?? 0 }, { session });
  if (payment?.state !== "failed") throw new AppError("suspense-decided");
  return item;
}

async function purposeOf({ database }: Runtime, address: string): Promise<HousePurpose> {
  for (const [purpose, own] of await houseAccounts(database)) if (own === address) return purpose;
  throw new Error(`${address} is no account of the house`);
}
