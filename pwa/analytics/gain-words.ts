import { plural, t } from "@lingui/core/macro";
import { formatAmountText } from "#pwa/ui/format.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { assetOf, assetWords, isClaimKey } from "#pwa/parts/journal/asset-words.ts";
import type { Gain } from "./average-cost.ts";
import type { AssetGain } from "./book.ts";

/** A position in words: "XLM", "Pool XLM / USDC", or "XLM, set aside for you". */
export function positionWords({ asset, pair }: Pick<AssetGain, "asset" | "pair">, all: readonly string[]): string {
  if (pair !== null) return t`Pool ${{ name: pairWords(pair) }}`;
  const name = assetWords(asset, all);
  return isClaimKey(asset) ? t`${name}, set aside for you` : name;
}

/** The two assets of a pool: "XLM / USDC". */
export function pairWords(pair: readonly string[]): string {
  return pair.map((asset) => assetOf(asset).assetCode).join(" / ");
}

/** How much of it is held: of a pool, how many shares. */
export function heldWords({ pair, shares }: AssetGain, { held }: Gain): string {
  if (pair === null) return formatAmountText(formatAmount(held));
  if (shares === null) return t({ message: "none left", context: "shares" });
  const shown = formatAmountText(shares);
  return plural({ count: Number(shares) }, { one: `${shown} share`, other: `${shown} shares` });
}

/** All gains that are known, and what everything is worth now, in ten-millionths of a dollar; null where nothing has a price. */
export function togetherOf(gains: readonly AssetGain[]): { readonly gain: bigint; readonly value: bigint | null } {
  const value = gains.reduce((sum, one) => sum + (one.value ?? 0n), 0n);
  // What was sold long ago is worth nothing; that alone says nothing of what there is.
  const isUnknown = gains.length === 0 || (value === 0n && gains.some((one) => one.value === null));
  return {
    gain: gains.reduce((sum, { gain }) => sum + (gain === null ? 0n : gain.realised + gain.unrealised), 0n),
    value: isUnknown ? null : value,
  };
}
