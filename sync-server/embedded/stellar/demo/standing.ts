import * as v from "valibot";
import type { Store } from "#server/embedded/stellar/store.ts";
import type { Depth, Standing } from "./market.ts";

/** What the root account gives to the market's bank: two thousand million XLM. */
export const BANK_STROOPS = 20_000_000_000_000_000n;
/** The book as anybody finds it now. */
export const FULL_DEPTH: Depth = { levels: 24, keepsAll: true };

const SETTING = "demo-market";
const Price = v.pipe(
  v.string(),
  v.regex(/^\d{1,30}$/),
  v.transform((text) => BigInt(text)),
);
const StandingText = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    time: v.pipe(v.number(), v.integer()),
    prices: v.object({ XLM: Price, USDC: Price, NKDM: Price, SKL: Price }),
    centers: v.array(v.pipe(v.number(), v.integer())),
  }),
);

/** Where the market stood; undefined where there was none. */
export function loadStanding(store: Store): Standing | undefined {
  const text = store.setting(SETTING);
  return text === undefined ? undefined : v.parse(StandingText, text);
}

/** Kept beside the ledger, not with it: after a crash prices may be some seconds old. */
export function saveStanding(store: Store, standing: Standing): void {
  const text = JSON.stringify(standing, (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  store.setSetting(SETTING, text);
}
