import { useRows } from "#pwa/platform/db/use-rows.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";

export type Terms = LocalRow<"affiliate_config">;
export type Place = LocalRow<"affiliate_program">;
export type Payout = LocalRow<"affiliate_payouts">;

export interface Affiliate {
  /** Null where there never was a programme. */
  readonly terms: Terms | null;
  /** Null for who wanted no link. */
  readonly place: Place | null;
  /** The latest first. */
  readonly payouts: readonly Payout[];
  readonly isLoading: boolean;
}

/** The programme and one's own place in it, all from this device's rows. */
export function useAffiliate(): Affiliate {
  const terms = useRows("affiliate_config");
  const places = useRows("affiliate_program");
  const payouts = useRows("affiliate_payouts", { sort: [{ payoutDate: "desc" }] });
  return {
    terms: terms.rows[0] ?? null,
    place: places.rows[0] ?? null,
    payouts: payouts.rows,
    isLoading: terms.isLoading && places.isLoading,
  };
}
