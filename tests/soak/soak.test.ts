import { expect, test } from "vitest";
import { soak } from "./soak.ts";

test("replicas are restarted under traffic: no request fails, and all devices are back", async () => {
  const result = await soak({ lastsMs: 0, restMs: 0, devices: 120, backWithinMs: 60_000, say: () => undefined });
  expect(result.problems).toEqual([]);
  expect(result.rounds).toBe(1);
  expect(result.paid).toBeGreaterThan(0);
}, 300_000);
