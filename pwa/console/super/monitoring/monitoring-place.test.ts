import { expect, test } from "vitest";
import { readMonitoringPlace } from "./monitoring-place.ts";

test("an address names a part, a severity and what is open; what it does not know is as if it were not there", () => {
  const place = { part: "checks", severity: "error", show: "resolved", open: 4 };
  expect(readMonitoringPlace(place)).toEqual(place);
  expect(readMonitoringPlace({ part: "elsewhere", severity: "awful", open: -1 })).toEqual({});
});
