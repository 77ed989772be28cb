import { passOpenGaps } from "./close-gap.ts";
import type { GapFiller } from "./fill-gaps.ts";
import { type IngestDeps, ingestPage, type Standstill } from "./ingester.ts";
import type { OwnAccounts } from "./own-accounts.ts";

/**
 * The next step of following the ledger: what was missed comes first, in its order, and later ledgers wait for it for a while. Where
 * it takes long, or nobody tells of it, they go on beside it. Answers whether more is there at once.
 */
export async function followOn(
  deps: IngestDeps,
  own: OwnAccounts,
  filler: GapFiller,
  still?: Standstill,
): Promise<boolean> {
  const { outcome, holdsBack } = await filler.step(deps, own);
  // What is missed is looked for as often as before, however steadily ledgers come.
  if (outcome !== "none" && still) still.at = null;
  if (outcome !== "none" && holdsBack) return outcome === "more";
  if (outcome !== "none") await passOpenGaps(deps);
  const isMore = await ingestPage(deps, own, still);
  // It may have come upon ledgers that no node remembers.
  if (isMore) filler.lookAgain();
  return isMore || outcome === "more";
}
