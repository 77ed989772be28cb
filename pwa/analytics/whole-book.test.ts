import fc from "fast-check";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { parseAmount } from "#schemas/values/money.ts";
import { togetherOf } from "./gain-words.ts";
import { gainTable, toCsv } from "./save-report.ts";
import { bookAfter, steps } from "./whole-book.fixture.ts";

test("what came in, less what went out, and all gains are what there is, to the last ten-millionth", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const { book, whole } = await bookAfter(history);
      expect(book.gains.filter(({ gain }) => gain === null)).toEqual([]);
      const cameIn = book.months.reduce((sum, month) => sum + month.in, 0n);
      const wentOut = book.months.reduce((sum, month) => sum + month.out, 0n);
      const { gain, value } = togetherOf(book.gains);
      expect(book.months.every(({ uncounted }) => uncounted === 0)).toBe(true);
      expect(value).toBe(whole.usd);
      expect(cameIn - wentOut + gain).toBe(whole.usd);
    }),
    { numRuns: 300 },
  );
});

test("the table of gains and its file tell the total that all screens tell", async () => {
  const step = { from: "XLM", to: "USDC", off: 101n, price: 300n } as const;
  const { book, whole } = await bookAfter([
    { ...step, kind: "in", to: "XLM", part: 900n },
    { ...step, kind: "trade", part: 500n },
    { ...step, kind: "deposit", part: 900n },
    { ...step, kind: "market", part: 9n },
  ]);
  expect(whole.pools[0]?.usd).not.toBe(0n);
  const rows = parse<Record<string, string>>(await toCsv(gainTable(book.gains)), { columns: true });
  expect(rows.map((row) => [row["asset"], row["place"]])).toEqual([
    ["XLM", "wallet"],
    ["USDC", "wallet"],
    ["XLM / USDC", "pool"],
    ["XLM", "set aside"],
  ]);
  const sum = (column: string) =>
    rows.reduce((total, row) => {
      const text = row[column] ?? "";
      return total + (text.startsWith("-") ? -parseAmount(text.slice(1)) : parseAmount(text));
    }, 0n);
  const { gain, value } = togetherOf(book.gains);
  expect(sum("value_usd")).toBe(whole.usd);
  expect(sum("value_usd")).toBe(value);
  expect(sum("realised_usd") + sum("unrealised_usd")).toBe(gain);
});
