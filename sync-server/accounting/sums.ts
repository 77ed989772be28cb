import { parseAmount } from "#schemas/values/money.ts";
import { assetKey, NATIVE } from "#server/platform/network/assets.ts";
import type { Told } from "./each-movement.ts";

/** What the movements of an asset come to, in stroops, and in ten-millionths of a USD where a price is known. */
export interface AssetSums {
  readonly assetCode: string;
  readonly issuer: string;
  rows: number;
  received: bigint;
  sent: bigint;
  /** By the operator, of people's. */
  earned: bigint;
  /** In XLM alone. */
  networkFees: bigint;
  receivedUsd: bigint;
  sentUsd: bigint;
  earnedUsd: bigint;
  /** Movements that moved something and whose worth nobody knows. */
  unpriced: number;
}

/** The sums by asset of all movements, XLM first and then those that moved most often; what failed moved nothing but its fee. */
export async function* sumsOf(batches: AsyncIterable<readonly Told[]>): AsyncGenerator<readonly AssetSums[]> {
  const sums = new Map<string, AssetSums>();
  const of = (asset: { readonly assetCode: string; readonly issuer: string }): AssetSums => {
    const key = assetKey(asset);
    const known = sums.get(key) ?? nothingOf(asset);
    sums.set(key, known);
    return known;
  };
  for await (const rows of batches) {
    for (const row of rows) {
      const fee = parseAmount(row.fee);
      if (fee > 0n) of(NATIVE).networkFees += fee;
      if (row.status === "confirmed") add(of(row), row);
    }
  }
  yield [...sums.values()].toSorted(
    (one, other) => Number(one.issuer !== "") - Number(other.issuer !== "") || other.rows - one.rows,
  );
}

function add(sum: AssetSums, { type, direction, amount, usdWorth }: Told): void {
  const stroops = parseAmount(amount);
  sum.rows += 1;
  if (stroops > 0n && usdWorth === null) sum.unpriced += 1;
  if (direction === "in") {
    sum.received += stroops;
    sum.receivedUsd += usdWorth ?? 0n;
  } else {
    sum.sent += stroops;
    sum.sentUsd += usdWorth ?? 0n;
  }
  if (type !== "operator_fee") return;
  sum.earned += stroops;
  sum.earnedUsd += usdWorth ?? 0n;
}

function nothingOf({ assetCode, issuer }: { readonly assetCode: string; readonly issuer: string }): AssetSums {
  return {
    assetCode,
    issuer,
    rows: 0,
    received: 0n,
    sent: 0n,
    earned: 0n,
    networkFees: 0n,
    receivedUsd: 0n,
    sentUsd: 0n,
    earnedUsd: 0n,
    unpriced: 0,
  };
}
