import { expect, test } from "vitest";
import { NO_ACCOUNT } from "#server/platform/ingest/account.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { type ClaimFacts, claimRefusals } from "./rules.ts";

const ME = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
const USD = { assetCode: "USD", issuer: "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI" };
const line = { ...USD, balance: "50", limit: "100", selling: "0", buying: "20", isAuthorized: true };
const account = { ...NO_ACCOUNT, exists: true, balance: "100000000", lines: [line] };
const FACTS: ClaimFacts = {
  isFrozen: false,
  isHalted: false,
  isClosing: false,
  asset: USD,
  amount: 30n,
  windows: [{ from: null, until: null }],
  closedAt: new Date("2026-06-01T12:00:00Z"),
  isOnLedger: true,
  isUnderWay: false,
  account,
  issuer: null,
  spare: 6_000_000n,
  fee: 100n,
};

function codesOf(facts: Partial<ClaimFacts>): string[] {
  return claimRefusals({ ...FACTS, ...facts }, ME).map(({ code }) => code);
}

const june = { from: "2026-06-01T00:00:00.000Z", until: "2026-06-30T00:00:00.000Z" };
const may = { from: null, until: "2026-05-31T00:00:00.000Z" };
const july = { from: "2026-07-01T00:00:00.000Z", until: null };

test.each<readonly [string, Partial<ClaimFacts>, readonly string[]]>([
  ["nothing", {}, []],
  ["as much as the line has room for, and no more", { amount: 31n }, ["claim-line-full"]],
  [
    "a line that is not authorised",
    { account: { ...account, lines: [{ ...line, isAuthorized: false }] } },
    ["claim-not-authorized"],
  ],
  ["a line of an issuer who is gone", { account: { ...account, lines: [] } }, ["claim-issuer-gone"]],
  ["one's own asset needs no line", { asset: { ...USD, issuer: ME }, account: { ...account, lines: [] } }, []],
  ["XLM needs none either", { asset: NATIVE, account: { ...account, lines: [] }, amount: 10n ** 12n }, []],
  ["the fee", { spare: 99n }, ["fee-balance-too-low"]],
  ["within a window", { windows: [may, june, july] }, []],
  ["between windows", { windows: [may, july] }, ["claim-not-yet"]],
  ["after the last", { windows: [may] }, ["claim-expired"]],
  ["no window at all", { windows: [] }, ["claim-impossible"]],
  ["the moment a window ends", { windows: [may], closedAt: new Date(may.until) }, ["claim-expired"]],
  ["the moment a window begins", { windows: [july], closedAt: new Date(july.from) }, []],
  [
    "everything at once, who claims first",
    { isFrozen: true, isHalted: true, isUnderWay: true, isOnLedger: false, windows: [], spare: 0n },
    ["account-frozen", "payments-halted", "claim-under-way", "claim-gone", "claim-impossible", "fee-balance-too-low"],
  ],
  ["an account on its way out", { isClosing: true }, ["account-closing"]],
  ["a wallet that is not there yet", { account: NO_ACCOUNT, asset: NATIVE }, ["wallet-not-ready"]],
])("%s", (_name, facts, codes) => {
  expect(codesOf(facts)).toEqual(codes);
});
