import type { History } from "./history.ts";
import { hex } from "./ledger/keys.ts";
import type { Network } from "./network.ts";
import type { TransactionRow } from "./store.ts";

/** Waits until a ledger holds the transaction; undefined where none does within the time. */
export function inLedger(
  hash: Uint8Array,
  network: Network,
  history: History,
  timeoutMs: number,
): Promise<TransactionRow | undefined> {
  const found = history.transaction(hash);
  if (found) return Promise.resolve(found);
  const { events } = network.chain;
  return new Promise((resolve) => {
    const finish = (row: TransactionRow | undefined) => {
      clearTimeout(timer);
      events.off("closed", look);
      resolve(row);
    };
    const look = () => {
      const row = history.transaction(hash);
      // Neither applied nor waiting any more: it was dropped, and no later ledger will have it.
      if (row || !network.queue.has(hex(hash))) finish(row);
    };
    const timer = setTimeout(() => finish(undefined), timeoutMs);
    events.on("closed", look);
  });
}
