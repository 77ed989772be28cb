import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aCheck } from "./check.fixture.ts";
import { keepSend, readKeptSend } from "./kept-draft.ts";
import { EMPTY_DRAFT, type Payment } from "./payment.ts";

const kept = new Map<string, string>();
const payment: Payment = {
  to: "GANA",
  assetCode: "XLM",
  issuer: "",
  amountStroops: 125_000_000n,
  memo: "",
  memoType: "text",
  networkPassphrase: "",
  asClaimable: false,
};
const unanswered = { payment, check: aCheck({ usd: "1.25" }), key: "0123456789abcdef" };

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a confirmation without an answer is there again after the page has died", () => {
  keepSend(7, { draft: EMPTY_DRAFT, unanswered, tracked: null });
  expect(readKeptSend(7).unanswered).toEqual(unanswered);
});

test("one that an older version of the app kept is not forgotten by the next: it would be paid twice", () => {
  keepSend(7, { draft: EMPTY_DRAFT, unanswered, tracked: null });
  const [key = "", stored = ""] = [...kept][0] ?? [];
  kept.set(key, stored.replace('"usd":"1.25",', ""));
  expect(readKeptSend(7).unanswered).toMatchObject({ key: unanswered.key, check: { usd: null } });
});

test("nobody is shown what another person left", () => {
  keepSend(7, { draft: { ...EMPTY_DRAFT, to: "GANA" }, unanswered, tracked: null });
  expect(readKeptSend(8)).toEqual({ draft: EMPTY_DRAFT, unanswered: null, tracked: null });
  expect(kept.size).toBe(0);
});
