import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { payerRefusals, paymentRefusals, POLICY_RULES, type PolicyFacts } from "./policy.ts";

const now = new Date("2026-03-01T12:00:00Z");
const later = new Date("2026-03-02T12:00:00Z");
const UNIT = 10_000_000n;
const fine: PolicyFacts = {
  now,
  assetCode: "XLM",
  amount: UNIT,
  isFrozen: false,
  isHalted: false,
  isKycRequired: false,
  isKycVerified: false,
  isMailboxUnproven: false,
  coolOffUntil: null,
  worth: { unit: "USD", amount: UNIT },
  transactionLimit: "1000",
  dailyLimit: 10_000n * UNIT,
  sentInDay: 0n,
  isAllowListOn: false,
  allowedFrom: null,
};

function codesOf(change: Partial<PolicyFacts>): string[] {
  const facts = { ...fine, ...change };
  return [...payerRefusals(facts), ...paymentRefusals(facts)].map(({ code }) => code);
}

test.each<readonly [string, Partial<PolicyFacts>, readonly string[]]>([
  ["nothing against it", {}, []],
  ["frozen", { isFrozen: true }, ["account-frozen"]],
  ["halted", { isHalted: true }, ["payments-halted"]],
  ["unverified where it is asked", { isKycRequired: true }, ["kyc-required"]],
  ["verified where it is asked", { isKycRequired: true, isKycVerified: true }, []],
  ["a mailbox that nobody has shown to be theirs", { isMailboxUnproven: true }, ["mailbox-unproven"]],
  ["a change of credentials", { coolOffUntil: later }, ["cool-off"]],
  ["the limit itself", { worth: { unit: "USD", amount: 1000n * UNIT }, amount: 5000n * UNIT }, []],
  ["a stroop above the limit", { worth: { unit: "USD", amount: 1000n * UNIT + 1n } }, ["limit-exceeded"]],
  ["the day's limit itself", { sentInDay: 9_999n * UNIT }, []],
  ["a stroop above the day's limit", { sentInDay: 9_999n * UNIT + 1n }, ["daily-limit-exceeded"]],
  ["no day's limit", { sentInDay: 10n ** 17n, dailyLimit: null }, []],
  ["an unlisted recipient", { isAllowListOn: true }, ["recipient-not-allowed"]],
  ["a recipient on hold", { isAllowListOn: true, allowedFrom: later }, ["recipient-on-hold"]],
  ["a recipient whose hold ends now", { isAllowListOn: true, allowedFrom: now }, []],
  [
    "all at once",
    { isFrozen: true, worth: { unit: "own", amount: 2000n * UNIT }, isAllowListOn: true },
    ["account-frozen", "limit-exceeded", "recipient-not-allowed"],
  ],
])("%s", (_name, change, codes) => {
  expect(codesOf(change)).toEqual(codes);
});

test("every refusal fills in its sentence, and every rule can refuse", () => {
  const seen = new Set<string>();
  const instants = fc.option(fc.constantFrom(now, later));
  const facts = fc.record<PolicyFacts>({
    now: fc.constant(now),
    assetCode: fc.constant("XLM"),
    amount: fc.bigInt(1n, 10_000n * UNIT),
    isFrozen: fc.boolean(),
    isHalted: fc.boolean(),
    isKycRequired: fc.boolean(),
    isKycVerified: fc.boolean(),
    isMailboxUnproven: fc.boolean(),
    coolOffUntil: instants,
    worth: fc.record({
      unit: fc.constantFrom("USD" as const, "XLM" as const, "own" as const),
      amount: fc.bigInt(1n, 10_000n * UNIT),
    }),
    transactionLimit: fc.constantFrom("0.0000001", "1000"),
    dailyLimit: fc.option(fc.bigInt(0n, 10_000n * UNIT)),
    sentInDay: fc.bigInt(0n, 20_000n * UNIT),
    isAllowListOn: fc.boolean(),
    allowedFrom: instants,
  });
  fc.assert(
    fc.property(facts, (given) => {
      for (const { code, facts: told } of [...payerRefusals(given), ...paymentRefusals(given)]) {
        seen.add(code);
        expect(new AppError(code, told).message).not.toContain("{");
      }
    }),
    { numRuns: 300 },
  );
  expect([...seen].sort()).toEqual(POLICY_RULES.map(({ code }) => code).sort());
});
