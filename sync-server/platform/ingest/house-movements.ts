import type { ClientSession, Collection, Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { AssetName } from "#server/platform/network/assets.ts";
import type { NetworkTransaction } from "#server/platform/network/network.ts";
import type { Movement } from "./movements.ts";

/** What moved on an account of the house, as the ledger has it. Rows are only ever added. */
export interface HouseMovementDocument extends AssetName, Document {
  /** In the order in which they were recorded. */
  readonly id: number;
  /** G... */
  readonly account: string;
  /** Of the ledger; unique for an account. */
  readonly operationId: string;
  readonly type: Movement["type"];
  readonly isIncoming: boolean;
  /** Stroops as decimal text, and what the network took for it. */
  readonly amount: string;
  readonly fee: string;
  readonly from: string;
  readonly to: string;
  readonly memo: string;
  readonly status: Movement["status"];
  readonly hash: string;
  readonly ledger: number;
  readonly at: Date;
}

/** A movement with the transaction that it is of. */
export interface HouseMoved {
  readonly movement: Movement;
  readonly transaction: NetworkTransaction;
}

const HOUSE_MOVEMENTS = "house_movements";

export function houseMovementCollection(database: Database): Collection<HouseMovementDocument> {
  return database.collection<HouseMovementDocument>(HOUSE_MOVEMENTS);
}

/** Records movements in the transaction that folds their ledger; those known already are left alone. */
export async function recordHouseMovements(
  database: Database,
  session: ClientSession,
  moved: readonly HouseMoved[],
): Promise<void> {
  if (moved.length === 0) return;
  const rows = houseMovementCollection(database);
  const operationIds = moved.map(({ movement }) => movement.operationId);
  const found = await rows
    .find({ operationId: { $in: operationIds } }, { session, projection: { account: 1, operationId: 1 } })
    .toArray();
  const known = new Set(found.map(keyOf));
  const fresh = moved.filter(({ movement }) => !known.has(keyOf(movement)));
  if (fresh.length === 0) return;
  const firstId = await database.nextIds(session, HOUSE_MOVEMENTS, fresh.length);
  await rows.insertMany(
    fresh.map(({ movement, transaction }, index) => ({ id: firstId + index, ...rowOf(movement, transaction) })),
    { session },
  );
}

function keyOf({ account, operationId }: Pick<HouseMovementDocument, "account" | "operationId">): string {
  return `${operationId} ${account}`;
}

function rowOf(movement: Movement, { hash, ledger, closedAt }: NetworkTransaction) {
  const { account, operationId, type, isIncoming, assetCode, issuer, from, to, memo, status } = movement;
  return {
    account,
    operationId,
    type,
    isIncoming,
    assetCode,
    issuer,
    amount: String(movement.amount),
    fee: String(movement.fee),
    from,
    to,
    memo,
    status,
    hash,
    ledger,
    at: closedAt,
  };
}

export async function indexHouseMovements(database: Database): Promise<void> {
  await houseMovementCollection(database).createIndexes([
    { key: { account: 1, id: -1 } },
    { key: { operationId: 1, account: 1 }, unique: true },
  ]);
}
