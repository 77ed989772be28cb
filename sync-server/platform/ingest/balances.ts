import type { ClientSession } from "mongodb";
import { formatAmount } from "#schemas/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { putReplicated, type ReplicatedDocument, type ReplicatedWrite } from "#server/platform/db/replicated.ts";
import { type AssetName, assetKey, NATIVE } from "#server/platform/network/assets.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
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
export async function refreshBalances(
  database: Database,
  session: ClientSession,
  account: AccountDocument,
): Promise<void> {
  if (account.role !== "wallet") return;
  const reserved = await reservationsOf(database, session, account._id);
  const stored = await database
    .collection<BalanceDocument>("balances")
    .find({ userId: account.userId }, { session })
    .toArray();
  const known = new Map(stored.map((row) => [row.uid, row]));
  const writes: ReplicatedWrite[] = [];
  const wanted = account.exists ? [NATIVE, ...account.lines] : [];
  for (const asset of wanted) {
    const uid = assetKey(asset);
    const fields = fieldsOf(account, asset, reserved);
    const row = known.get(uid);
    known.delete(uid);
    if (row && !row.deleted && row.balance === fields.balance && row.spendable === fields.spendable) continue;
    writes.push({ uid, fields });
  }
  for (const row of known.values()) {
    if (!row.deleted) writes.push({ uid: row.uid, fields: { asOfLedger: account.asOfLedger }, deleted: true });
  }
  await putReplicated(database, session, "balances", account.userId, writes);
}

function fieldsOf(account: AccountDocument, asset: AssetName, reserved: ReadonlyMap<string, bigint>) {
  const line = account.lines.find((held) => held.assetCode === asset.assetCode && held.issuer === asset.issuer);
  return {
    assetCode: asset.assetCode,
    issuer: asset.issuer,
    balance: formatAmount(BigInt(line ? line.balance : account.balance)),
    spendable: formatAmount(spendableOf(account, asset, reserved)),
    asOfLedger: account.asOfLedger,
  };
}
