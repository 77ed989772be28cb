import type { ClientSession, Collection, Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";

/** A trustline of one of our accounts. Amounts are in stroops, as decimal texts. */
export interface StoredLine {
  readonly assetCode: string;
  readonly issuer: string;
  readonly balance: string;
  readonly limit: string;
  readonly selling: string;
  readonly buying: string;
  readonly isAuthorized: boolean;
}

/** The ledger's account entry and trustlines, as one of our accounts last had them. Amounts are in stroops, as decimal texts. */
export interface AccountState {
  readonly exists: boolean;
  readonly balance: string;
  readonly selling: string;
  readonly buying: string;
  /** Base reserves that the account must hold. */
  readonly reserves: number;
  readonly lines: readonly StoredLine[];
  /** Whether no key signs its payments alone: its owner holds one of their own. */
  readonly isShared: boolean;
  /** The last ledger that changed any of this. */
  readonly asOfLedger: number;
}

/**
 * What an account of ours is for: a user's wallet, the house's own money, only its sequence number, or offers that a user's pool makes: such a
 * one has no balances and no history of its own, and pays nobody but its owner.
 */
export type AccountRole = "wallet" | "house" | "channel" | "trading";

/** One of our accounts on the network. */
export interface AccountDocument extends AccountState, Document {
  /** The address (G...). */
  readonly _id: string;
  readonly userId: number;
  readonly role: AccountRole;
  /** In the order in which accounts became ours: whoever knows all up to a number asks for those above it only. */
  readonly number: number;
  /** Changed by every transaction that reserves or changes what may be spent, so that two of them conflict. */
  readonly version: number;
  /** The submission that now uses the account's sequence number. */
  readonly inFlight: number | null;
  /** Over whose it is and what for. */
  readonly seal?: string;
}

export const ACCOUNTS = "accounts";
/** Whose an account is, which is where the house pays them. */
export const ACCOUNT_KIND: SealedKind<Pick<AccountDocument, "_id" | "userId" | "role" | "seal">> = {
  collection: ACCOUNTS,
  contentOf: ({ _id, userId, role }) => ({ _id, userId, role }),
};
export const NO_ACCOUNT: AccountState = {
  exists: false,
  balance: "0",
  selling: "0",
  buying: "0",
  reserves: 2,
  lines: [],
  isShared: false,
  asOfLedger: 0,
};

export function accountCollection(database: Database): Collection<AccountDocument> {
  return database.collection<AccountDocument>(ACCOUNTS);
}

/**
 * Registers an address as ours: from now on ingestion follows it. Its number is taken from a counter that is written in the
 * same transaction, so that numbers are committed in order.
 */
export async function insertAccount(
  database: Database,
  session: ClientSession,
  address: string,
  userId: number,
  role: AccountRole = "wallet",
): Promise<void> {
  const number = await database.nextIds(session, ACCOUNTS, 1);
  const owned = { _id: address, userId, role };
  const seal = sealRow(database, ACCOUNT_KIND, owned);
  await accountCollection(database).insertOne(
    { ...owned, number, version: 0, inFlight: null, ...NO_ACCOUNT, seal },
    { session },
  );
}

/**
 * Takes the account for this transaction: whoever else takes it meanwhile conflicts and runs again, so that no two
 * decisions rest on the same balance.
 */
export async function takeAccount(
  database: Database,
  session: ClientSession,
  address: string,
): Promise<AccountDocument | null> {
  return accountCollection(database).findOneAndUpdate(
    { _id: address },
    { $inc: { version: 1 } },
    { session, returnDocument: "after" },
  );
}

/** All accounts, by address, so many at a time that they and their lines are at most `entries` (or one account alone is more). */
export async function* accountBatches(database: Database, entries: number): AsyncGenerator<AccountDocument[]> {
  let batch: AccountDocument[] = [];
  let taken = 0;
  for await (const account of accountCollection(database).find({}, { sort: { _id: 1 }, batchSize: 500 })) {
    const own = 1 + account.lines.length;
    if (batch.length > 0 && taken + own > entries) {
      yield batch;
      batch = [];
      taken = 0;
    }
    batch.push(account);
    taken += own;
  }
  if (batch.length > 0) yield batch;
}
