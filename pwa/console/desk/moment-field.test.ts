import { expect, test } from "vitest";
import { momentOf, typedMoment } from "./moment-field.tsx";

test("a moment goes into a field and comes back as the same minute", () => {
  const minute = new Date(2026, 1, 3, 4, 5).getTime();
  expect(typedMoment(minute)).toBe("2026-02-03T04:05");
  expect(momentOf(typedMoment(minute + 59_999))).toBe(new Date(minute).toISOString());
});

test("what is no moment is none", () => {
  for (const typed of ["", "soon", "2026-13-01T00:00"]) expect(momentOf(typed)).toBeNull();
});
