import type { ClientSession } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import { type AssetName, assetKey } from "#server/platform/network/assets.ts";

/** What the pool of an asset has to pay, and whether its staking is halted. */
interface BookDocument {
  /** `XLM` or `CODE-ISSUER`. */
  readonly _id: string;
  /** Stroops as decimal text: what locked stakes earn to their end, and what flexible ones have earned. */
  readonly promised: string;
  readonly owed: string;
  /** Why nothing is staked and no reward paid; absent where it is not halted. */
  readonly halted?: string;
  /** Whether nothing is taken out either: the vault has less than its stakes. */
  readonly isShort?: boolean;
}

export interface Book {
  readonly promised: bigint;
  readonly owed: bigint;
  readonly halted: string;
  readonly isShort: boolean;
}

const BOOKS = "staking_books";
const NOTHING: Book = { promised: 0n, owed: 0n, halted: "", isShort: false };

export async function readBook(database: Database, asset: AssetName, session: ClientSession | null): Promise<Book> {
  const book = await database
    .collection<BookDocument>(BOOKS)
    .findOne({ _id: assetKey(nameOf(asset)) }, inSession(session));
  if (!book) return NOTHING;
  const { promised, owed, halted = "", isShort = false } = book;
  return { promised: BigInt(promised), owed: BigInt(owed), halted, isShort };
}

/** Adds to what is promised and owed, within the transaction of what it is for. */
export async function changeBook(
  database: Database,
  session: ClientSession,
  asset: AssetName,
  { promised = 0n, owed = 0n }: { readonly promised?: bigint; readonly owed?: bigint },
): Promise<void> {
  if (promised === 0n && owed === 0n) return;
  const book = await readBook(database, asset, session);
  await setBook(database, session, asset, { promised: book.promised + promised, owed: book.owed + owed });
}

/** Sets what was counted anew. */
export async function setBook(
  database: Database,
  session: ClientSession,
  asset: AssetName,
  { promised, owed }: Pick<Book, "promised" | "owed">,
): Promise<void> {
  await database
    .collection<BookDocument>(BOOKS)
    .updateOne(
      { _id: assetKey(nameOf(asset)) },
      { $set: { promised: String(promised), owed: String(owed) } },
      { session, upsert: true },
    );
}

/** Halts the staking of an asset, or lets it go on where `halted` is empty. */
export async function haltStaking(
  database: Database,
  session: ClientSession,
  asset: AssetName,
  { halted, isShort }: Pick<Book, "halted" | "isShort">,
): Promise<void> {
  const _id = assetKey(nameOf(asset));
  await database
    .collection<BookDocument>(BOOKS)
    .updateOne(
      { _id },
      { $set: { halted, isShort }, $setOnInsert: { promised: "0", owed: "0" } },
      { session, upsert: true },
    );
}

function nameOf({ assetCode, issuer }: AssetName): AssetName {
  return { assetCode, issuer };
}
