import { hex } from "./ledger/keys.ts";
import type { Network } from "./network.ts";
import type { TransactionRow } from "./store.ts";

/** Waits until `find` finds the transaction of that hash; undefined where no ledger brings it within the time. */
export function whenFound(
  find: () => TransactionRow | undefined,
  hash: Uint8Array,
  network: Network,
  timeoutMs: number,
): Promise<TransactionRow | undefined> {
  const found = find();
  if (found) return Promise.resolve(found);
  const { events, store } = network.chain;
  return new Promise((resolve) => {
    const finish = (row: TransactionRow | undefined) => {
      clearTimeout(timer);
      events.off("closed", look);
      resolve(row);
    };
    const look = () => {
      const row = find();
      // Neither applied nor waiting any more: it was dropped, and no later ledger will have it.
      if (row || !(network.queue.has(hex(hash)) || store.hasTransaction(hash))) finish(row);
    };
    const timer = setTimeout(() => finish(undefined), timeoutMs);
    events.on("closed", look);
  });
}
