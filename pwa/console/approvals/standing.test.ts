import { expect, test } from "vitest";
import { standingOf } from "./standing.ts";

const proposal = { state: "proposed", userId: 7, proposedBy: 2 } as const;

test("another operator's proposal can be decided; what is decided cannot", () => {
  expect(standingOf(proposal, 3)).toBe("open");
  for (const state of ["done", "rejected", "withdrawn", "expired", "void"] as const)
    expect(standingOf({ ...proposal, state }, 3)).toBe("over");
});

test("nobody decides about their own account, whoever proposed it", () => {
  expect(standingOf(proposal, 7)).toBe("about-you");
  expect(standingOf({ ...proposal, proposedBy: 7, state: "approved" }, 7)).toBe("about-you");
});

test("whoever proposed it waits for another", () => {
  expect(standingOf(proposal, 2)).toBe("own");
});

test("what was approved and waits for its time can be stopped", () => {
  for (const by of [2, 3]) expect(standingOf({ ...proposal, state: "approved" }, by)).toBe("stoppable");
});
