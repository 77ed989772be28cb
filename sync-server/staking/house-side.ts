import type { ClientSession } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { houseAccount } from "#server/platform/house/accounts.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import { lineOf, spendableOf } from "#server/platform/ingest/spendable.ts";
import { type AssetName, isNative } from "#server/platform/network/assets.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import { type Book, readBook } from "./books.ts";

/** The vault and the pool of an asset, as they are recorded. Amounts in stroops. */
export interface HouseSide {
  readonly vault: AccountDocument;
  readonly pool: AccountDocument;
  /** What the pool can pay. */
  readonly payable: bigint;
  readonly book: Book;
}

/** Null while vault or pool cannot hold the asset yet. */
export async function readHouseSide(
  database: Database,
  asset: AssetName,
  session: ClientSession | null,
): Promise<HouseSide | null> {
  const vault = await houseAccount(database, "staking", session);
  const pool = await houseAccount(database, "staking-rewards", session);
  if (!vault || !pool || !canHold(vault, asset) || !canHold(pool, asset)) return null;
  const payable = spendableOf(pool, asset, await reservationsOf(database, session, pool._id));
  return { vault, pool, payable, book: await readBook(database, asset, session) };
}

export function canHold(account: AccountDocument, asset: AssetName): boolean {
  return account.exists && (isNative(asset) || lineOf(account, asset)?.isAuthorized === true);
}

/** What of the pool nobody was promised and nobody is owed; negative where it has less than that. */
export function freeOfPool({ payable, book }: HouseSide): bigint {
  return payable - book.promised - book.owed;
}

/** What the pool can pay a stake now: to locked ones their own promise, to flexible ones what no locked one was promised. */
export function payableTo({ payable, book }: HouseSide, isLocked: boolean): bigint {
  const most = isLocked ? payable : payable - book.promised;
  return most > 0n ? most : 0n;
}
