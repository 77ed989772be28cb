import { csvLine } from "#pwa/parts/files/csv-line.ts";
import { readSaid } from "#schemas/said.ts";
import type { Signal } from "./use-automations.ts";

const COLUMNS = [
  "automation",
  "candle",
  "base",
  "quote",
  "side",
  "price",
  "confidence",
  "source",
  "because",
  "facts",
  "result",
  "why_not",
  "paper",
  "traded_at",
  "base_amount",
  "quote_amount",
  "average_price",
  "profit_loss",
  "hash",
] as const;

/** CSV (RFC 4180) of signals: CRLF line ends, times in UTC, sentences by their codes and facts. Programs read it in any language. */
export function signalsCsv(signals: readonly Signal[]): string {
  return [csvLine(COLUMNS), ...signals.map((signal) => csvLine(cellsOf(signal)))].join("");
}

function cellsOf(signal: Signal): readonly string[] {
  const { automatedTradingId, candleAt, base, quote, signalType, price, confidence, signalSource } = signal;
  const { description, result, why, isPaper, executionDate, baseAmount, quoteAmount, averagePrice } = signal;
  const said = readSaid(description);
  const facts = Object.entries(said?.facts ?? {}).map(([name, fact]) => `${name}=${fact}`);
  return [
    String(automatedTradingId),
    candleAt,
    base,
    quote,
    signalType,
    price,
    confidence,
    signalSource,
    codeOf(description),
    facts.join(" "),
    result,
    codeOf(why),
    isPaper ? "yes" : "no",
    executionDate ?? "",
    baseAmount ?? "",
    quoteAmount ?? "",
    averagePrice ?? "",
    signal.profitLoss ?? "",
    signal.hash,
  ];
}

/** Of a sentence its code, without what it is kept under; of words the words. */
function codeOf(text: string): string {
  return readSaid(text)?.code.replace(/^\w+\./, "") ?? text;
}
