import { formatPlain } from "#pwa/console/desk/plain-amount.ts";
import type { StakingDeskOutput } from "#schemas/staking-desk.ts";
import { percentOf } from "#schemas/values/accrual.ts";

export type DeskOffer = StakingDeskOutput["offers"][number];

/** An offer as it is typed. */
export interface OfferDraft {
  readonly assetCode: string;
  readonly issuer: string;
  readonly name: string;
  readonly description: string;
  readonly imageUrl: string;
  readonly rewardRate: string;
  readonly minStakeAmount: string;
  readonly lockupPeriod: string;
  readonly earlyWithdrawalFee: string;
  readonly active: boolean;
  readonly featured: boolean;
  readonly displayOrder: string;
  /** From when another rate of a flexible one counts, in the operator's own time. */
  readonly rateFrom: string;
}

export function draftOf(offer: DeskOffer | null): OfferDraft {
  return {
    assetCode: offer?.assetCode ?? "XLM",
    issuer: offer?.issuer ?? "",
    name: offer?.name ?? "",
    description: offer?.description ?? "",
    imageUrl: offer?.imageUrl ?? "",
    rewardRate: offer === null ? "" : lastRate(offer),
    minStakeAmount: formatPlain(offer?.minStakeAmount ?? "1"),
    lockupPeriod: String(offer?.lockupPeriod ?? 30),
    earlyWithdrawalFee: formatPlain(offer?.earlyWithdrawalFee ?? "0"),
    active: offer?.active ?? true,
    featured: offer?.featured ?? false,
    displayOrder: String(offer?.displayOrder ?? 0),
    rateFrom: "",
  };
}

/** What was told last: of a flexible offer, what the list ends with. */
export function lastRate({ rates, rewardRate }: DeskOffer): string {
  const last = rates.at(-1);
  return last === undefined ? formatPlain(rewardRate) : percentOf(last.ratePpm);
}

/** The offer that was typed, yet to be read by its schema. */
export function offerOf(draft: OfferDraft, reason: string) {
  const { rateFrom, ...typed } = draft;
  const from = new Date(rateFrom);
  return {
    ...typed,
    assetCode: draft.assetCode.trim().toUpperCase() === "XLM" ? "XLM" : draft.assetCode.trim(),
    issuer: draft.issuer.trim(),
    imageUrl: draft.imageUrl.trim(),
    lockupPeriod: Number(draft.lockupPeriod.trim() || "0"),
    displayOrder: Number(draft.displayOrder.trim() || "0"),
    ...(Number.isNaN(from.getTime()) ? {} : { rateFrom: from.toISOString() }),
    reason,
  };
}
