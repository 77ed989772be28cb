import { expect, test } from "vitest";
import { dryTreasury, pulledLink, skewedClock } from "./monitoring/causes.ts";
import { driveMonitoring } from "./monitoring/drive.ts";

/** A minute: what the clock reckons the looks, the gathering of one outage and a busy machine to need. */
const TOLD_WITHIN_S = 60;

// `npm run test:faults:monitoring` plants all causes.
test("each cause is one issue and one message, within a minute, counted exactly and over by itself", async () => {
  const outcomes = await driveMonitoring([pulledLink, dryTreasury(), skewedClock], console.info);
  for (const { name, issues, notices, isAutoResolved, occurrences, found, seconds } of outcomes) {
    expect(issues, name).toHaveLength(1);
    expect(notices, name).toBe(1);
    expect(isAutoResolved, name).toBe(true);
    expect(occurrences, name).toBe(found);
    expect(seconds.notice, name).toBeLessThanOrEqual(TOLD_WITHIN_S);
  }
}, 900_000);
