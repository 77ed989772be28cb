import type { PoolTerms } from "#schemas/market-making.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { XLM } from "./market-ledger.ts";

const ISSUER = "GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5";
const PAIRS = [
  [`EUR-${ISSUER}`, `USD-${ISSUER}`],
  [XLM, `USD-${ISSUER}`],
  [`EUR-${ISSUER}`, XLM],
] as const;
/** On no pool's pair. */
export const THIRD = `BTC-${ISSUER}`;

/** A pool that somebody might have, around a price. */
export function someTerms(random: () => number, price: number): PoolTerms {
  const between = (least: number, most: number) => least + random() * (most - least);
  const whole = (least: number, most: number) => Math.floor(between(least, most + 1));
  const [base, quote] = PAIRS[whole(0, PAIRS.length - 1)] ?? PAIRS[0];
  const levels = whole(1, 10);
  const half = between(0.01, 2);
  const depth = half + between(0, 4);
  // Of either asset so much that a fee is next to nothing of it.
  const baseAmount = (between(100, 100_000) * Math.max(1, price)) / price;
  const [least, most] = [baseAmount / between(50, 400), baseAmount / between(1, 40)];
  return {
    base,
    quote,
    baseAmount: random() < 0.1 ? "0" : baseAmount.toFixed(7),
    quoteAmount: formatAmount(BigInt(Math.ceil(baseAmount * price * between(0.2, 2) * 1e7)) + 1n),
    walletCount: whole(1, Math.min(19, 2 * levels)),
    levels,
    spreadPercentage: (2 * half).toFixed(4),
    depthPercentage: (depth + 0.0002).toFixed(4),
    minTradeSize: Math.min(least, most).toFixed(7),
    maxTradeSize: Math.max(least, most).toFixed(7),
    reference: { kind: "mid" },
    priceMargin: "50",
    inventoryTarget: whole(0, 100),
    skew: whole(0, 100),
    autoRebalance: random() < 0.7,
    maxDrawdown: 50,
    maxDailyLoss: "100",
    maxFillsPerMinute: 100,
  };
}
