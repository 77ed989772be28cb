import { expect, test } from "vitest";
import type { PolicyTrialOutput } from "#schemas/policy-trial.ts";
import { addTrial } from "./trial.ts";

const xlm = (amount: string) => ({ assetCode: "XLM", issuer: "", amount });
const example = { userId: 7, at: "2026-11-01T00:00:00.000Z", sums: [], refusal: { code: "cool-off", message: "" } };

function part(fields: Partial<PolicyTrialOutput>): PolicyTrialOutput {
  return {
    judged: 10,
    people: 2,
    refused: { count: 2, sums: [xlm("1.5000000")], people: 1, byCode: { "cool-off": 2 } },
    held: { count: 0, sums: [] },
    examples: [1, 2, 3].map((submissionId) => ({ ...example, submissionId })),
    locksOut: null,
    next: 5,
    ...fields,
  };
}

test("parts add up, past what a ledger could hold, and keep few examples", () => {
  const usdc = { assetCode: "USDC", issuer: "G1", amount: "3.0000000" };
  const other = part({
    refused: {
      count: 3,
      sums: [xlm("922337203685.4775807"), usdc],
      people: 2,
      byCode: { "cool-off": 1, "kyc-required": 2 },
    },
    held: { count: 1, sums: [usdc] },
    next: null,
  });
  expect(addTrial(part({}), other)).toMatchObject({
    judged: 20,
    people: 4,
    refused: {
      count: 5,
      people: 3,
      sums: [xlm("922337203686.9775807"), usdc],
      byCode: { "cool-off": 3, "kyc-required": 2 },
    },
    held: { count: 1, sums: [usdc] },
    next: null,
  });
  expect(addTrial(part({}), other).examples).toHaveLength(5);
});
