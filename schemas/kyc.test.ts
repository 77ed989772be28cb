import { expect, test } from "vitest";
import { customerStatusOf } from "./kyc.ts";
import { KycStatus } from "./users.ts";

test("every state of a check has its name in SEP-12", () => {
  const names = [null, ...KycStatus.options].map((status) => [
    status,
    customerStatusOf(status, false),
    customerStatusOf(status, true),
  ]);
  expect(names).toEqual([
    [null, "NEEDS_INFO", "NEEDS_INFO"],
    ["pending", "PROCESSING", "NEEDS_INFO"],
    ["approved", "ACCEPTED", "ACCEPTED"],
    ["rejected", "REJECTED", "REJECTED"],
  ]);
});
