import { t } from "@lingui/core/macro";
import * as v from "valibot";
import { plainNumber, readNumber } from "#pwa/parts/trading/typed-number.ts";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";
import { plainAmount, readAmount } from "#pwa/ui/typed-amount.ts";
import { MAX_LEVELS, MAX_WALLETS, type PoolReference, type PoolTerms, USUAL_WALLETS } from "#schemas/market-making.ts";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import { readPrice } from "#schemas/values/price.ts";

/** What stands in the form, as it was typed: this device keeps it until the pool is opened. */
export const PoolDraft = v.object({
  /** Asset keys; empty while none is chosen. */
  base: v.string(),
  quote: v.string(),
  baseAmount: v.string(),
  quoteAmount: v.string(),
  walletCount: v.string(),
  /** Null until one is chosen: nobody begins with a price by accident. */
  referenceKind: v.nullable(v.picklist(["fixed", "mid", "pair", "pool"])),
  targetPrice: v.string(),
  pairBase: v.string(),
  pairQuote: v.string(),
  levels: v.string(),
  spreadPercentage: v.string(),
  depthPercentage: v.string(),
  minTradeSize: v.string(),
  maxTradeSize: v.string(),
  priceMargin: v.string(),
  inventoryTarget: v.string(),
  skew: v.string(),
  autoRebalance: v.boolean(),
  maxDrawdown: v.string(),
  maxDailyLoss: v.string(),
  maxFillsPerMinute: v.string(),
});
export type PoolDraft = v.InferOutput<typeof PoolDraft>;

export type DraftField = Exclude<keyof PoolDraft, "autoRebalance">;
/** Sentences by field. */
export type PoolProblems = Readonly<Partial<Record<DraftField, string>>>;

export type ReadDraft =
  | { readonly terms: PoolTerms; readonly problems: null }
  | { readonly terms: null; readonly problems: PoolProblems };

/** What the form begins with. */
export function newDraft(base: string, quote: string): PoolDraft {
  return {
    base,
    quote,
    baseAmount: "",
    quoteAmount: "",
    walletCount: String(USUAL_WALLETS),
    referenceKind: null,
    targetPrice: "",
    pairBase: "",
    pairQuote: "",
    levels: "5",
    spreadPercentage: "1",
    depthPercentage: "3",
    minTradeSize: "",
    maxTradeSize: "",
    priceMargin: "10",
    inventoryTarget: "50",
    skew: "50",
    autoRebalance: true,
    maxDrawdown: "20",
    maxDailyLoss: "",
    maxFillsPerMinute: "30",
  };
}

/** The settings of a pool, to be changed. */
export function draftOf(terms: PoolTerms): PoolDraft {
  const { base, quote, reference } = terms;
  return {
    base,
    quote,
    baseAmount: shortAmount(terms.baseAmount),
    quoteAmount: shortAmount(terms.quoteAmount),
    walletCount: String(terms.walletCount),
    referenceKind: reference.kind,
    targetPrice: reference.kind === "fixed" ? reference.targetPrice : "",
    pairBase: reference.kind === "pair" ? reference.base : "",
    pairQuote: reference.kind === "pair" ? reference.quote : "",
    levels: String(terms.levels),
    spreadPercentage: terms.spreadPercentage,
    depthPercentage: terms.depthPercentage,
    minTradeSize: shortAmount(terms.minTradeSize),
    maxTradeSize: shortAmount(terms.maxTradeSize),
    priceMargin: terms.priceMargin,
    inventoryTarget: String(terms.inventoryTarget),
    skew: String(terms.skew),
    autoRebalance: terms.autoRebalance,
    maxDrawdown: String(terms.maxDrawdown),
    maxDailyLoss: shortAmount(terms.maxDailyLoss),
    maxFillsPerMinute: String(terms.maxFillsPerMinute),
  };
}

/** As its owner entered it, where that is an amount. */
function shortAmount(entered: string): string {
  const read = readAmount(entered);
  return typeof read === "bigint" ? formatAmountShort(read) : entered;
}

const PERCENT_PLACES = 4;
const PERCENT = { least: 0.0001, most: 99, isWhole: false } as const;
const WHOLES = {
  walletCount: { least: 1, most: MAX_WALLETS, isWhole: true },
  levels: { least: 1, most: MAX_LEVELS, isWhole: true },
  inventoryTarget: { least: 0, most: 100, isWhole: true },
  skew: { least: 0, most: 100, isWhole: true },
  maxDrawdown: { least: 1, most: 90, isWhole: true },
  maxFillsPerMinute: { least: 1, most: 1000, isWhole: true },
} as const;

type Noted = Partial<Record<DraftField, string>>;

/** What the form asks for, or what stands against it at each field. */
export function readDraft(draft: PoolDraft): ReadDraft {
  const problems: Noted = {};
  const { base, quote, autoRebalance } = draft;
  if (base === "") problems.base = t`Choose an asset.`;
  if (quote === "") problems.quote = t`Choose an asset.`;
  if (base !== "" && base === quote) problems.quote = t`A pool is of two different assets. Choose another one.`;
  const whole = (field: keyof typeof WHOLES): number =>
    noted(problems, field, readNumber(draft[field], WHOLES[field]), 0);
  const amounts = readAmounts(draft, problems);
  const reference = readReference(draft, problems);
  const [walletCount, levels] = [whole("walletCount"), whole("levels")];
  if (walletCount > 2 * levels && levels > 0)
    problems.walletCount ??= t`So many wallets have nothing to do: there are ${{ offers: 2 * levels }} offers. Choose fewer wallets, or more offers on each side.`;
  const shape = readShape(draft, problems);
  const limits = {
    inventoryTarget: whole("inventoryTarget"),
    skew: whole("skew"),
    maxDrawdown: whole("maxDrawdown"),
    maxFillsPerMinute: whole("maxFillsPerMinute"),
  };
  if (reference === null || Object.keys(problems).length > 0) return { terms: null, problems };
  return {
    terms: { base, quote, walletCount, levels, reference, autoRebalance, ...amounts, ...shape, ...limits },
    problems: null,
  };
}

function noted<Value>(problems: Noted, field: DraftField, read: Value | string, instead: Value): Value {
  if (typeof read !== "string") return read;
  problems[field] ??= read;
  return instead;
}

function readAmounts(draft: PoolDraft, problems: Noted) {
  const orNothing = (typed: string) => (typed.trim() === "" ? 0n : readAmount(typed));
  const baseAmount = noted(problems, "baseAmount", orNothing(draft.baseAmount), 0n);
  const quoteAmount = noted(problems, "quoteAmount", orNothing(draft.quoteAmount), 0n);
  if (baseAmount === 0n && quoteAmount === 0n)
    problems.baseAmount ??= t`Put in some of at least one of the two assets.`;
  const positive = (field: "minTradeSize" | "maxTradeSize" | "maxDailyLoss"): bigint => {
    const read = readAmount(draft[field]);
    return noted(problems, field, read === 0n ? sentenceOf("amount-not-positive") : read, 0n);
  };
  const [minTradeSize, maxTradeSize] = [positive("minTradeSize"), positive("maxTradeSize")];
  if (minTradeSize > maxTradeSize) problems.maxTradeSize ??= t`The largest offer cannot be less than the smallest.`;
  return {
    baseAmount: formatAmountShort(baseAmount),
    quoteAmount: formatAmountShort(quoteAmount),
    minTradeSize: formatAmountShort(minTradeSize),
    maxTradeSize: formatAmountShort(maxTradeSize),
    maxDailyLoss: formatAmountShort(positive("maxDailyLoss")),
  };
}

function readReference(draft: PoolDraft, problems: Noted): PoolReference | null {
  const { referenceKind, pairBase, pairQuote } = draft;
  switch (referenceKind) {
    case null:
      problems.referenceKind = t`Choose what the ladder stands around.`;
      return null;
    case "fixed": {
      const plain = plainAmount(draft.targetPrice);
      const text = "problem" in plain ? "" : plain.text;
      if (readPrice(text) !== null) return { kind: "fixed", targetPrice: text };
      problems.targetPrice = "problem" in plain ? plain.problem : t`Enter a price above zero.`;
      return null;
    }
    case "pair":
      if (pairBase === "") problems.pairBase = t`Choose an asset.`;
      if (pairQuote === "") problems.pairQuote = t`Choose an asset.`;
      if (pairBase !== "" && pairBase === pairQuote) problems.pairQuote = t`Choose two different assets.`;
      return { kind: "pair", base: pairBase, quote: pairQuote };
    case "mid":
    case "pool":
      return { kind: referenceKind };
  }
}

/** The ladder begins half a spread from the reference, and ends before the pool stops. */
function readShape(draft: PoolDraft, problems: Noted) {
  const percent = (field: "spreadPercentage" | "depthPercentage" | "priceMargin"): number =>
    noted(problems, field, readPercent(draft[field]), 0);
  const [spread, depth, margin] = [percent("spreadPercentage"), percent("depthPercentage"), percent("priceMargin")];
  if (depth * 2 < spread) problems.depthPercentage ??= t`The ladder begins half the spread away. Choose at least that.`;
  if (depth > margin && margin > 0)
    problems.priceMargin ??= t`The ladder reaches farther than that. Choose at least its depth.`;
  return {
    spreadPercentage: plainNumber(spread),
    depthPercentage: plainNumber(depth),
    priceMargin: plainNumber(margin),
  };
}

function readPercent(typed: string): number | string {
  const read = readNumber(typed, PERCENT);
  if (typeof read === "string") return read;
  const places = plainNumber(read).split(".")[1]?.length ?? 0;
  return places > PERCENT_PLACES ? t`Enter a percentage with at most four places.` : read;
}

/** A share of what is put in, in parts of a hundred, that no day may lose unless its owner says otherwise. */
const USUAL_LOSS = 5n;
const DIGITS = 2;

/**
 * With sizes and a loss that fit what is put in, wherever nothing was typed: offers between a tenth and twice an even share of a level.
 * `price` is of quote for one base.
 */
export function withUsualSizes(draft: PoolDraft, price: number | null): PoolDraft {
  const [base, quote] = [amountOr0(draft.baseAmount), amountOr0(draft.quoteAmount)];
  const levels = Number(draft.levels);
  if (price === null || !(price > 0) || base + quote === 0n || !(levels >= 1)) return draft;
  const inBase = Number(formatAmountShort(base)) + Number(formatAmountShort(quote)) / price;
  const each = inBase / 2 / levels;
  const text = (value: number) => rounded(value);
  return {
    ...draft,
    minTradeSize: draft.minTradeSize === "" ? text(each / 10) : draft.minTradeSize,
    maxTradeSize: draft.maxTradeSize === "" ? text(each * 2) : draft.maxTradeSize,
    maxDailyLoss: draft.maxDailyLoss === "" ? text((inBase * price * Number(USUAL_LOSS)) / 100) : draft.maxDailyLoss,
  };
}

function amountOr0(typed: string): bigint {
  const read = typed.trim() === "" ? 0n : readAmount(typed);
  return typeof read === "bigint" ? read : 0n;
}

const STROOP = 1e-7;

/** In two figures, as an amount; nothing where it would be less than a stroop. */
function rounded(value: number): string {
  const short = Number(value.toPrecision(DIGITS));
  return short < STROOP ? "" : formatAmountShort(parseAmount(short.toFixed(7)));
}
