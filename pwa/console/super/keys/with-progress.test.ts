import { expect, test } from "vitest";
import type { RewrapOutput } from "#schemas/service-keys.ts";
import { withProgress } from "./use-service-keys.ts";

const REWRAP: RewrapOutput = {
  id: 4,
  key: 2,
  state: "running",
  askedBy: 1,
  approvedBy: 2,
  reason: "yearly",
  askedAt: "2026-01-31T10:00:00.000Z",
  startedAt: "2026-01-31T10:00:00.000Z",
  endedAt: null,
  done: 200,
  total: 700,
  unopened: { count: 0, names: [] },
};

test("what is told later counts, and what is told late does not", () => {
  expect(withProgress(REWRAP, { id: 4, state: "running", done: 400, total: 701 })).toEqual({
    ...REWRAP,
    done: 400,
    total: 701,
  });
  expect(withProgress(REWRAP, { id: 4, state: "running", done: 0, total: 700 })).toBe(REWRAP);
});
