import { t } from "@lingui/core/macro";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import type { Directory } from "#pwa/parts/directory/directory.ts";
import { accountOf } from "#pwa/parts/directory/strkey.ts";
import { formatDate, shortenAddress } from "#pwa/ui/format.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";
import { claimTime } from "#schemas/claims.ts";
import { what, whatWords } from "#pwa/parts/confirming/what-words.ts";

/** Money set aside, as the device keeps it. */
export type Claimable = LocalRow<"claimable_balances">;

/** What is confirmed with it, as it is kept. */
export function claimWhat({ amount, assetCode }: Pick<Claimable, "amount" | "assetCode">): string {
  return what("claim", { amount, assetCode });
}

/** "Claim 5 USDC". */
export function claimTitle(claimable: Pick<Claimable, "amount" | "assetCode">): string {
  return whatWords(claimWhat(claimable));
}

/** Who set it aside: their name, the username of a user here, or their address in short. */
export function giverOf({ from, fromName }: Claimable, directory: Directory): string {
  return directory.nameOf(from) ?? (fromName === "" ? shortenAddress(from) : `@${fromName}`);
}

/** Whether its owner has a name for who set it aside, or did so themselves. */
export function isFromKnown({ from }: Claimable, directory: Directory): boolean {
  return directory.nameOf(accountOf(from)) !== null;
}

/** Whether it was set aside by somebody with a name: by a user here, too. */
export function isFromNamed(claimable: Claimable, directory: Directory): boolean {
  return claimable.fromName !== "" || isFromKnown(claimable, directory);
}

export function originWords(claimable: Claimable, directory: Directory, ownAddress: string | undefined): string {
  if (claimable.from === ownAddress) return t`From you`;
  const giver = inSentence(giverOf(claimable, directory));
  return isFromNamed(claimable, directory) ? t`From ${giver}` : t`From a stranger, ${giver}`;
}

/** Since or until when it can be claimed; null where it can, for as long as it is there. */
export function timeWords({ windows }: Claimable, nowMs: number): string | null {
  const time = claimTime(windows, new Date(nowMs));
  switch (time.kind) {
    case "now":
      return time.until === null ? null : t`Claim before ${{ time: withTime(time.until) }}`;
    case "later":
      return t`Not before ${{ time: withTime(time.from) }}`;
    case "over":
      return t`Was to be claimed before ${{ time: withTime(time.until) }}`;
    case "never":
      return t`You cannot claim this`;
  }
}

/** What can be claimed now first, what is over last; the newest first in each. */
export function sortClaimables(rows: readonly Claimable[], nowMs: number): Claimable[] {
  const places = { now: 0, later: 1, over: 2, never: 2 };
  const placeOf = (row: Claimable): number => places[claimTime(row.windows, new Date(nowMs)).kind];
  return [...rows].sort(
    (left, right) => placeOf(left) - placeOf(right) || right.createdAt.localeCompare(left.createdAt),
  );
}

function withTime(instant: Date): string {
  return formatDate(instant.getTime(), { withTime: true });
}
