import type { Database } from "#server/platform/db/database.ts";
import { pointCollection } from "./store.ts";

interface Wanted {
  readonly asset: string;
  /** The beginning of a day (UTC), in ms. */
  readonly dayMs: number;
}

/** What a unit of assets cost in USD on days, read at once; null for a day of which nobody knows. */
export async function dayPrices(
  database: Database,
  wanted: readonly Wanted[],
): Promise<(asset: string, dayMs: number) => string | null> {
  const ids = new Set(wanted.map(({ asset, dayMs }) => idOf(asset, dayMs)));
  const points = await pointCollection(database)
    .find({ _id: { $in: [...ids] } }, { projection: { usd: 1 } })
    .toArray();
  const prices = new Map(points.map(({ _id, usd }) => [_id, usd]));
  return (asset, dayMs) => prices.get(idOf(asset, dayMs)) ?? null;
}

/** As `history.ts` names them. */
function idOf(asset: string, dayMs: number): string {
  return `${asset} 1d ${dayMs}`;
}
