import type { ClientSession } from "mongodb";
import type { OwnOffer, StrayOffer, WalletFacts } from "#schemas/market-maker/facts.ts";
import type { Holding } from "#schemas/market-maker/ladder.ts";
import { xlmNeeded } from "#schemas/market-maker/reserves.ts";
import type { ReadPool } from "#schemas/market-maker/terms.ts";
import { offerLiabilities } from "#schemas/values/exchange.ts";
import { mulDiv } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type AccountDocument, accountCollection } from "#server/platform/ingest/account.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import { lineOf } from "#server/platform/ingest/spendable.ts";
import { assetKey, assetOfKey, isNative, NATIVE } from "#server/platform/network/assets.ts";
import { poolOf } from "./read-terms.ts";
import { issuedOf } from "./refuse-open.ts";
import { offerCollection, type OfferDocument, type PoolDocument } from "./store.ts";

/** What a ledger leaves a pool: balances and offers are of the same one. */
export interface LedgerFacts {
  readonly ledger: number;
  readonly pool: ReadPool;
  /** In the order of their labels. */
  readonly accounts: readonly AccountDocument[];
  readonly wallets: readonly WalletFacts[];
  readonly offers: readonly OwnOffer[];
  readonly strays: readonly StrayOffer[];
  /** Of all wallets together, in stroops: what is traded, and XLM beside it. */
  readonly base: bigint;
  readonly quote: bigint;
  readonly aside: bigint;
  /** The same with whatever is kept aside, as the ledger has it. */
  readonly held: Holding;
  /** Whether the wallets bind what their offers do, and nothing else. */
  readonly isReconciled: boolean;
}

/** Reads what ingestion has of a pool, within one transaction. */
export async function readFacts(database: Database, session: ClientSession, seen: PoolDocument): Promise<LedgerFacts> {
  const pool = poolOf(seen.terms);
  const ledger = await ingestedLedger(database, session);
  const addresses = [...seen.wallets];
  const found = await accountCollection(database)
    .find({ _id: { $in: addresses } }, { session })
    .toArray();
  const rows = await offerCollection(database)
    .find({ wallet: { $in: addresses } }, { session, sort: { _id: 1 } })
    .toArray();
  const accounts = addresses.flatMap((address) => found.find(({ _id }) => _id === address) ?? []);
  const wallets = accounts.map((account, place) => walletOf(pool, account, place));
  const [base, quote] = [sum(wallets.map((each) => each.base)), sum(wallets.map((each) => each.quote))];
  const xlm = sum(accounts.filter(({ exists }) => exists).map(({ balance }) => BigInt(balance)));
  const traded = isNative(assetOfKey(pool.base)) ? base : isNative(assetOfKey(pool.quote)) ? quote : 0n;
  const offers = rows.flatMap((row) => ownOffer(pool, row) ?? []);
  return {
    ledger,
    pool,
    accounts,
    wallets,
    offers,
    strays: rows.filter((row) => !ownOffer(pool, row)).map(strayOf),
    base,
    quote,
    aside: xlm - traded,
    held: { base: heldOf(pool.base, accounts), quote: heldOf(pool.quote, accounts) },
    isReconciled: accounts.every((account) => isExplained(account, rows)),
  };
}

function heldOf(key: string, accounts: readonly AccountDocument[]): bigint {
  const asset = assetOfKey(key);
  const there = accounts.filter(({ exists }) => exists);
  return sum(there.map((each) => BigInt(isNative(asset) ? each.balance : (lineOf(each, asset)?.balance ?? "0"))));
}

/** Whether nothing is missing of what a pool was started with, its fills and what the network took. What others gave it is theirs to give. */
export function isCounted({ counted }: PoolDocument, { held }: Pick<LedgerFacts, "held">): boolean {
  return held.base >= BigInt(counted.base) && held.quote >= BigInt(counted.quote);
}

function walletOf(pool: ReadPool, account: AccountDocument, place: number): WalletFacts {
  const { perWallet, feeBuffer } = xlmNeeded(pool);
  const aside = perWallet + (place === 0 ? feeBuffer : 0n);
  const held = (key: string): bigint => {
    const asset = assetOfKey(key);
    if (!account.exists) return 0n;
    if (!isNative(asset)) return BigInt(lineOf(account, asset)?.balance ?? "0");
    const rest = BigInt(account.balance) - aside;
    return rest > 0n ? rest : 0n;
  };
  const isHealthy = account.exists && issuedOf(pool).every((asset) => lineOf(account, asset)?.isAuthorized === true);
  return { address: account._id, base: held(pool.base), quote: held(pool.quote), isHealthy };
}

/** An offer on the pool's pair as the pool sees it; null for a stray. */
function ownOffer({ base, quote }: ReadPool, row: OfferDocument): OwnOffer | null {
  const { _id: offerId, wallet, price } = row;
  const selling = BigInt(row.amount);
  if (row.selling === base && row.buying === quote)
    return { offerId, wallet, side: "sell", price: { n: price.n, d: price.d }, amount: selling, selling };
  if (row.selling !== quote || row.buying !== base) return null;
  const amount = mulDiv(selling, BigInt(price.n), BigInt(price.d), "down");
  return { offerId, wallet, side: "buy", price: { n: price.d, d: price.n }, amount, selling };
}

function strayOf({ _id: offerId, wallet, selling, buying, price }: OfferDocument): StrayOffer {
  return { offerId, wallet, selling, buying, price: { n: price.n, d: price.d } };
}

function isExplained(account: AccountDocument, rows: readonly OfferDocument[]): boolean {
  const own = rows.filter(({ wallet }) => wallet === account._id);
  const bound = (key: string) =>
    sum(
      own
        .filter(({ selling }) => selling === key)
        .map(({ price, amount }) => offerLiabilities(price, BigInt(amount)).selling),
    );
  return [{ ...NATIVE, selling: account.selling }, ...account.lines].every(
    (line) => BigInt(line.selling) === bound(assetKey(line)),
  );
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
