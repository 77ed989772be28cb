import { expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { createAttemptLimit } from "./limits.ts";

function refusalOf(work: () => void): AppError | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

test("the attempt after the last is refused with the seconds to wait, and allowed once they have passed", () => {
  let nowMs = 0;
  const limit = createAttemptLimit(2, 60_000, { now: () => new Date(nowMs) });
  limit.take("ana");
  nowMs = 15_000;
  limit.take("ana");
  const refusal = refusalOf(() => limit.take("ana"));
  expect(refusal?.code).toBe("rate-limited");
  expect(refusal?.facts["seconds"]).toBe(45);
  expect(refusalOf(() => limit.take("ben"))).toBeNull();
  nowMs = 60_000;
  expect(refusalOf(() => limit.take("ana"))).toBeNull();
});

test("an attempt that is given back does not count", () => {
  const limit = createAttemptLimit(1, 60_000, { now: () => new Date(0) });
  for (let round = 0; round < 5; round += 1) {
    limit.take("ana");
    limit.giveBack("ana");
  }
  limit.take("ana");
  expect(refusalOf(() => limit.take("ana"))?.code).toBe("rate-limited");
});
