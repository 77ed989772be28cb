import { expect, test } from "vitest";
import { standingOf } from "./standing.ts";

const FROM = "2026-05-02T10:00:00.000Z";
const [BEFORE_MS, AFTER_MS] = [Date.parse(FROM) - 1, Date.parse(FROM)];
const proposal = { state: "proposed", userId: 7, proposedBy: 2, confirmableFrom: FROM } as const;

test("another operator's proposal can be decided; what is decided cannot", () => {
  expect(standingOf(proposal, 3, BEFORE_MS)).toBe("open");
  for (const state of ["done", "rejected", "withdrawn", "expired", "void"] as const)
    expect(standingOf({ ...proposal, state }, 3, AFTER_MS)).toBe("over");
});

test("nobody decides about their own account, whoever proposed it", () => {
  expect(standingOf(proposal, 7, AFTER_MS)).toBe("about-you");
  expect(standingOf({ ...proposal, proposedBy: 7, state: "approved" }, 7, AFTER_MS)).toBe("about-you");
});

test("whoever proposed it waits for another, and may confirm it themselves after that while there is none", () => {
  expect(standingOf(proposal, 2, BEFORE_MS)).toBe("own-waits");
  expect(standingOf(proposal, 2, AFTER_MS)).toBe("own-alone");
});

test("what was approved and waits for its time can be stopped", () => {
  for (const by of [2, 3]) expect(standingOf({ ...proposal, state: "approved" }, by, AFTER_MS)).toBe("stoppable");
});
