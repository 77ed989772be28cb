import { expect, test } from "vitest";
import { driveContent } from "./content/drive.ts";

/** As much as `npm test` has time for; `npm run test:faults -- --content` goes on for as long as it is told. */
const KILLS = 2;

test("whichever server is killed while a page is written and published, what is public is what somebody published", async () => {
  const { problems, kills, published } = await driveContent({ seed: 2026, isEnough: (soFar) => soFar.kills >= KILLS });
  expect(problems).toEqual([]);
  expect(kills).toBe(KILLS);
  expect(published).toBeGreaterThan(0);
}, 300_000);
