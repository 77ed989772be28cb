import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { firstPoolShares } from "#schemas/values/exchange.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { assetKeyOf, type MovementRow, movementOf } from "#pwa/parts/history/movement.ts";
import { poolKeyOf } from "./asset-words.ts";

/**
 * What one row of the history did to one holding. `change` is in stroops, above zero for what came in; of an `unclear` one only
 * the size is known, not whether it came or went. What was `traded` went for something else that came, or into a pool or out of
 * one: it is a sale or a purchase, but no money that came to the account or left it.
 */
export interface Entry {
  /** Of the row that it was read from. */
  readonly uid: string;
  readonly atMs: number;
  /** `XLM` or `CODE-ISSUER`; of a share of a pool, see {@link poolKeyOf}, by the root of the product of both amounts. */
  readonly asset: string;
  /** `missing`: what moved until then, of whatever asset, nobody can tell; the entry itself is of nothing. */
  readonly kind: "moved" | "traded" | "fee" | "unclear" | "missing";
  readonly change: bigint;
  /** Of what is missing: since when. */
  readonly sinceMs?: number;
  /** Of what was traded: all that went and came with it, this one among them. */
  readonly legs?: readonly Entry[];
}

/** Reads rows of the history as changes of holdings, oldest first. Rows that changed none leave no entry, but for one that tells of others which are missing. */
export function entriesOf(rows: readonly MovementRow[], ownAddress: string | undefined): Entry[] {
  const sorted = rows.toSorted(compareOldestFirst);
  const exchanges = exchangesOf(sorted, ownAddress);
  const told = new Set<readonly Entry[]>();
  return sorted.flatMap((row) => {
    const legs = exchanges.get(row) ?? null;
    const entries = legs === null ? entriesOfAmount(row, ownAddress) : told.has(legs) ? [] : legs;
    if (legs !== null) told.add(legs);
    return [...entries, ...feeOf(row)];
  });
}

/** What is staked, or in a pool of one's own, is still one's own: only what it earned came in. */
const STILL_OWN: ReadonlySet<MovementRow["type"]> = new Set(["stake", "unstake", "market_open", "market_return"]);

function entriesOfAmount(row: MovementRow, ownAddress: string | undefined): Entry[] {
  if (row.type === "missing") return [missingEntry(row)];
  const change = changeOf(row, ownAddress);
  if (change === 0n || STILL_OWN.has(row.type)) return [];
  const { direction } = movementOf(row, ownAddress);
  const kind = direction === "none" ? "unclear" : row.type === "operator_fee" ? "fee" : "moved";
  return [{ uid: row.uid, atMs: Date.parse(row.timestamp), asset: assetKeyOf(row), kind, change }];
}

function missingEntry({ uid, timestamp, event }: MovementRow): Entry {
  const sinceMs = Date.parse(event?.since ?? timestamp);
  return { uid, atMs: Date.parse(timestamp), asset: NATIVE_CODE, kind: "missing", change: 0n, sinceMs };
}

/** The ledger names a fee only to whoever paid it, on what they received as well. */
function feeOf(row: MovementRow): Entry[] {
  const fee = row.status === "pending" ? 0n : parseAmount(row.fee);
  if (fee === 0n) return [];
  return [{ uid: row.uid, atMs: Date.parse(row.timestamp), asset: NATIVE_CODE, kind: "fee", change: -fee }];
}

/** In stroops; nothing of what is pending or failed. */
function changeOf(row: MovementRow, ownAddress: string | undefined): bigint {
  if (row.status !== "confirmed") return 0n;
  const amount = parseAmount(row.amount);
  return movementOf(row, ownAddress).direction === "out" ? -amount : amount;
}

/**
 * The entries of every exchange, by each of its rows: whichever comes first takes them all. One operation is one exchange; what
 * stands alone in its operation belongs to the others of its transaction. An amount that went for nothing, or came for nothing,
 * is no exchange.
 */
function exchangesOf(rows: readonly MovementRow[], ownAddress: string | undefined): ReadonlyMap<MovementRow, Entry[]> {
  const found = new Map<MovementRow, Entry[]>();
  const take = (group: readonly MovementRow[]): boolean => {
    if (!isPool(group) && !isTwoSided(group, ownAddress)) return false;
    const legs = legsOf(group, ownAddress);
    for (const row of group) found.set(row, legs);
    return true;
  };
  const groups = [...groupedBy(rows.filter(isExchange), operationOf).values()];
  const alone = groups.filter((group) => !take(group)).flat();
  for (const group of groupedBy(alone, ({ hash }) => hash).values()) take(group);
  return found;
}

function legsOf(group: readonly MovementRow[], ownAddress: string | undefined): Entry[] {
  const legs: Entry[] = [];
  const add = (row: MovementRow, asset: string, change: bigint): void => {
    const { uid, timestamp } = row;
    if (change !== 0n) legs.push({ uid, atMs: Date.parse(timestamp), asset, kind: "traded", change, legs });
  };
  for (const row of group) add(row, assetKeyOf(row), changeOf(row, ownAddress));
  const [first] = group;
  if (first === undefined || !isPool(group)) return legs;
  const isDeposit = first.type === "pool_deposit";
  const [a = 0n, b = 0n] = legs.map(({ change }) => (change < 0n ? -change : change));
  // What is so little that it has no root is a share all the same.
  const size = firstPoolShares(a, b) || 1n;
  add(first, poolKeyOf(isDeposit ? first.to : first.from), isDeposit ? size : -size);
  return legs;
}

function isExchange({ type, status }: MovementRow): boolean {
  if (status !== "confirmed") return false;
  return type === "trade" || type === "swap" || type === "pool_deposit" || type === "pool_withdraw";
}

function isPool([first]: readonly MovementRow[]): boolean {
  return first?.type === "pool_deposit" || first?.type === "pool_withdraw";
}

function isTwoSided(group: readonly MovementRow[], ownAddress: string | undefined): boolean {
  const directions = group.map((row) => movementOf(row, ownAddress).direction);
  return directions.includes("in") && directions.includes("out");
}

function groupedBy(
  rows: readonly MovementRow[],
  keyOf: (row: MovementRow) => string,
): ReadonlyMap<string, readonly MovementRow[]> {
  const groups = new Map<string, MovementRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

/** Rows of one operation share its number, and those after the first count on: "4294967297-2". */
function operationOf({ uid }: MovementRow): string {
  return uid.split("-", 1)[0] ?? uid;
}

/** Rows of one ledger share their time; the ledger's own order is in their operation's number. */
function compareOldestFirst(left: MovementRow, right: MovementRow): number {
  if (left.timestamp !== right.timestamp) return left.timestamp < right.timestamp ? -1 : 1;
  return compareNumbers(operationOf(left), operationOf(right)) || compareNumbers(left.uid, right.uid);
}

function compareNumbers(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left === right ? 0 : 1;
}
