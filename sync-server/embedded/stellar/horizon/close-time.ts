import type { History } from "#server/embedded/stellar/history.ts";
import { timeText } from "./text.ts";

/** When a ledger closed; null where it is not kept. */
export function closeTimeText({ history }: { readonly history: History }, ledger: number): string | null {
  const row = history.ledger(ledger);
  return row ? timeText(row.closedAt) : null;
}
