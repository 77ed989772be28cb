import type { Filter } from "mongodb";
import type * as v from "valibot";
import { Transactions } from "#schemas/transactions.ts";
import { worthAt } from "#schemas/values/price.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import { dayPrices } from "#server/prices/index.ts";
import { dayMsOf, type Period } from "./period.ts";

type Stored = v.InferOutput<typeof Transactions.schema>;

/** A movement as an accountant reads it. */
export interface Told extends Stored {
  /** Which way it went, from whose account it is. */
  readonly direction: "in" | "out";
  /** What a unit cost in USD on that day; null where nobody knows. */
  readonly usdPrice: string | null;
  /** In ten-millionths of a USD. */
  readonly usdWorth: bigint | null;
}

const BATCH = 1000;

/** Every movement of a period in the order of time, some at a time: no more is held than those, however many there are. */
export async function* eachMovement(
  database: Database,
  period: Period,
  filter: Filter<Stored> = {},
): AsyncGenerator<readonly Told[]> {
  for await (const rows of eachBatch(database, period, filter)) yield tell(database, rows);
}

/**
 * Goes on after the time of the last row. What shares one ledger's time may not fit into one batch: of the last time of a batch all
 * rows are read by their numbers.
 */
async function* eachBatch(database: Database, { from, until }: Period, filter: Filter<Stored>) {
  const collection = database.collection<Stored & { readonly deleted: boolean }>(Transactions.collection);
  const read = (more: Filter<Stored>, sort: Record<string, 1>) =>
    collection.find({ ...filter, ...more, deleted: false }, { projection: { _id: 0 }, sort, limit: BATCH }).toArray();
  for (let start: Filter<Date> = { $gte: from }; ;) {
    const rows = await read({ timestamp: { ...start, $lt: until } }, { timestamp: 1 });
    const last = rows.at(-1)?.timestamp;
    if (last === undefined) return;
    if (rows.length < BATCH) {
      yield rows;
      return;
    }
    const before = rows.filter(({ timestamp }) => timestamp < last);
    if (before.length > 0) yield before;
    for (let after = 0; ;) {
      const tied = await read({ timestamp: last, id: { $gt: after } }, { id: 1 });
      if (tied.length > 0) yield tied;
      const end = tied.at(-1);
      if (!end || tied.length < BATCH) break;
      after = end.id;
    }
    start = { $gt: last };
  }
}

async function tell(database: Database, rows: readonly Stored[]): Promise<Told[]> {
  const [own, prices] = await Promise.all([
    walletsOf(database, new Set(rows.map(({ userId }) => userId))),
    dayPrices(
      database,
      rows.map((row) => ({ asset: assetKey(row), dayMs: dayMsOf(row.timestamp) })),
    ),
  ]);
  return rows.map((row) => {
    const usdPrice = prices(assetKey(row), dayMsOf(row.timestamp));
    return {
      ...row,
      direction: own.get(row.userId) === row.from ? ("out" as const) : ("in" as const),
      usdPrice,
      usdWorth: worthAt(parseAmount(row.amount), usdPrice, "half-up"),
    };
  });
}

async function walletsOf(database: Database, userIds: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> {
  const found = await accountCollection(database)
    .find({ userId: { $in: [...userIds] }, role: "wallet" }, { projection: { userId: 1 } })
    .toArray();
  return new Map(found.map(({ _id, userId }) => [userId, _id]));
}
