import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import { assetKeyOf, movementOf, type MovementRow } from "#pwa/parts/history/movement.ts";
import { startOfDay, type TransactionFilter } from "./filter.ts";

/** What a statement says of one asset, as decimal texts. */
export interface Tally {
  readonly assetCode: string;
  /** Empty for XLM. */
  readonly issuer: string;
  readonly received: string;
  readonly sent: string;
  /** Paid to the network; of XLM only. */
  readonly fees: string;
  /** Before and after the period; null where the rows that were read do not explain the balance. */
  readonly opening: string | null;
  readonly closing: string | null;
}

export interface HeldAsset {
  readonly assetCode: string;
  readonly issuer: string;
  readonly balance: string;
}

interface Sums {
  readonly assetCode: string;
  readonly issuer: string;
  received: bigint;
  sent: bigint;
  fees: bigint;
  /** All that the history did to the balance, and what of it was before the period and until its end. */
  ever: bigint;
  before: bigint;
  until: bigint;
}

export interface Tallies {
  /** Takes in a row of the history, in any order; `isShown` if it stands in the statement. */
  add(row: MovementRow, isShown: boolean): void;
  /** XLM first, then by code. */
  read(): readonly Tally[];
}

/**
 * Adds up what a statement of the filtered rows says of each asset. Opening and closing balances are derived only where the
 * whole history comes to the balance that is held now, and where all movements of the asset in the period are shown.
 */
export function openTallies(
  filter: TransactionFilter,
  ownAddress: string | undefined,
  held: readonly HeldAsset[],
): Tallies {
  const all = new Map<string, Sums>();
  const start = filter.from === "" ? "" : startOfDay(filter.from);
  const end = filter.to === "" ? null : startOfDay(filter.to, 1);
  const isWhole = filter.type === "" && filter.who.trim() === "" && filter.text.trim() === "";
  const balances = new Map(held.map((asset) => [assetKeyOf(asset), parseAmount(asset.balance)]));

  function sumsOf(asset: { readonly assetCode: string; readonly issuer: string }): Sums {
    const key = assetKeyOf(asset);
    const { assetCode, issuer } = asset;
    const sums = all.get(key) ?? {
      assetCode,
      issuer,
      received: 0n,
      sent: 0n,
      fees: 0n,
      ever: 0n,
      before: 0n,
      until: 0n,
    };
    all.set(key, sums);
    return sums;
  }

  function move(sums: Sums, change: bigint, timestamp: string): void {
    sums.ever += change;
    if (start !== "" && timestamp < start) sums.before += change;
    if (end === null || timestamp < end) sums.until += change;
  }

  return {
    add(row, isShown) {
      const { direction } = movementOf(row, ownAddress);
      const amount = row.status === "confirmed" && direction !== "none" ? parseAmount(row.amount) : 0n;
      if (amount > 0n) {
        const sums = sumsOf(row);
        move(sums, direction === "in" ? amount : -amount, row.timestamp);
        if (isShown && direction === "in") sums.received += amount;
        if (isShown && direction === "out") sums.sent += amount;
      }
      const fee = row.status === "pending" ? 0n : parseAmount(row.fee);
      if (fee > 0n) {
        const sums = sumsOf({ assetCode: NATIVE_CODE, issuer: "" });
        move(sums, -fee, row.timestamp);
        if (isShown) sums.fees += fee;
      }
    },
    read() {
      const shown = [...all.values()].filter(
        (sums) => sums.received > 0n || sums.sent > 0n || sums.fees > 0n || (isWhole && filter.asset === ""),
      );
      return shown
        .sort((left, right) => Number(right.issuer === "") - Number(left.issuer === "") || compare(left, right))
        .map((sums) => {
          // Fees on movements of other assets change XLM too, and are not shown where XLM alone is asked for.
          const isAllShown = isWhole && (filter.asset === "" || filter.asset !== NATIVE_CODE) && isAsked(sums);
          const isExplained = isAllShown && sums.ever === (balances.get(assetKeyOf(sums)) ?? 0n);
          return {
            assetCode: sums.assetCode,
            issuer: sums.issuer,
            received: formatAmount(sums.received),
            sent: formatAmount(sums.sent),
            fees: formatAmount(sums.fees),
            opening: isExplained ? formatAmount(sums.before) : null,
            closing: isExplained ? formatAmount(sums.until) : null,
          };
        });
    },
  };

  function isAsked(sums: Sums): boolean {
    return filter.asset === "" || assetKeyOf(sums) === filter.asset;
  }
}

function compare(left: Sums, right: Sums): number {
  return left.assetCode.localeCompare(right.assetCode) || left.issuer.localeCompare(right.issuer);
}
