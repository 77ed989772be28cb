import type { LocalRow } from "#pwa/platform/db/row-schema.ts";

type Row = LocalRow<"transactions">;

/** What was already there when the person came, so that only what comes after is told. */
export interface Known {
  readonly uids: ReadonlySet<string>;
  /** The newest row's time; empty where there was none. */
  readonly newest: string;
}

/** Younger rows than this count as having arrived just now, also after a short time without a connection. */
const RECENT_MS = 5 * 60_000;

/** What the device holds once it has all the server had. */
export function knownFrom(rows: readonly Row[]): Known {
  return {
    uids: new Set(rows.map((row) => row.uid)),
    newest: rows.reduce((newest, row) => (row.timestamp > newest ? row.timestamp : newest), ""),
  };
}

/**
 * The payments to the person that came since `known`, newest first. Rows from before are none, even where they reached
 * the device only now: an older history that is pulled again must not be announced.
 */
export function findArrivals(known: Known, rows: readonly Row[], nowMs: number): Row[] {
  return rows.filter(
    (row) =>
      row.type === "receive" &&
      row.status === "confirmed" &&
      !known.uids.has(row.uid) &&
      row.timestamp >= known.newest &&
      nowMs - Date.parse(row.timestamp) < RECENT_MS,
  );
}

/** The words for `arrivals`, of which there is at least one; null for none. `nameOf` names an address. */
export function wordsOf(
  arrivals: readonly Row[],
  nameOf: (address: string) => string,
  amountOf: (amount: string) => string,
): { readonly title: string; readonly description: string } | null {
  const [latest, ...others] = arrivals;
  if (latest === undefined) return null;
  const more = others.length === 0 ? "" : `, and ${others.length} more ${others.length === 1 ? "payment" : "payments"}`;
  return {
    title: `Received ${amountOf(latest.amount)} ${latest.assetCode}`,
    description: `From ${nameOf(latest.from)}${more}`,
  };
}
