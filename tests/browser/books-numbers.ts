import type { Locator, Page } from "@playwright/test";
import { expect } from "./astrolabe.ts";
import type { LedgerTransaction } from "./ledger-history.ts";
import type { OnLedger } from "./on-ledger.ts";

/** Of the listed assets, by their codes. */
export type Keys = Readonly<Record<"USDC" | "NKDM" | "SKL", string>>;

/** Dollars for one, by an asset's key, as the server's markets tell them. */
export type Prices = ReadonlyMap<string, number>;

export async function pricesOf(page: Page): Promise<Prices> {
  const { prices } = await (await page.request.get("/api/markets/prices")).json();
  return new Map(
    prices.map(({ assetCode, issuer, usd }: { assetCode: string; issuer: string; usd: string | null }) => [
      issuer === "" ? assetCode : `${assetCode}-${issuer}`,
      Number(usd),
    ]),
  );
}

/** Numbers in a text as the ledger has them: without groups and without zeros at their end. */
export function numbersIn(text: string): string[] {
  return (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((number) => plain(number.replaceAll(",", "")));
}

export function plain(number: string): string {
  return number.includes(".") ? number.replace(/\.?0+$/, "") : number;
}

export function amount(stroops: bigint | undefined): string {
  const digits = String(stroops ?? -1n).padStart(8, "0");
  return plain(`${digits.slice(0, -7)}.${digits.slice(-7)}`);
}

export function codeIn(key: string): string {
  return key.split("-")[0] ?? "";
}

/** A place that tells all these amounts, whatever it tells besides. */
export async function tells(place: Locator, ...stroops: readonly (bigint | undefined)[]): Promise<void> {
  expect(numbersIn(await place.innerText())).toEqual(expect.arrayContaining(stroops.map(amount)));
}

/** What is told in dollars, in cents and with its sign, in the order in which it is told; "< $0.01" is none. */
export function centsIn(text: string): number[] {
  return [...text.matchAll(/(−?)\+?(< ?)?\$([\d,]+\.\d\d)/g)].map(([, minus, less, dollars = ""]) => {
    if (less !== undefined) return 0;
    const cents = Math.round(Number(dollars.replaceAll(",", "")) * 100);
    return minus === "" ? cents : -cents;
  });
}

/** What everything is worth: each place's part, and each asset's wherever it is, in cents. */
export function worthsOf({ balances, offered, pools, claimable }: OnLedger, prices: Prices) {
  const worth = (key: string, stroops: bigint) => (Number(stroops) / 1e5) * (prices.get(key) ?? Number.NaN);
  const sum = (amounts: ReadonlyMap<string, bigint>) =>
    [...amounts].reduce((all, [key, one]) => all + worth(key, one), 0);
  const offers = sum(offered);
  const inPools = pools.reduce((all, { parts }) => all + sum(parts), 0);
  const claims = sum(claimable);
  const held = sum(balances);
  return { wallet: held - offers, offers, pools: inPools, claims, total: held + inPools + claims, worth };
}

export type Worths = ReturnType<typeof worthsOf>;

/** Both are rounded: a cent, or so many of them where that many were added. */
export function near(cents: number | undefined, wanted: number, what: string, most = 1): void {
  expect(Math.abs((cents ?? Number.NaN) - wanted), `${what}: ${cents} and not ${wanted} cents`).toBeLessThan(
    most + 0.01,
  );
}

/** What a screen is held against: the ledger's amounts, and what they are worth at the server's prices of now. */
export interface Truth {
  readonly ledger: OnLedger;
  /** How it came to that, the oldest first. */
  readonly history: readonly LedgerTransaction[];
  readonly worths: Worths;
  readonly keys: Keys;
}

export type Look = (path: string, see: (truth: Truth) => Promise<void>) => Promise<void>;
