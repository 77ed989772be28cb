import type { LedgerHeaderWire } from "@stellar/stellar-sdk/xdr";

/** Ledgers between two entries of each level of the skip list, as stellar-core's BucketManager has them. */
const STEPS = [50, 5_000, 50_000, 500_000] as const;

/**
 * The header's skip list once its own bucket list hash is known: every 50 ledgers the hash enters at the first level, and
 * what a level held moves up one where that is due.
 */
export function nextSkipList(
  header: Pick<LedgerHeaderWire, "ledgerSeq" | "bucketListHash" | "skipList">,
): LedgerHeaderWire["skipList"] {
  if (header.ledgerSeq % STEPS[0] !== 0) return header.skipList;
  const list = [...header.skipList];
  let top = 0;
  let ledgers = header.ledgerSeq - STEPS[0];
  for (let level = 1; level < STEPS.length; level += 1) {
    const step = STEPS[level] ?? 0;
    if (ledgers <= 0 || ledgers % step !== 0) break;
    top = level;
    ledgers -= step;
  }
  for (let level = top; level > 0; level -= 1) list[level] = list[level - 1] ?? header.bucketListHash;
  list[0] = header.bucketListHash;
  return list;
}
