import type { Page } from "@playwright/test";
import type { Truth } from "./books-numbers.ts";
import type { LedgerAct } from "./ledger-history.ts";

/** In dollars, and whatever it is of: stroops or shares. */
interface Position {
  readonly held: number;
  readonly cost: number;
  readonly realised: number;
}

export type Reckoned = ReadonlyMap<string, Position>;

/** Dollars for one asset over time, the oldest first. */
type Line = readonly { readonly atMs: number; readonly usd: number }[];

/** By the asset's key. */
export type PricesTold = ReadonlyMap<string, Line>;

const NOTHING: Position = { held: 0, cost: 0, realised: 0 };
const SUREST = ["USDC", "XLM"];

/**
 * What each position has cost and what was realised by it, by average cost, reckoned here once more: from the ledger's own history and
 * the prices that the server tells over time, by what the screen says of it. What is set aside counts as bought when it was.
 */
export function reckon({ history }: Truth, lines: PricesTold): Reckoned {
  const worth = (key: string, stroops: number, atMs: number) => (stroops / 1e7) * priceAt(lines.get(key) ?? [], atMs);
  const positions = new Map<string, Position>();
  const move = (key: string, size: number, paid: number) => {
    const position = positions.get(key) ?? NOTHING;
    positions.set(key, size < 0 ? sold(position, -size, paid) : bought(position, size, paid));
  };
  for (const { acts, fee, atMs } of history) {
    if (fee !== 0n) move("XLM", -Number(fee), 0);
    for (const act of acts) {
      const legs = [...act.changes].map(([key, change]) => [key, Number(change)] as const);
      const paid = paidIn(act, (key, stroops) => worth(key, stroops, atMs));
      for (const [key, change] of legs)
        move(key, change, paid === null ? worth(key, Math.abs(change), atMs) : paid * (isShare(key) ? 2 : 1));
      for (const [key, amount] of act.setAside) move(key, Number(amount), worth(key, Number(amount), atMs));
    }
  }
  return positions;
}

/** What each side of an exchange, or each of a pool's two assets, counts at: by whichever price is the surest. Null of anything else. */
function paidIn({ changes }: LedgerAct, worth: (key: string, stroops: number) => number): number | null {
  const given = [...changes.values()].some((change) => change < 0n);
  const got = [...changes.values()].some((change) => change > 0n);
  if (!given || !got) return null;
  const assets = [...changes.keys()].filter((key) => !isShare(key));
  const surest = SUREST.flatMap((code) => assets.find((key) => key.split("-")[0] === code) ?? [])[0];
  return surest === undefined ? null : worth(surest, Math.abs(Number(changes.get(surest))));
}

export function isShare(key: string): boolean {
  return key.startsWith("pool ");
}

/** Notes from now on the prices of all time as the page is told them: the last of them moves with the market until its day is over. */
export function notePrices(page: Page): PricesTold {
  const told = new Map<string, Line>();
  page.on("response", (response) => {
    const { pathname, searchParams: asked } = new URL(response.url());
    if (pathname !== "/api/markets/price-history" || asked.get("range") !== "all") return;
    response.json().then(
      ({ points }) => told.set(asked.get("asset") ?? "", lineOf(points)),
      // The page was left before it was answered.
      () => undefined,
    );
  });
  return told;
}

function lineOf(points: readonly { readonly at: string; readonly usd: string | null }[]): Line {
  return points.flatMap(({ at, usd }) => (usd === null ? [] : [{ atMs: Date.parse(at), usd: Number(usd) }]));
}

/** The last one told before, or else the first one after. */
function priceAt(line: Line, atMs: number): number {
  return (line.findLast((point) => point.atMs <= atMs) ?? line[0])?.usd ?? Number.NaN;
}

function bought({ held, cost, realised }: Position, size: number, paid: number): Position {
  return { held: held + size, cost: cost + paid, realised };
}

function sold({ held, cost, realised }: Position, size: number, paid: number): Position {
  const gone = (cost * size) / held;
  return { held: held - size, cost: cost - gone, realised: realised + paid - gone };
}
