import type { ClientSession, Document } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { type AssetName, assetKey, NATIVE } from "#server/platform/network/assets.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { owedToSuspense } from "#server/platform/ingest/suspense-items.ts";
import type { Records, Owed, ShownBalance } from "./compare.ts";

interface ApprovedDeposit extends Document {
  readonly xlmCredited: string | null;
}

/**
 * What the database says of some accounts. With a session all of it is of one moment; without, rows that are written
 * meanwhile may not fit each other.
 */
export async function readRecords(
  database: Database,
  addresses: readonly string[],
  session: ClientSession | null,
): Promise<Records[]> {
  const options = inSession(session);
  const accounts = await accountCollection(database)
    .find({ _id: { $in: [...addresses] } }, options)
    .toArray();
  const owners = accounts.filter(({ role }) => role === "wallet").map(({ userId }) => userId);
  const rows = database.collection<ShownBalance & Document>("balances");
  const shown = await rows.find({ userId: { $in: owners }, deleted: false }, options).toArray();
  const shownTo = Map.groupBy(shown, ({ userId }) => userId);
  const owed = await owedBy(database, addresses, session);
  return accounts.map((account) => ({
    account,
    shown: account.role === "wallet" ? (shownTo.get(account.userId) ?? []) : [],
    owed: owed.get(account._id) ?? new Map<string, Owed>(),
  }));
}

/**
 * What accounts have to pay out: everything kept back for payments under way, and of the house's accounts also approved
 * deposits whose payment has not begun, and what arrived and waits to be claimed.
 */
async function owedBy(
  database: Database,
  addresses: readonly string[],
  session: ClientSession | null,
): Promise<Map<string, Map<string, Owed>>> {
  const owed = new Map<string, Map<string, Owed>>();
  const add = (address: string, { assetCode, issuer }: AssetName, amount: bigint): void => {
    const asset = { assetCode, issuer };
    const own = owed.get(address) ?? new Map<string, Owed>();
    own.set(assetKey(asset), { asset, amount: (own.get(assetKey(asset))?.amount ?? 0n) + amount });
    owed.set(address, own);
  };
  const options = inSession(session);
  const open = submissionCollection(database).find(
    { account: { $in: [...addresses] }, isReserving: true },
    { ...options, projection: { _id: 0, account: 1, holds: 1 } },
  );
  for await (const { account, holds } of open) for (const hold of holds) add(account, hold, BigInt(hold.amount));
  const treasury = (await houseAccounts(database)).get("treasury");
  if (treasury !== undefined && addresses.includes(treasury)) {
    const approved = database
      .collection<ApprovedDeposit>("cash_app_deposits")
      .find({ status: "approved" }, { ...options, projection: { _id: 0, xlmCredited: 1 } });
    for await (const { xlmCredited } of approved)
      if (xlmCredited !== null) add(treasury, NATIVE, parseAmount(xlmCredited));
  }
  for (const { address, asset, amount } of await owedToSuspense(database, addresses, session))
    add(address, asset, amount);
  return owed;
}
