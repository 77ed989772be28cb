import { t } from "@lingui/core/macro";
import * as v from "valibot";
import { deviceSentenceOf } from "#pwa/platform/language/error-words.ts";
import { readAmount } from "#pwa/ui/typed-amount.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import { amountWorth, worthAt } from "#schemas/values/price.ts";

/** What an amount is typed in: the asset itself, or the currency that worth is told in. */
export const AmountUnit = v.picklist(["asset", "usd"]);
export type AmountUnit = v.InferOutput<typeof AmountUnit>;

/** An amount as it was typed. How much of the asset it is, {@link readTyped} alone says. */
export interface TypedAmount {
  readonly amount: string;
  readonly amountIn: AmountUnit;
}

/** An asset by its code, and what one of it costs in dollars; null where no market tells. */
export interface PricedAsset {
  readonly assetCode: string;
  readonly usd: string | null;
}

const STROOPS_PER_CENT = 100_000n;

/**
 * What was typed as an amount of the asset, in stroops, or the sentence that says why it is none. Of dollars it is the most that
 * is not worth more than them.
 */
export function readTyped({ amount, amountIn }: TypedAmount, { assetCode, usd }: PricedAsset): bigint | string {
  const typed = readAmount(amount);
  if (amountIn === "asset" || typeof typed === "string") return typed;
  if (usd === null) return t`No market tells what ${assetCode} is worth. Enter the amount in ${assetCode}.`;
  const stroops = amountWorth(typed, usd);
  if (stroops === null) return deviceSentenceOf("amount-too-large");
  return stroops === 0n && typed > 0n
    ? t`That is worth less than the smallest part of ${assetCode} that there is. Enter more.`
    : stroops;
}

/** What a field holds that shows `unit`: what was typed, to the letter, or what that comes to; empty where it comes to nothing. */
export function textIn(unit: AmountUnit, typed: TypedAmount, asset: PricedAsset): string {
  if (typed.amountIn === unit) return typed.amount;
  const stroops = readTyped(typed, asset);
  if (typeof stroops === "string") return "";
  if (unit === "asset") return formatAmountShort(stroops);
  const worth = worthAt(stroops, asset.usd, "down");
  return worth === null ? "" : dollarsOf(worth);
}

/** To the cent, rounded down; less than that to its last place. */
function dollarsOf(worth: bigint): string {
  if (worth < STROOPS_PER_CENT) return formatAmountShort(worth);
  const cents = worth / STROOPS_PER_CENT;
  return `${cents / 100n}.${(cents % 100n).toString().padStart(2, "0")}`;
}
