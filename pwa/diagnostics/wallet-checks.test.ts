import { expect, test } from "vitest";
import type { WalletHealthOutput } from "#schemas/diagnostics.ts";
import {
  checkAccount,
  checkBooks,
  checkLines,
  checkPayments,
  checkReserve,
  checkSequence,
  checkSigners,
} from "./wallet-checks.ts";

const OWN = "GOWN";
const XLM = { assetCode: "XLM", issuer: "", balance: "10.0000000" };
const EUR = { assetCode: "EUR", issuer: "GISSUER", balance: "3.0000000" };
const LINE = { ...EUR, limit: "100.0000000", isAuthorized: true, isFull: false };
const FOUND = {
  state: "found" as const,
  asOfLedger: 100,
  balance: "10.0000000",
  free: "9.0000000",
  reserve: "1.0000000",
  sequence: "400",
  signers: [{ key: OWN, weight: 1 }],
  threshold: 1,
  lines: [LINE],
};
const OPEN = {
  id: 1,
  kind: "send",
  state: "submitted" as const,
  createdAt: "2026-01-01T00:00:00.000Z",
  sequence: "401",
};
const HEALTH: WalletHealthOutput = {
  at: "2026-01-01T00:01:00.000Z",
  address: OWN,
  ledger: FOUND,
  books: { exists: true, asOfLedger: 90, ingestedLedger: 100, held: [XLM, EUR] },
  open: [],
  collections: [],
};
const ALL = [checkAccount, checkReserve, checkLines, checkSequence, checkPayments, checkSigners, checkBooks];

function withLedger(change: Partial<typeof FOUND>): WalletHealthOutput {
  return { ...HEALTH, ledger: { ...FOUND, ...change } };
}

test("a wallet with nothing wrong passes every check", () => {
  expect(ALL.map((check) => check(HEALTH).status)).toEqual(ALL.map(() => "pass"));
});

test("a network that is away fails nothing that cannot be known", () => {
  const away: WalletHealthOutput = { ...HEALTH, ledger: { state: "unreachable" } };
  expect(ALL.map((check) => check(away).status)).toEqual([
    "unknown",
    "unknown",
    "unknown",
    "unknown",
    "pass",
    "unknown",
    "unknown",
  ]);
});

test("an account that is not there yet is created by the first XLM", () => {
  const missing: WalletHealthOutput = { ...HEALTH, ledger: { state: "missing", asOfLedger: 100 } };
  expect(checkAccount(missing)).toMatchObject({ status: "warn", fix: "receive" });
  expect(checkAccount({ ...missing, address: null })).toMatchObject({ status: "warn" });
});

test("what is free for fees is judged in stroops", () => {
  expect(checkReserve(withLedger({ free: "0.1000000" })).status).toBe("pass");
  expect(checkReserve(withLedger({ free: "0.0999999" }))).toMatchObject({ status: "warn", fix: "receive" });
  expect(checkReserve(withLedger({ free: "0.0000000" })).status).toBe("fail");
});

test("an asset that cannot be used or received is named", () => {
  expect(checkLines(withLedger({ lines: [{ ...LINE, isAuthorized: false }] })).found).toContain("EUR cannot be used");
  expect(checkLines(withLedger({ lines: [{ ...LINE, isFull: true }] })).found).toContain("EUR cannot be received");
});

test("payments that wait, that take long and that nobody is certain of are told apart", () => {
  expect(checkPayments({ ...HEALTH, open: [OPEN] }).status).toBe("pass");
  expect(checkPayments({ ...HEALTH, at: "2026-01-01T00:06:00.000Z", open: [OPEN] }).found).toContain("takes long");
  expect(checkPayments({ ...HEALTH, open: [{ ...OPEN, state: "held" }] }).found).toContain("approval");
  expect(checkPayments({ ...HEALTH, open: [{ ...OPEN, state: "ambiguous" }, OPEN] }).status).toBe("fail");
  expect(checkSequence({ ...HEALTH, open: [OPEN] }).status).toBe("pass");
  expect(checkSequence({ ...HEALTH, open: [OPEN, { ...OPEN, sequence: "402" }] }).status).toBe("warn");
});

test("a second key that moves money alone is told, one that only helps is not", () => {
  const other = { key: "GOTHER", weight: 1 };
  expect(checkSigners(withLedger({ signers: [{ key: OWN, weight: 1 }, other] })).status).toBe("warn");
  expect(checkSigners(withLedger({ signers: [{ key: OWN, weight: 1 }, other], threshold: 2 })).status).toBe("pass");
  expect(checkSigners(withLedger({ signers: [{ key: OWN, weight: 0 }, other] })).found).toContain("changed");
  expect(checkSigners(withLedger({ signers: [{ key: OWN, weight: 0 }] })).status).toBe("fail");
});

test("books that hold what the ledger lacks are wrong, wherever it is missing", () => {
  expect(checkBooks(withLedger({ lines: [] }))).toMatchObject({ status: "fail", found: "They differ in EUR." });
  const emptied = { ...HEALTH.books, held: [XLM, { ...EUR, balance: "0.0000000" }] };
  expect(checkBooks({ ...withLedger({ lines: [] }), books: emptied }).status).toBe("pass");
  expect(checkBooks({ ...HEALTH, books: { ...HEALTH.books, held: [XLM] } }).found).toBe("They differ in EUR.");
  const gone: WalletHealthOutput = { ...HEALTH, ledger: { state: "missing", asOfLedger: 100 } };
  expect(checkBooks(gone)).toMatchObject({ status: "fail", found: "They differ in XLM, EUR." });
  expect(checkBooks({ ...gone, books: { ...HEALTH.books, ingestedLedger: 99 } }).status).toBe("warn");
  const never = { ...HEALTH.books, exists: false, held: [] };
  expect(checkBooks({ ...gone, books: never }).status).toBe("unknown");
});

test("books that differ are wrong, books that follow are behind", () => {
  const books = { ...HEALTH.books, held: [XLM, { ...EUR, balance: "2.0000000" }] };
  expect(checkBooks({ ...HEALTH, books })).toMatchObject({ status: "fail", found: "They differ in EUR." });
  expect(checkBooks({ ...HEALTH, books: { ...books, ingestedLedger: 97 } }).found).toContain("3 ledgers behind");
});
