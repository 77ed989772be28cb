import fc from "fast-check";
import { expect, test } from "vitest";
import type { QuoteOutput } from "#schemas/market-data.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import {
  flipped,
  impactOf,
  improvement,
  isWithin,
  mostGiven,
  movedWords,
  questionOf,
  ratesOf,
  type SwapDraft,
  termsOf,
  withAsset,
} from "./swap-terms.ts";

const ISSUER = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";
const USDC = `USDC-${ISSUER}`;
const EURC = `EURC-${ISSUER}`;
const native = { assetCode: "XLM", issuer: "" };

function aQuote(sendAmount: string, receiveAmount: string, change: Partial<QuoteOutput> = {}): QuoteOutput {
  const usdc = { assetCode: "USDC", issuer: ISSUER };
  return {
    state: "live",
    ledger: 7,
    closedAt: "2026-01-01T00:00:00.000Z",
    sendAmount,
    receiveAmount,
    hops: [{ from: native, to: usdc, sent: sendAmount, received: receiveAmount, via: "book" }],
    priceImpact: "0.10",
    ...change,
  };
}

function aDraft(change: Partial<SwapDraft> = {}): SwapDraft {
  return { direction: "send", send: "XLM", receive: USDC, amount: "100", slippage: "0.5", ...change };
}

test("a draft is asked about once it says two assets and an amount", () => {
  expect(questionOf(aDraft({ amount: "1,5" }))).toEqual({
    direction: "send",
    send: "XLM",
    receive: USDC,
    amount: "1.5",
  });
  for (const change of [{ amount: "" }, { amount: "0" }, { amount: "x" }, { receive: "" }, { receive: "XLM" }])
    expect(questionOf(aDraft(change))).toBeNull();
});

test("the fixed amount is exact, and the other one is bound by the slippage", () => {
  const quote = aQuote("100.0000000", "9.9999999");
  const sent = termsOf({ direction: "send", send: "XLM", receive: USDC, amount: "100" }, quote, 50n);
  expect(sent).toMatchObject({ sendAmount: "100", receiveAmount: "9.95", path: [] });
  const received = termsOf({ direction: "receive", send: "XLM", receive: USDC, amount: "9.9999999" }, quote, 50n);
  expect(received).toMatchObject({ sendAmount: "100.5", receiveAmount: "9.9999999" });
});

test("the assets between the first and the last are the path", () => {
  const eurc = { assetCode: "EURC", issuer: ISSUER };
  const usdc = { assetCode: "USDC", issuer: ISSUER };
  const quote = aQuote("1.0000000", "1.0000000", {
    hops: [
      { from: native, to: eurc, sent: "1.0000000", received: "1.0000000", via: "pool" },
      { from: eurc, to: usdc, sent: "1.0000000", received: "1.0000000", via: "book" },
    ],
  });
  expect(termsOf({ direction: "send", send: "XLM", receive: USDC, amount: "1" }, quote, 0n).path).toEqual([EURC]);
});

test("bounds never go beyond the slippage, and a quote is always within its own", () => {
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 17n });
  fc.assert(
    fc.property(
      amounts,
      amounts,
      fc.bigInt({ min: 0n, max: 5000n }),
      fc.constantFrom("send" as const, "receive" as const),
      (sent, received, part, direction) => {
        const quote = aQuote(formatAmount(sent), formatAmount(received));
        const terms = termsOf({ direction, send: "XLM", receive: USDC, amount: "1" }, quote, part);
        expect(isWithin(terms, quote)).toBe(true);
        const [most, least] = [parseAmount(terms.sendAmount), parseAmount(terms.receiveAmount)];
        expect(least > 0n).toBe(true);
        expect(most * 10_000n <= sent * (10_000n + part)).toBe(true);
        expect(least * 10_000n >= received * (10_000n - part)).toBe(true);
        const worse = direction === "send" ? least - 1n : most + 1n;
        const [nextSent, nextReceived] = direction === "send" ? [sent, worse] : [worse, received];
        if (worse > 0n) expect(isWithin(terms, aQuote(formatAmount(nextSent), formatAmount(nextReceived)))).toBe(false);
      },
    ),
  );
});

test("a moved price is told with both amounts and its size, a loss never smaller than it is", () => {
  const question = { direction: "send", send: "XLM", receive: USDC, amount: "100" } as const;
  expect(movedWords(question, aQuote("100", "10"), aQuote("100", "9.8999"))).toBe(
    "The price has moved: you were shown 10 USDC, and now it is 9.8999 USDC, 1.01% worse for you.",
  );
  expect(improvement("receive", aQuote("100", "10"), aQuote("101", "10"))).toBe(-100n);
  expect(improvement("receive", aQuote("100", "10"), aQuote("99", "10"))).toBe(100n);
  expect(improvement("send", aQuote("100", "10"), aQuote("100", "9.9999999"))).toBe(-1n);
});

test("turning around gives what was to be received", () => {
  const quote = aQuote("100.0000000", "9.5000000");
  expect(flipped(aDraft(), quote)).toMatchObject({ direction: "send", send: USDC, receive: "XLM", amount: "9.5" });
  expect(flipped(aDraft({ direction: "receive", amount: "9.5" }), quote)).toMatchObject({
    direction: "send",
    send: USDC,
    amount: "9.5",
  });
  expect(flipped(aDraft(), null)).toMatchObject({ send: USDC, receive: "XLM", amount: "100" });
});

test("choosing the asset of the other side turns both around", () => {
  expect(withAsset(aDraft(), "send", USDC)).toMatchObject({ send: USDC, receive: "XLM" });
  expect(withAsset(aDraft(), "receive", EURC)).toMatchObject({ send: "XLM", receive: EURC });
});

test("rates are told both ways with the digits that count", () => {
  expect(ratesOf({ sendAmount: "3.0000000", receiveAmount: "1.0000000" })).toEqual({
    forward: "0.3333333",
    backward: "3",
  });
  expect(ratesOf({ sendAmount: "1.0000000", receiveAmount: "0.0001234" })).toEqual({
    forward: "0.0001234",
    backward: "8103.727",
  });
  expect(ratesOf({ sendAmount: "0.0000001", receiveAmount: "12345678" }).forward).toBe("123456780000000");
});

test("price impact is warned of from one percent and confirmed twice from five", () => {
  const levelAt = (priceImpact: string) => impactOf(aQuote("1", "1", { priceImpact })).level;
  expect([levelAt("0.99"), levelAt("1.00"), levelAt("4.99"), levelAt("5.00")]).toEqual([
    "small",
    "noticeable",
    "noticeable",
    "high",
  ]);
  expect(impactOf(aQuote("1", "1", { priceImpact: "0.00" })).text).toBe("less than 0.01%");
});

test("the most that can be given leaves enough for the fees it leads to", () => {
  expect(mostGiven(1000n, 1000n, 1010n)).toBe(990n);
  expect(mostGiven(5n, 5n, 100n)).toBe(0n);
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      fc.bigInt({ min: 0n, max: 10n ** 6n }),
      fc.bigInt({ min: 0n, max: 300n }),
      (spendable, flat, percent) => {
        const total = (amount: bigint) => amount + flat + (amount * percent) / 10_000n;
        const most = mostGiven(spendable, spendable, total(spendable));
        if (most > 0n) expect(total(most) <= spendable).toBe(true);
      },
    ),
  );
});
