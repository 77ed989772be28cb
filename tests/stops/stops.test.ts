import { expect, test } from "vitest";
import { stopAtRandomMoments } from "./stop-at.ts";

const SEED = 20_261_122;
/** As many as `npm test` has time for; `npm run test:stops` takes more, and other seeds. */
const MOMENTS = 3;

test("told to stop at any moment of its start, the server ends well and leaves nothing running", async () => {
  expect(await stopAtRandomMoments({ seed: SEED, moments: MOMENTS })).toEqual([]);
}, 600_000);
