import { expect, test } from "vitest";
import { drivePools } from "./pools/drive.ts";

/** As much as `npm test` has time for; `npm run test:faults -- --pools` goes on for as long as it is told. */
const TROUBLES = 4;

test("whatever dies while pools make markets, nobody trades with themself and everything comes back", async () => {
  const { problems, requests, fills } = await drivePools({
    seed: 2026,
    owners: 3,
    isEnough: ({ trouble, requests: asked }) =>
      [...trouble.values()].reduce((sum, times) => sum + times, 0) >= TROUBLES &&
      asked.filter(({ act, answer }) => act === "start" && answer === "done").length > 2,
  });
  expect(problems).toEqual([]);
  expect(requests.some(({ act, answer }) => act === "open" && answer === "done")).toBe(true);
  expect(fills).toBeGreaterThan(0);
}, 720_000);
