import type { ClientSession } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { type AccountDocument, accountCollection, insertAccount } from "#server/platform/ingest/account.ts";
import { HOUSE_USER } from "#server/platform/submissions/submission.ts";

/**
 * The house's own accounts: the treasury pays deposits out and keeps the others going, `rewards` pays rewards, `fees`
 * collects what operations cost their users, `sponsor` carries new accounts' reserves and pays network fees for others,
 * and `suspense` holds what came in and could not be matched.
 */
export const HOUSE_PURPOSES = ["treasury", "rewards", "fees", "sponsor", "suspense"] as const;
export type HousePurpose = (typeof HOUSE_PURPOSES)[number];

/** Makes a key of the house in the vault, and answers with its address. */
export type MakeKey = (session: ClientSession) => Promise<string>;

interface HouseAccount {
  readonly _id: HousePurpose;
  readonly address: string;
  readonly createdAt: Date;
}

const HOUSE_ACCOUNTS = "house_accounts";

/** Makes the keys of the house accounts that have none yet; whoever comes second finds them made. */
export async function makeHouseAccounts(database: Database, makeKey: MakeKey, clock: Clock): Promise<void> {
  const known = new Set((await houseAccounts(database)).keys());
  for (const purpose of HOUSE_PURPOSES) {
    if (known.has(purpose)) continue;
    await database.transaction(async (session) => {
      const accounts = database.collection<HouseAccount>(HOUSE_ACCOUNTS);
      if (await accounts.findOne({ _id: purpose }, { session })) return;
      const address = await makeOwnAccount(database, makeKey, session, "house");
      await accounts.insertOne({ _id: purpose, address, createdAt: clock.now() }, { session });
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

/** Address per purpose. */
export async function houseAccounts(database: Database): Promise<Map<HousePurpose, string>> {
  const found = await database.collection<HouseAccount>(HOUSE_ACCOUNTS).find({}).toArray();
  return new Map(found.map(({ _id, address }) => [_id, address]));
}

/** The account of a purpose, as the ledger last had it; null before it was made. */
export async function houseAccount(
  database: Database,
  purpose: HousePurpose,
  session?: ClientSession,
): Promise<AccountDocument | null> {
  const options = session ? { session } : {};
  const house = await database.collection<HouseAccount>(HOUSE_ACCOUNTS).findOne({ _id: purpose }, options);
  return house && accountCollection(database).findOne({ _id: house.address }, options);
}
