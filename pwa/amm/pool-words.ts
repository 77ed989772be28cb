import { t } from "@lingui/core/macro";
import type { PoolSummary } from "#schemas/market-data.ts";
import { percentText } from "#pwa/parts/assets/holdings.ts";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { formatPercent } from "#pwa/ui/format.ts";

export function nameOfPool({ assetA, assetB }: Pick<PoolSummary, "assetA" | "assetB">): string {
  return `${assetA.assetCode} / ${assetB.assetCode}`;
}

export function feeWords({ feeBasisPoints }: Pick<PoolSummary, "feeBasisPoints">): string {
  return percentText(BigInt(feeBasisPoints));
}

export function rateWords({ yearlyRate }: Pick<PoolSummary, "yearlyRate">): string {
  return yearlyRate === null
    ? t({ message: "not known", context: "yearly rate of a pool" })
    : formatPercent(yearlyRate);
}

export function worthWords(usd: bigint | null): string {
  return usd === null ? t`no price known` : formatUsd(usd);
}

/** A part of a pool, in hundredths of a percent; what is above nothing and smaller than can be told is not nothing. */
export function partWords(part: bigint | null, shares: bigint): string {
  if (part === null || shares === 0n) return t({ message: "none", context: "part of a pool" });
  return part === 0n ? t`less than ${{ percent: percentText(1n) }}` : percentText(part);
}
