import type { InferOutput } from "valibot";
import { type HouseMovementsOutput, type HouseMovementsQuery, MOVEMENTS_PAGE } from "#schemas/treasury.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type HouseMovementDocument, houseMovementCollection } from "#server/platform/ingest/house-movements.ts";

/** A page of what moved on an account of the house, the latest first; none before it was made. */
export async function readHouseMovements(
  { database }: Pick<Runtime, "database">,
  { account: purpose, before }: InferOutput<typeof HouseMovementsQuery>,
): Promise<HouseMovementsOutput> {
  const account = (await houseAccounts(database)).get(purpose);
  if (account === undefined) return { movements: [], next: null };
  // One row more than a page says whether there is another.
  const found = await houseMovementCollection(database)
    .find({ account, ...(before !== undefined && { id: { $lt: before } }) })
    .sort({ id: -1 })
    .limit(MOVEMENTS_PAGE + 1)
    .toArray();
  const shown = found.slice(0, MOVEMENTS_PAGE);
  return { movements: shown.map(told), next: found.length > MOVEMENTS_PAGE ? (shown.at(-1)?.id ?? null) : null };
}

function told(row: HouseMovementDocument): HouseMovementsOutput["movements"][number] {
  const { id, type, isIncoming, assetCode, issuer, from, to, memo, hash, status, ledger } = row;
  return {
    id,
    type,
    isIncoming,
    assetCode,
    issuer,
    amount: formatAmount(BigInt(row.amount)),
    fee: formatAmount(BigInt(row.fee)),
    from,
    to,
    memo,
    hash,
    status,
    ledger,
    at: row.at.toISOString(),
  };
}
