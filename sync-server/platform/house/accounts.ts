import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { type AccountDocument, accountCollection, insertAccount } from "#server/platform/ingest/account.ts";
import { assertRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import type { AssetName } from "#server/platform/network/assets.ts";
import { HOUSE_USER } from "#server/platform/submissions/submission.ts";

/**
 * The house's own accounts: the treasury pays deposits out and keeps the others going, `rewards` pays rewards, `fees`
 * collects what operations cost their users, `sponsor` carries new accounts' reserves and pays network fees for others,
 * `suspense` holds what came in and could not be matched, `staking` is the vault of what people stake and holds nothing else, and
 * `staking-rewards` the pool from which stakes are rewarded.
 */
export const HOUSE_PURPOSES = [
  "treasury",
  "rewards",
  "fees",
  "sponsor",
  "suspense",
  "staking",
  "staking-rewards",
] as const;
export type HousePurpose = (typeof HOUSE_PURPOSES)[number];

/** Makes a key of the house in the vault, and answers with its address. */
export type MakeKey = (session: ClientSession) => Promise<string>;

/** The most of an asset that may be paid out of an account within 24 hours, in stroops as decimal text. */
export interface DailyBudget extends AssetName {
  readonly daily: string;
}

export interface HouseAccount {
  readonly _id: HousePurpose;
  readonly address: string;
  readonly createdAt: Date;
  /** Absent where none was ever set. In this row, so that whoever takes it away takes the account away as well. */
  readonly budgets?: readonly DailyBudget[];
  readonly seal?: string;
}

export const HOUSE_ACCOUNTS = "house_accounts";
/** Which account collects, pays and keeps what, and how much it may pay in a day. */
export const HOUSE_KIND: SealedKind<HouseAccount> = {
  collection: HOUSE_ACCOUNTS,
  contentOf: ({ _id, address, budgets }) => ({ _id, address, ...(budgets && { budgets }) }),
};

/** Makes the keys of the house accounts that have none yet; whoever comes second finds them made. */
export async function makeHouseAccounts(database: Database, makeKey: MakeKey, clock: Clock): Promise<void> {
  const known = new Set((await houseAccounts(database)).keys());
  for (const purpose of HOUSE_PURPOSES) {
    if (known.has(purpose)) continue;
    await database.transaction(async (session) => {
      const accounts = database.collection<HouseAccount>(HOUSE_ACCOUNTS);
      if (await accounts.findOne({ _id: purpose }, { session })) return;
      const address = await makeOwnAccount(database, makeKey, session, "house");
      const account = { _id: purpose, address, createdAt: clock.now() };
      await accounts.insertOne({ ...account, seal: sealRow(database, HOUSE_KIND, account) }, { session });
    });
  }
}

/** Makes the key of an account of ours, which is not on the ledger yet. */
export async function makeOwnAccount(
  database: Database,
  makeKey: MakeKey,
  session: ClientSession,
  role: "house" | "channel",
): Promise<string> {
  const address = await makeKey(session);
  await insertAccount(database, session, address, HOUSE_USER, role);
  return address;
}

/** What is set of each account that was made. Throws {@link SealBrokenError} for one that was put there past the server. */
export async function houseRows(database: Database): Promise<HouseAccount[]> {
  const found = await database.collection<HouseAccount>(HOUSE_ACCOUNTS).find({}).toArray();
  for (const house of found) assertRowSealed(database, HOUSE_KIND, house, house._id);
  return found;
}

/** Address per purpose. Throws like {@link houseRows}. */
export async function houseAccounts(database: Database): Promise<Map<HousePurpose, string>> {
  return new Map((await houseRows(database)).map(({ _id, address }) => [_id, address]));
}

/** The account of a purpose, as the ledger last had it; null before it was made. Throws like {@link houseRows}. */
export async function houseAccount(
  database: Database,
  purpose: HousePurpose,
  session: ClientSession | null,
): Promise<AccountDocument | null> {
  const house = await houseRow(database, purpose, session);
  return house && accountCollection(database).findOne({ _id: house.address }, inSession(session));
}

/** What is set of the account of a purpose; null before it was made. Throws like {@link houseRows}. */
export async function houseRow(
  database: Database,
  purpose: HousePurpose,
  session: ClientSession | null,
): Promise<HouseAccount | null> {
  const house = await database.collection<HouseAccount>(HOUSE_ACCOUNTS).findOne({ _id: purpose }, inSession(session));
  if (house) assertRowSealed(database, HOUSE_KIND, house, purpose);
  return house;
}

/** Writes what an account may pay in a day. */
export async function writeBudgets(
  database: Database,
  session: ClientSession,
  house: HouseAccount,
  budgets: readonly DailyBudget[],
): Promise<void> {
  const seal = sealRow(database, HOUSE_KIND, { ...house, budgets });
  await database
    .collection<HouseAccount>(HOUSE_ACCOUNTS)
    .updateOne({ _id: house._id }, { $set: { budgets, seal } }, { session });
}
