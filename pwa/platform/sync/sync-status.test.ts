import { expect, test } from "vitest";
import { INITIAL_SYNC_STATUS, shownStatus } from "./sync-status.ts";

test("a page that is only just connecting is not called offline", () => {
  expect(shownStatus(INITIAL_SYNC_STATUS, true).state).toBe("syncing");
  expect(shownStatus(INITIAL_SYNC_STATUS, false).state).toBe("offline");
});

test("a refusal and a live connection are said at once", () => {
  const refused = { ...INITIAL_SYNC_STATUS, problem: "session-required" };
  expect(shownStatus(refused, true)).toBe(refused);
  const live = { ...INITIAL_SYNC_STATUS, state: "live" as const };
  expect(shownStatus(live, true)).toBe(live);
});
