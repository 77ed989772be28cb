import type { Database } from "#server/platform/db/database.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { sumOf, stroopsOf } from "#tests/faults/money/amounts.ts";
import {
  accountSequence,
  allTrades,
  allTransactions,
  ledgerBalances,
  type LedgerTrade,
  offersOf,
} from "#tests/faults/money/ledger.ts";
import type { Person } from "#tests/faults/money/people.ts";
import { pullRows } from "#tests/faults/money/pull.ts";
import type { Stack } from "#tests/faults/money/stack.ts";
import type { PoolRequest } from "./owners.ts";

/** What friendbot gives, in stroops. */
const FIRST_BALANCE = 100_000_000_000n;

/** What happened, as the owners know it. */
export interface Owned {
  readonly owners: readonly Person[];
  readonly requests: readonly PoolRequest[];
  /** FLT that each of them was given, in stroops. */
  readonly given: bigint;
}

/**
 * Compares pools that gave everything back with the ledger: nothing stands or lies anywhere any more, nobody traded with themself, every
 * fill is a row, and each owner has to the stroop what they had, and what trades and fees made of it.
 */
export async function findPoolProblems(stack: Stack, database: Database, owned: Owned): Promise<string[]> {
  const trades = await allTrades(stack.networkUrl);
  const transactions = await allTransactions(stack.networkUrl);
  const problems = await checkRequests(database, owned);
  for (const owner of owned.owners) {
    const accounts = await accountCollection(database).find({ userId: owner.id }).toArray();
    const wallets = accounts.filter(({ role }) => role === "trading").map(({ _id }) => _id);
    const own = new Set([owner.address, ...wallets]);
    problems.push(...(await checkGone(stack, owner, wallets)), ...checkPartners(owner, own, trades));
    problems.push(...(await checkFills(stack, owner, new Set(wallets), trades)));
    const fees = transactions.filter(({ feeAccount }) => own.has(feeAccount));
    const paid = fees.reduce((sum, { feeStroops }) => sum + feeStroops, 0n);
    const expected = {
      XLM: FIRST_BALANCE - paid + tradedBy(own, "XLM", trades),
      FLT: owned.given + tradedBy(own, "FLT", trades),
    };
    const held = await ledgerBalances(stack.networkUrl, owner.address);
    for (const [asset, stroops] of Object.entries(expected))
      if (held.get(asset) !== stroops)
        problems.push(`${owner.name} has ${held.get(asset)} ${asset} and should have ${stroops}`);
  }
  return problems;
}

/** Each answered opening made one pool, and a refused one none. */
async function checkRequests(database: Database, { requests }: Owned): Promise<string[]> {
  const pools = await database.collection("liquidity_pools").find({}).toArray();
  const opened = Map.groupBy(
    requests.filter(({ act }) => act === "open"),
    ({ key }) => key,
  );
  const wrong = [...opened].flatMap(([key, answers]) => {
    const made = pools.filter(({ uid }) => uid === key).length;
    const wanted = answers.some(({ answer }) => answer === "done") ? 1 : 0;
    return made === wanted
      ? []
      : [`${key} was answered ${answers.map(({ answer }) => answer).join()} and made ${made}`];
  });
  const open = pools.filter(({ status }) => status !== "closed" && status !== "failed");
  return [...wrong, ...open.map(({ id, status, reason }) => `pool ${id} is ${status} in the end: ${reason}`)];
}

/** Wallets are merged into their owner's, and nothing of them stands in the book. */
async function checkGone({ networkUrl }: Stack, { name }: Person, wallets: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const wallet of wallets) {
    if ((await accountSequence(networkUrl, wallet)) === null) continue;
    const offers = await offersOf(networkUrl, wallet);
    problems.push(`${name}'s wallet ${wallet} is still there, with ${offers.length} offers`);
  }
  return problems;
}

function checkPartners({ name }: Person, own: ReadonlySet<string>, trades: readonly LedgerTrade[]): string[] {
  const both = trades.filter(({ parties }) => parties.every(({ address }) => own.has(address)));
  return both.map(({ parties }) => `${name} traded with themself: ${parties.map(({ address }) => address).join(", ")}`);
}

async function checkFills(
  stack: Stack,
  owner: Person,
  wallets: ReadonlySet<string>,
  trades: readonly LedgerTrade[],
): Promise<string[]> {
  const from = { url: stack.serverUrls[0] ?? "", origin: stack.publicUrl };
  const rows = await pullRows(from, owner, "market_making_trades");
  const parts = trades.flatMap(({ parties }) => parties.filter(({ address }) => wallets.has(address)));
  const ofBase = (isSold: boolean) =>
    parts.reduce((sum, { given, got }) => {
      const [code, stroops] = isSold ? given : got;
      return sum + (code === "XLM" ? stroops : 0n);
    }, 0n);
  const told = (type: string) =>
    sumOf(rows.filter((row) => row["type"] === type).map(({ amount }) => ({ stroops: stroopsOf(amount) })));
  const seen = { rows: rows.length, sold: told("sell"), bought: told("buy") };
  const real = { rows: parts.length, sold: ofBase(true), bought: ofBase(false) };
  const isSame = seen.rows === real.rows && seen.sold === real.sold && seen.bought === real.bought;
  const words = ({ rows: count, sold, bought }: typeof seen) => `${count} fills, ${sold} sold, ${bought} bought`;
  return isSame ? [] : [`${owner.name}'s pools tell of ${words(seen)}; the ledger has ${words(real)}`];
}

function tradedBy(own: ReadonlySet<string>, asset: string, trades: readonly LedgerTrade[]): bigint {
  const parts = trades.flatMap(({ parties }) => parties.filter(({ address }) => own.has(address)));
  return parts.reduce((sum, { given, got }) => {
    const [givenCode, givenStroops] = given;
    const [gotCode, gotStroops] = got;
    return sum + (gotCode === asset ? gotStroops : 0n) - (givenCode === asset ? givenStroops : 0n);
  }, 0n);
}
