import { csvLine } from "#pwa/parts/files/csv-line.ts";
import type { Reward, Stake } from "./use-staking.ts";

const COLUMNS = ["stake", "offer", "asset", "issuer", "from", "until", "amount", "status", "hash"] as const;

/** CSV (RFC 4180) of what stakes earned: CRLF line ends, times in UTC, amounts with all 7 places. Programs read it in any language. */
export function rewardsCsv(rewards: readonly Reward[], stakes: readonly Stake[]): string {
  const names = new Map(stakes.map(({ id, name }) => [id, name]));
  const lines = rewards.map(({ userStakeId, assetCode, issuer, from, timestamp, amount, status, hash }) =>
    csvLine([
      String(userStakeId),
      names.get(userStakeId) ?? "",
      assetCode,
      issuer,
      from,
      timestamp,
      amount,
      status,
      hash,
    ]),
  );
  return [csvLine(COLUMNS), ...lines].join("");
}
