import { t } from "@lingui/core/macro";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";
import { type NumberBounds, plainNumber, readNumber } from "#pwa/parts/trading/typed-number.ts";
import { readAmount } from "#pwa/ui/typed-amount.ts";
import type { AutomationTerms, CandleChoice, StrategyKind } from "#schemas/automated-trading.ts";
import { faultOf, usualOf } from "#schemas/strategies/parameters.ts";
import { STRATEGIES } from "#schemas/strategies/strategies.ts";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";

/** What stands in the form, as it was typed. */
export interface TermsDraft {
  readonly strategy: StrategyKind;
  readonly candle: CandleChoice;
  readonly bases: readonly string[];
  /** Empty while none is chosen. */
  readonly quote: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly budget: string;
  readonly perTrade: string;
  readonly perDay: string;
  /** In percent. */
  readonly maxDrawdown: string;
  readonly cooldown: string;
  /** In percent. */
  readonly slippage: string;
}

/** Sentences by field; a setting of the strategy is `parameters.<name>`. */
export type TermsProblems = Readonly<Record<string, string>>;

export type ReadTerms =
  | { readonly terms: AutomationTerms; readonly problems: null }
  | { readonly terms: null; readonly problems: TermsProblems };

const WHOLES = {
  maxDrawdown: { least: 1, most: 90, isWhole: true },
  cooldown: { least: 0, most: 1000, isWhole: true },
} as const;
const SLIPPAGE = { least: 0.01, most: 10, isWhole: false } as const;
const HUNDREDTHS = 100;

/** What the form begins with. */
export function newDraft(base: string, quote: string): TermsDraft {
  return {
    strategy: "trend-following",
    candle: "1h",
    bases: base === "" ? [] : [base],
    quote,
    parameters: usualTexts("trend-following"),
    budget: "",
    perTrade: "",
    perDay: "",
    maxDrawdown: "20",
    cooldown: "3",
    slippage: "0.5",
  };
}

/** The same settings, to be changed and started anew. */
export function draftOf(terms: AutomationTerms): TermsDraft {
  const { strategy, candle, bases, quote, parameters, maxDrawdown, cooldown, slippage } = terms;
  return {
    strategy,
    candle,
    bases,
    quote,
    parameters: textsOf(parameters),
    budget: shortAmount(terms.budget),
    perTrade: shortAmount(terms.perTrade),
    perDay: shortAmount(terms.perDay),
    maxDrawdown: String(maxDrawdown),
    cooldown: String(cooldown),
    slippage: plainNumber(slippage / HUNDREDTHS),
  };
}

function shortAmount(amount: string): string {
  return formatAmountShort(parseAmount(amount));
}

/** With another strategy, and the usual settings of that one. */
export function ofStrategy(draft: TermsDraft, strategy: StrategyKind): TermsDraft {
  return strategy === draft.strategy ? draft : { ...draft, strategy, parameters: usualTexts(strategy) };
}

export function usualTexts(strategy: StrategyKind): TermsDraft["parameters"] {
  return textsOf(usualOf(strategy));
}

export function textsOf(parameters: AutomationTerms["parameters"]): TermsDraft["parameters"] {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, plainNumber(value)]));
}

/** What the form asks for, or what stands against it at each field. */
export function readTerms(draft: TermsDraft): ReadTerms {
  const problems: Record<string, string> = {};
  const { strategy, candle, bases, quote } = draft;
  if (bases.length === 0) problems["bases"] = t`Choose at least one asset to trade.`;
  if (quote === "") problems["quote"] = t`Choose what you pay with.`;
  if (bases.includes(quote)) problems["quote"] = t`An asset cannot be traded for itself. Choose another one.`;
  const parameters = readParameters(draft, problems);
  const amounts = readAmounts(draft, problems);
  const number = (field: "maxDrawdown" | "cooldown" | "slippage", rule: NumberBounds): number => {
    const read = readNumber(draft[field], rule);
    if (typeof read === "number") return read;
    problems[field] = read;
    return 0;
  };
  const [maxDrawdown, cooldown] = [number("maxDrawdown", WHOLES.maxDrawdown), number("cooldown", WHOLES.cooldown)];
  const slippage = Math.round(number("slippage", SLIPPAGE) * HUNDREDTHS);
  if (Object.keys(problems).length > 0) return { terms: null, problems };
  const chosen = { strategy, candle, bases: [...bases], quote, parameters };
  return { terms: { ...chosen, ...amounts, maxDrawdown, cooldown, slippage }, problems: null };
}

/** A setting is within the bounds of its strategy, and of two that belong together the lesser is less. */
function readParameters({ strategy, parameters }: TermsDraft, problems: Record<string, string>) {
  const read = Object.fromEntries(
    Object.entries(STRATEGIES[strategy].rules).map(([name, rule]) => [name, readNumber(parameters[name] ?? "", rule)]),
  );
  const numbers: Record<string, number> = {};
  for (const [name, value] of Object.entries(read))
    if (typeof value === "number") numbers[name] = value;
    else problems[`parameters.${name}`] = value;
  const fault = faultOf(strategy, numbers);
  if (fault !== null) problems[`parameters.${fault}`] ??= orderWords(fault);
  return numbers;
}

function orderWords(name: string): string {
  return name === "slow" ? t`It has to be longer than the fast one.` : t`It has to be above the lowest price.`;
}

function readAmounts(draft: TermsDraft, problems: Record<string, string>) {
  const amount = (field: "budget" | "perTrade" | "perDay"): bigint => {
    const read = readAmount(draft[field]);
    if (typeof read === "bigint" && read > 0n) return read;
    problems[field] = typeof read === "bigint" ? sentenceOf("amount-not-positive") : read;
    return 0n;
  };
  const [budget, perTrade, perDay] = [amount("budget"), amount("perTrade"), amount("perDay")];
  if (perTrade > budget) problems["perTrade"] ??= t`A trade cannot be more than the budget.`;
  if (perDay < perTrade) problems["perDay"] ??= t`The purchases of a day cannot be less than one trade.`;
  return {
    budget: formatAmountShort(budget),
    perTrade: formatAmountShort(perTrade),
    perDay: formatAmountShort(perDay),
  };
}
