import type { Filter } from "mongodb";
import type { AssetSum } from "#schemas/overview.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";

interface Moved {
  readonly userId: number;
  readonly type: string;
  readonly assetCode: string;
  readonly issuer: string;
  readonly amount: string;
  readonly from: string;
  readonly ledger: number;
  readonly timestamp: Date;
}

interface Sum {
  readonly assetCode: string;
  readonly issuer: string;
  stroops: bigint;
  rows: number;
}

/** Left to itself a cursor fetches 16 MB at once, and everybody else waits for them. */
const READ_AT_ONCE = 1000;
/** Assets that are told of one day: anybody can make thousands. */
const MOST_ASSETS = 8;
const PAID = ["send", "claimable"];
const EXCHANGED = ["trade", "swap"];
const FEE = "operator_fee";
/** Both who opened an account and whose it is have a row of it. */
const OPENED = "create_account";
const COUNTED = [...PAID, ...EXCHANGED, FEE, OPENED];

/** What people's movements come to: what they paid to others or gave in exchanges, and what went to the operator. */
export class MovementSums {
  readonly #volume = new Map<string, Sum>();
  readonly #fees = new Map<string, Sum>();
  /** The time of the newest that was counted. */
  newest: Date | null = null;

  /** Counts what the filter finds; an index on `timestamp` has to carry it. */
  async count(database: Database, filter: Filter<Moved>): Promise<void> {
    const rows = database.collection<Moved>("transactions").find(
      { ...filter, type: { $in: COUNTED } },
      {
        projection: { _id: 0, userId: 1, type: 1, assetCode: 1, issuer: 1, amount: 1, from: 1, timestamp: 1 },
        batchSize: READ_AT_ONCE,
      },
    );
    const openings: Moved[] = [];
    for await (const row of rows) {
      if (this.newest === null || row.timestamp > this.newest) this.newest = row.timestamp;
      if (row.type === OPENED) openings.push(row);
      // What comes in by an exchange comes from a pool, or from nobody in particular.
      else if (!EXCHANGED.includes(row.type) || row.from.startsWith("G")) this.#add(row);
    }
    for (const row of await ofTheirOpeners(database, openings)) this.#add(row);
  }

  #add({ type, assetCode, issuer, amount }: Moved): void {
    const sums = type === FEE ? this.#fees : this.#volume;
    const key = `${assetCode}-${issuer}`;
    const sum = sums.get(key) ?? { assetCode, issuer, stroops: 0n, rows: 0 };
    sum.stroops += parseAmount(amount);
    sum.rows += 1;
    sums.set(key, sum);
  }

  get volume(): AssetSum[] {
    return told(this.#volume);
  }

  get fees(): AssetSum[] {
    return told(this.#fees);
  }
}

/** Of accounts that were opened, the rows of whoever paid for it. */
async function ofTheirOpeners(database: Database, openings: readonly Moved[]): Promise<Moved[]> {
  if (openings.length === 0) return [];
  const found = await accountCollection(database)
    .find({ _id: { $in: [...new Set(openings.map(({ from }) => from))] } }, { projection: { userId: 1 } })
    .toArray();
  const owners = new Map(found.map(({ _id, userId }) => [_id, userId]));
  return openings.filter(({ from, userId }) => owners.get(from) === userId);
}

/** XLM first, then what moved most often. */
function told(sums: ReadonlyMap<string, Sum>): AssetSum[] {
  return [...sums.values()]
    .toSorted((one, other) => Number(one.issuer !== "") - Number(other.issuer !== "") || other.rows - one.rows)
    .slice(0, MOST_ASSETS)
    .map(({ assetCode, issuer, stroops }) => ({ assetCode, issuer, amount: formatAmount(stroops) }));
}
