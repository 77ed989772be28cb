import { keptText } from "#pwa/platform/device/kept-text.ts";
import { TestCosts } from "#schemas/automated-trading.ts";

const KEY = "astrolabe.back-test-costs";

/** What trading costs, as the server last reckoned with it. */
export function keepCosts(userId: number, costs: TestCosts): void {
  keptText(KEY, TestCosts, userId).keep(costs);
}

/** Null where this device was never told. */
export function readKeptCosts(userId: number): TestCosts | null {
  return keptText(KEY, TestCosts, userId).read();
}
