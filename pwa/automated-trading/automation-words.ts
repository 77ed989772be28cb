import { plural, t } from "@lingui/core/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { formatDate, formatList, formatPercent } from "#pwa/ui/format.ts";
import type { AutomationTerms, CandleChoice, ExecutionMode, StrategyKind } from "#schemas/automated-trading.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import type { Automation } from "./use-automations.ts";

export const STRATEGY_NAMES: Readonly<Record<StrategyKind, string>> = {
  get "trend-following"() {
    return t({ message: "Trend following", context: "a trading strategy" });
  },
  get "mean-reversion"() {
    return t({ message: "Return to the average", context: "a trading strategy" });
  },
  get breakout() {
    return t({ message: "Breakout", context: "a trading strategy" });
  },
  get dca() {
    return t({ message: "Regular buying", context: "a trading strategy" });
  },
  get grid() {
    return t({ message: "Grid", context: "a trading strategy" });
  },
};

export const CANDLE_WORDS: Readonly<Record<CandleChoice, string>> = {
  get "1m"() {
    return t({ message: "1 minute", context: "length of a candle" });
  },
  get "5m"() {
    return t({ message: "5 minutes", context: "length of a candle" });
  },
  get "15m"() {
    return t({ message: "15 minutes", context: "length of a candle" });
  },
  get "1h"() {
    return t({ message: "1 hour", context: "length of a candle" });
  },
  get "1d"() {
    return t({ message: "1 day", context: "length of a candle" });
  },
};

export const MODE_NAMES: Readonly<Record<ExecutionMode, string>> = {
  get alert() {
    return t({ message: "Tells you", context: "what an automation does" });
  },
  get auto() {
    return t({ message: "Trades for you", context: "what an automation does" });
  },
};

/** "XLM / USDC and AQUA / USDC". */
export function pairsOf({ bases, quote }: Pick<AutomationTerms, "bases" | "quote">): string {
  return formatList(bases.map((base) => `${codeOf(base)} / ${codeOf(quote)}`));
}

/** What an automation is called where there may be several. */
export function automationTitle(terms: AutomationTerms): string {
  const [strategy, pairs] = [STRATEGY_NAMES[terms.strategy], pairsOf(terms)];
  return t`${strategy}: ${pairs}`;
}

export function statusWords({ status, paymentStatus }: Pick<Automation, "status" | "paymentStatus">): string {
  switch (status) {
    case "inactive":
      return paymentStatus === "failed"
        ? t({ message: "Not started", context: "state of an automation" })
        : t({ message: "Starting", context: "state of an automation" });
    case "active":
      return t({ message: "Running", context: "state of an automation" });
    case "paused":
      return t({ message: "Paused", context: "state of an automation" });
    case "stopped":
      return t({ message: "Stopped", context: "state of an automation" });
  }
}

export function statusTone({ status }: Pick<Automation, "status">): "up" | "accent" | "warn" | "neutral" {
  switch (status) {
    case "inactive":
      return "accent";
    case "active":
      return "up";
    case "paused":
      return "warn";
    case "stopped":
      return "neutral";
  }
}

/** What all pairs may bind together, as a decimal text. */
export function budgetOf({ budget, bases }: Pick<AutomationTerms, "budget" | "bases">): string {
  return formatAmount(parseAmount(budget) * BigInt(bases.length));
}

/** Hundredths of a percent. */
export function basisWords(hundredths: number): string {
  return formatPercent(String(hundredths / 100));
}

export function candlesWords(count: number): string {
  return plural(count, { one: "# candle", other: "# candles" });
}

/** A day (UTC) such as "2026-11-27". */
export function dayWords(day: string): string {
  return formatDate(Date.parse(`${day}T12:00:00.000Z`));
}
