import { expect, test } from "vitest";
import { IS_SHORT } from "#tests/support/short.ts";
import { stopAtRandomMoments } from "./stop-at.ts";

const SEED = 20_261_122;
/** `npm test` has time for one; `npm run test:stops` takes as many as it is told, and other seeds. */
const MOMENTS = IS_SHORT ? 1 : 3;

test("told to stop at any moment of its start, the server ends well and leaves nothing running", async () => {
  expect(await stopAtRandomMoments({ seed: SEED, moments: MOMENTS })).toEqual([]);
}, 600_000);
