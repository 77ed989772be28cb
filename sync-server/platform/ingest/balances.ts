import type { ClientSession } from "mongodb";
import { formatAmount } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type OwnedWrite, putReplicatedOf, type ReplicatedDocument } from "#server/platform/db/replicated.ts";
import { type AssetName, assetKey, NATIVE } from "#server/platform/network/assets.ts";
import { type Reservations, reservationsOfAll } from "#server/platform/submissions/reservations.ts";
import type { AccountDocument } from "./account.ts";
import { spendableOf } from "./spendable.ts";

interface BalanceDocument extends ReplicatedDocument {
  readonly balance: string;
  readonly spendable: string;
}

/**
 * Brings the replicated balances of a wallet's owner in line with the account and its reservations. Rows that did not
 * change are not written, so that a ledger which did not touch an account costs it nothing.
 */
export function refreshBalances(database: Database, session: ClientSession, account: AccountDocument): Promise<void> {
  return refreshAllBalances(database, session, [account]);
}

/** The same for many accounts, with as many commands as for one. */
export async function refreshAllBalances(
  database: Database,
  session: ClientSession,
  accounts: readonly AccountDocument[],
): Promise<void> {
  const wallets = accounts.filter(({ role }) => role === "wallet");
  if (wallets.length === 0) return;
  const addresses = wallets.map(({ _id }) => _id);
  const reserved = await reservationsOfAll(database, session, addresses);
  const stored = await database
    .collection<BalanceDocument>("balances")
    .find({ userId: { $in: wallets.map(({ userId }) => userId) } }, { session })
    .toArray();
  const byOwner = Map.groupBy(stored, ({ userId }) => userId);
  const writes = wallets.flatMap((wallet) =>
    writesFor(wallet, byOwner.get(wallet.userId) ?? [], reserved.get(wallet._id) ?? new Map()),
  );
  await putReplicatedOf(database, session, "balances", writes);
}

function writesFor(account: AccountDocument, stored: readonly BalanceDocument[], reserved: Reservations): OwnedWrite[] {
  const { userId } = account;
  const known = new Map(stored.map((row) => [row.uid, row]));
  const wanted = account.exists ? [NATIVE, ...account.lines] : [];
  const writes: OwnedWrite[] = [];
  for (const asset of wanted) {
    const uid = assetKey(asset);
    const fields = fieldsOf(account, asset, reserved);
    const row = known.get(uid);
    known.delete(uid);
    if (row && !row.deleted && row.balance === fields.balance && row.spendable === fields.spendable) continue;
    writes.push({ userId, uid, fields });
  }
  for (const row of known.values()) {
    if (!row.deleted) writes.push({ userId, uid: row.uid, fields: { asOfLedger: account.asOfLedger }, deleted: true });
  }
  return writes;
}

function fieldsOf(account: AccountDocument, asset: AssetName, reserved: Reservations) {
  const line = account.lines.find((held) => held.assetCode === asset.assetCode && held.issuer === asset.issuer);
  return {
    assetCode: asset.assetCode,
    issuer: asset.issuer,
    balance: formatAmount(BigInt(line ? line.balance : account.balance)),
    spendable: formatAmount(spendableOf(account, asset, reserved)),
    asOfLedger: account.asOfLedger,
  };
}
