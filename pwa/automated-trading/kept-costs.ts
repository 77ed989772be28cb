import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { TestCosts } from "#schemas/automated-trading.ts";

const KEY = "astrolabe.back-test-costs";
const Kept = v.object({ costs: TestCosts });

/** What trading costs, as the server last reckoned with it. */
export function keepCosts(userId: number, costs: TestCosts): void {
  keptText(KEY, Kept, userId).keep({ costs });
}

/** Null where this device was never told. */
export function readKeptCosts(userId: number): TestCosts | null {
  return keptText(KEY, Kept, userId).read()?.costs ?? null;
}
