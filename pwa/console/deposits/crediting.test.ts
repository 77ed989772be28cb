import { expect, test } from "vitest";
import type { SubmissionState } from "#schemas/wallet.ts";
import type { DepositStatus } from "#schemas/deposits.ts";
import { creditingSteps } from "./crediting.ts";

const steps = (status: DepositStatus, state: SubmissionState | null = null) =>
  creditingSteps({ status, payment: state === null ? null : { state, hash: null, ledger: null, reason: "" } })
    .map((step) => `${step.name} ${step.state}`)
    .join(", ");

test("nothing is on its way before it is approved, nor of what was rejected", () => {
  expect([steps("pending"), steps("rejected")]).toEqual(["", ""]);
});

test("an approved deposit goes by its payment to the ledger", () => {
  expect(steps("approved")).toBe("approved done, sent now, credited next");
  for (const state of ["created", "signed", "held"] as const)
    expect(steps("crediting", state)).toBe("approved done, sent now, credited next");
  expect(steps("crediting", "submitted")).toBe("approved done, sent done, credited now");
  expect(steps("credited", "confirmed")).toBe("approved done, sent done, credited done");
});

test("what failed did not pay; of what nobody can tell, nobody says so", () => {
  expect(steps("failed", "failed")).toBe("approved done, sent failed");
  expect(steps("crediting", "ambiguous")).toBe("approved done, sent unclear");
});
