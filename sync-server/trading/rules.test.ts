import { expect, test } from "vitest";
import { MAX_STROOPS } from "#schemas/values/money.ts";
import { type AccountState, NO_ACCOUNT, type StoredLine } from "#server/platform/ingest/account.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import type { LedgerAccount, LedgerLine } from "#server/platform/network/entries.ts";
import { missingLines, type TradeFacts, tradeRefusals } from "./rules.ts";

const UNIT = 10_000_000n;
const ANA = "GANA";
const USD = { assetCode: "USD", issuer: "GUSD" };
const EUR = { assetCode: "EUR", issuer: "GEUR" };
const line: StoredLine = {
  ...USD,
  balance: String(50n * UNIT),
  limit: String(100n * UNIT),
  selling: String(10n * UNIT),
  buying: String(20n * UNIT),
  isAuthorized: true,
};
/** Ten XLM, of which two are reserved by three entries besides the account's own. */
const account: AccountState = { ...NO_ACCOUNT, exists: true, balance: String(10n * UNIT), reserves: 4, lines: [line] };
const issuer: LedgerAccount = {
  address: EUR.issuer,
  balance: 0n,
  sequence: 0n,
  selling: 0n,
  buying: 0n,
  reserves: 2,
  isAuthorizationRequired: false,
  isAuthorizationRevocable: false,
  isImmutable: false,
  isClawbackEnabled: false,
  homeDomain: "",
  signing: { weights: new Map(), low: 0, medium: 0, high: 0 },
};
const seen: LedgerLine = {
  ...USD,
  address: ANA,
  balance: 50n * UNIT,
  limit: 100n * UNIT,
  selling: 10n * UNIT,
  buying: 20n * UNIT,
  isAuthorized: true,
  keepsOffers: false,
  pools: 0,
};
/** Sells five USD for five XLM in an order of its own. */
const fine: TradeFacts = {
  address: ANA,
  account,
  lines: [seen],
  issuers: new Map([
    [USD.issuer, issuer],
    [EUR.issuer, issuer],
  ]),
  reserved: new Map(),
  incoming: [],
  gives: [{ asset: USD, amount: 5n * UNIT }],
  fees: [],
  takes: [{ asset: NATIVE, amount: 5n * UNIT }],
  freed: { given: [], taken: [] },
  reserve: 5_000_000n,
  entries: 1,
  ownFee: 100n,
};

const takesUsd = (units: bigint): Partial<TradeFacts> => ({
  gives: [{ asset: NATIVE, amount: UNIT }],
  takes: [{ asset: USD, amount: units * UNIT }],
});
const takesEur: Partial<TradeFacts> = {
  gives: [{ asset: NATIVE, amount: UNIT }],
  takes: [{ asset: EUR, amount: UNIT }],
};
const poor = (stroops: bigint): Partial<TradeFacts> => ({
  account: { ...account, balance: String(20_000_000n + stroops) },
});

test.each<readonly [string, Partial<TradeFacts>, readonly string[]]>([
  ["nothing against it", {}, []],
  [
    "an account that is not there",
    { account: { ...account, exists: false } },
    ["wallet-not-ready", "trade-reserve-too-low"],
  ],
  ["all that is free of an asset", { gives: [{ asset: USD, amount: 40n * UNIT }] }, []],
  ["a stroop more", { gives: [{ asset: USD, amount: 40n * UNIT + 1n }] }, ["balance-too-low"]],
  ["what another trade keeps back", { reserved: new Map([["USD-GUSD", 36n * UNIT]]) }, ["balance-too-low"]],
  ["an operator's fee beside it", { fees: [{ asset: USD, amount: 36n * UNIT }] }, ["balance-too-low"]],
  [
    "what a replaced order gives free",
    { gives: [{ asset: USD, amount: 50n * UNIT }], freed: { given: [{ asset: USD, amount: 10n * UNIT }], taken: [] } },
    [],
  ],
  ["an asset that it does not hold", { gives: [{ asset: EUR, amount: 1n }] }, ["asset-unknown", "balance-too-low"]],
  ["its own asset", { address: USD.issuer }, ["trade-own-issue"]],
  [
    "no consent",
    { account: { ...account, lines: [{ ...line, isAuthorized: false }] } },
    ["trade-not-authorized", "balance-too-low"],
  ],
  [
    "a consent that the ledger knows to be gone",
    { lines: [{ ...seen, isAuthorized: false }] },
    ["trade-not-authorized"],
  ],
  [
    "a consent to keep orders only",
    { lines: [{ ...seen, isAuthorized: false, keepsOffers: true }] },
    ["trade-orders-kept-only"],
  ],
  ["an asset that is added", takesEur, []],
  ["one whose issuer is gone", { ...takesEur, issuers: new Map() }, ["issuer-missing"]],
  [
    "one whose issuer has to admit holders",
    { ...takesEur, issuers: new Map([[EUR.issuer, { ...issuer, isAuthorizationRequired: true }]]) },
    ["trade-not-authorized"],
  ],
  ["all the room on a line, less what open orders buy", takesUsd(30n), []],
  ["more than that", takesUsd(31n), ["trade-line-full"]],
  [
    "room that a trade under way takes",
    { ...takesUsd(30n), incoming: [{ asset: USD, amount: 1n }] },
    ["trade-line-full"],
  ],
  [
    "room that a replaced order gives free",
    { ...takesUsd(31n), freed: { given: [], taken: [{ asset: USD, amount: UNIT }] } },
    [],
  ],
  ["more XLM than there can be", { takes: [{ asset: NATIVE, amount: MAX_STROOPS }] }, ["trade-line-full"]],
  ["just the reserve and the fee", poor(5_000_100n), []],
  ["a stroop less", poor(5_000_099n), ["trade-reserve-too-low"]],
  ["no reserve needed, and no fee", { ...poor(0n), reserve: 0n, entries: 0 }, ["fee-balance-too-low"]],
  ["a fee that the house pays", { ...poor(5_000_000n), ownFee: 0n }, []],
  [
    "XLM itself, beside reserve and fee",
    { ...takesUsd(1n), gives: [{ asset: NATIVE, amount: 80_000_000n - 5_000_100n }] },
    [],
  ],
  [
    "a stroop more of XLM",
    { ...takesUsd(1n), gives: [{ asset: NATIVE, amount: 80_000_000n - 5_000_099n }] },
    ["balance-too-low"],
  ],
  [
    "as many entries as there may be",
    { account: { ...account, reserves: 1002 } },
    ["trade-entries-full", "trade-reserve-too-low"],
  ],
])("%s", (_what, change, codes) => {
  expect(tradeRefusals({ ...fine, ...change }).map(({ code }) => code)).toEqual(codes);
});

test("the most that could be given, and the room that is left, are told", () => {
  const [low] = tradeRefusals({ ...fine, gives: [{ asset: USD, amount: 41n * UNIT }] });
  expect(low?.message).toContain("40 USD");
  const [full] = tradeRefusals({ ...fine, ...takesUsd(31n) });
  expect(full?.message).toBe("Your account can take 30 USD more at most; open orders count.");
});

test("lines are added for what comes in, and no others", () => {
  const takes = [NATIVE, USD, EUR, EUR].map((asset) => ({ asset, amount: 1n }));
  expect(missingLines(account, takes)).toEqual([EUR]);
});
