import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import {
  identityRefusals,
  type IdentityFacts,
  lossRefusals,
  payerRefusals,
  paymentRefusals,
  POLICY_RULES,
  type CountedWorth,
  type PolicyFacts,
} from "./policy.ts";

const now = new Date("2026-03-01T12:00:00Z");
const ABOVE = { kind: "above", perDay: "100" } as const;
const later = new Date("2026-03-02T12:00:00Z");
const UNIT = 10_000_000n;
type AllFacts = PolicyFacts & IdentityFacts;
const fine: AllFacts = {
  now,
  assetCode: "XLM",
  isFrozen: false,
  isHalted: false,
  identityLevel: { kind: "none" },
  turnover: [counted(UNIT)],
  isKycVerified: false,
  isMailboxUnproven: false,
  coolOffUntil: null,
  worths: [counted(UNIT)],
  transactionLimit: "1000",
  dailyLimit: 10_000n * UNIT,
  isAllowListOn: false,
  allowedFrom: null,
};

function counted(amount: bigint, spentInDay = 0n, unit: "USD" | "XLM" | "own" = "USD"): CountedWorth {
  return { worth: { unit, amount }, assetCode: "XLM", spentInDay };
}

function codesOf(change: Partial<AllFacts>): string[] {
  const facts = { ...fine, ...change };
  return [...payerRefusals(facts), ...identityRefusals(facts), ...paymentRefusals(facts)].map(({ code }) => code);
}

test.each<readonly [string, Partial<AllFacts>, readonly string[]]>([
  ["nothing against it", {}, []],
  ["frozen", { isFrozen: true }, ["account-frozen"]],
  ["halted", { isHalted: true }, ["payments-halted"]],
  ["unverified where it is asked", { identityLevel: { kind: "always" } }, ["kyc-required"]],
  ["verified where it is asked", { identityLevel: { kind: "always" }, isKycVerified: true }, []],
  ["unverified, up to the level itself", { identityLevel: ABOVE, turnover: [counted(UNIT, 99n * UNIT)] }, []],
  [
    "unverified, a stroop above the level",
    { identityLevel: ABOVE, turnover: [counted(UNIT, 99n * UNIT + 1n)] },
    ["kyc-required-above"],
  ],
  ["verified, above the level", { identityLevel: ABOVE, isKycVerified: true, turnover: [counted(1000n * UNIT)] }, []],
  ["a mailbox that nobody has shown to be theirs", { isMailboxUnproven: true }, ["mailbox-unproven"]],
  ["a change of credentials", { coolOffUntil: later }, ["cool-off"]],
  ["the limit itself", { worths: [counted(1000n * UNIT)] }, []],
  ["a stroop above the limit", { worths: [counted(1000n * UNIT + 1n)] }, ["limit-exceeded"]],
  ["the day's limit itself", { worths: [counted(UNIT, 9_999n * UNIT)] }, []],
  ["a stroop above the day's limit", { worths: [counted(UNIT, 9_999n * UNIT + 1n)] }, ["daily-limit-exceeded"]],
  ["no day's limit", { worths: [counted(UNIT, 10n ** 17n)], dailyLimit: null }, []],
  ["an unlisted recipient", { isAllowListOn: true }, ["recipient-not-allowed"]],
  ["a recipient on hold", { isAllowListOn: true, allowedFrom: later }, ["recipient-on-hold"]],
  ["a recipient whose hold ends now", { isAllowListOn: true, allowedFrom: now }, []],
  [
    "all at once",
    { isFrozen: true, worths: [counted(2000n * UNIT, 0n, "own")], isAllowListOn: true },
    ["account-frozen", "limit-exceeded", "recipient-not-allowed"],
  ],
])("%s", (_name, change, codes) => {
  expect(codesOf(change)).toEqual(codes);
});

test("every refusal fills in its sentence, and every rule can refuse", () => {
  const seen = new Set<string>();
  const instants = fc.option(fc.constantFrom(now, later));
  const worths = fc.array(
    fc.record({
      worth: fc.record({
        unit: fc.constantFrom("USD" as const, "XLM" as const, "own" as const),
        amount: fc.bigInt(1n, 10_000n * UNIT),
      }),
      assetCode: fc.constant("XLM"),
      spentInDay: fc.bigInt(0n, 20_000n * UNIT),
    }),
    { minLength: 1, maxLength: 3 },
  );
  const facts = fc.record<AllFacts>({
    now: fc.constant(now),
    assetCode: fc.constant("XLM"),
    isFrozen: fc.boolean(),
    isHalted: fc.boolean(),
    identityLevel: fc.constantFrom({ kind: "none" as const }, ABOVE, { kind: "always" as const }),
    turnover: worths,
    isKycVerified: fc.boolean(),
    isMailboxUnproven: fc.boolean(),
    coolOffUntil: instants,
    worths,
    transactionLimit: fc.constantFrom("0.0000001", "1000"),
    dailyLimit: fc.option(fc.bigInt(0n, 10_000n * UNIT)),
    isAllowListOn: fc.boolean(),
    allowedFrom: instants,
  });
  fc.assert(
    fc.property(facts, (given) => {
      for (const { code, facts: told } of [
        ...payerRefusals(given),
        ...identityRefusals(given),
        ...paymentRefusals(given),
        ...lossRefusals(given),
      ]) {
        seen.add(code);
        expect(new AppError(code, told).message).not.toContain("{");
      }
    }),
    { numRuns: 300 },
  );
  expect([...seen].sort()).toEqual(
    [...POLICY_RULES.flatMap(({ codes }) => codes), "exchange-limit-exceeded", "exchange-not-allowed"].sort(),
  );
});
