import { expect, test } from "vitest";
import { isEmptyDraft, isExpired, putAside, takeOut } from "./drafts.ts";
import { EMPTY_DRAFT } from "./payment.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

test("a draft is kept for seven days", () => {
  const kept = putAside("d1", { ...EMPTY_DRAFT, to: "GANA", amount: "1" }, 1000);
  expect(kept).toMatchObject({ keptAtMs: 1000, expiresAtMs: 1000 + 7 * DAY_MS });
  expect(isExpired(kept, 1000 + 7 * DAY_MS - 1)).toBe(false);
  expect(isExpired(kept, 1000 + 7 * DAY_MS)).toBe(true);
});

test("a form in which nothing was typed is nothing to keep", () => {
  expect(isEmptyDraft({ ...EMPTY_DRAFT, to: " ", asset: "USDC-GABC" })).toBe(true);
  expect(isEmptyDraft({ ...EMPTY_DRAFT, memo: "x" })).toBe(false);
});

test("a draft that is taken up makes room for what was typed; one that is gone or expired is not taken", () => {
  const typed = (to: string) => ({ ...EMPTY_DRAFT, to });
  const kept = (name: string) => putAside(name, typed(name), 1000);
  const [ana, ben, form] = [kept("ana"), kept("ben"), kept("form")];
  expect(takeOut([ana, ben], "ana", form)).toEqual({ taken: typed("ana"), left: [ben, form] });
  expect(takeOut([ana, ben], "ben", putAside("empty", EMPTY_DRAFT, 1000))).toEqual({
    taken: typed("ben"),
    left: [ana],
  });
  expect(takeOut([ana], "ben", form)).toBeNull();
  expect(takeOut([ana], "ana", putAside("late", typed("late"), 1000 + 7 * DAY_MS))).toBeNull();
});
