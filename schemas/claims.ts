import * as v from "valibot";
import { ToldRefusal } from "./said.ts";
import { AssetCode, IdempotencyKey, Instant, textUpTo } from "./values/fields.ts";
import { Amount } from "./values/money.ts";
import { syncRow } from "./sync-row.ts";
import { LeftOutput } from "./wallet.ts";

/** `claimed` by this user; `gone` when someone else claimed it, its issuer took it back, or nobody can tell who did. */
export const ClaimableState = v.picklist(["open", "claimed", "gone"]);

/** A time from which (included) until which (not included) a balance can be claimed; null where it has no such end. */
export const ClaimWindow = v.strictObject({ from: v.nullable(Instant), until: v.nullable(Instant) });
export type ClaimWindow = v.InferOutput<typeof ClaimWindow>;

/** A claimable balance of the ledger by its id: its type in four bytes and a hash, in hex. */
export const ClaimableBalanceId = v.pipe(v.string(), v.regex(/^0{8}[0-9a-f]{64}$/, "Malformed balance id"));

/**
 * Money that somebody set aside on the ledger and that this user may claim (CAP-23): also what the user set aside for
 * others and may take back. `windows` say when this user may, in order and without touching; none is never.
 */
export const ClaimableBalanceRow = syncRow({
  balanceId: ClaimableBalanceId,
  assetCode: AssetCode,
  issuer: textUpTo(56),
  amount: Amount,
  /** Who set it aside: G... or M... */
  from: textUpTo(69),
  /** Their username as it was then, where it is a user here; empty for anybody else. */
  fromName: v.optional(textUpTo(32), ""),
  memo: textUpTo(128),
  /** All who may claim it at some time, this user among them. */
  claimants: v.array(textUpTo(56)),
  windows: v.array(ClaimWindow),
  state: ClaimableState,
  /** Who has it now; empty while it is open, and where the ledger no longer tells. */
  takenBy: textUpTo(56),
  /** The transaction that set it aside, its ledger, and when that closed. */
  hash: textUpTo(64),
  ledger: v.number(),
  createdAt: Instant,
  /** Whether its owner does not want to see it among what is to be claimed. */
  isHidden: v.optional(v.boolean(), false),
});
export type ClaimableBalanceRow = v.InferOutput<typeof ClaimableBalanceRow>;

/** No password and no second factor: what is claimed comes to its owner's own account. */
export const ClaimBalanceInput = v.strictObject({
  balanceId: ClaimableBalanceId,
  /** The network fee that the person was shown, in XLM: more is never paid; "0" where the house pays. */
  networkFee: Amount,
  idempotencyKey: IdempotencyKey,
});
export type ClaimBalanceInput = v.InferOutput<typeof ClaimBalanceInput>;

export const HideClaimInput = v.strictObject({ balanceId: ClaimableBalanceId, isHidden: v.boolean() });
export type HideClaimInput = v.InferOutput<typeof HideClaimInput>;
export const HideClaimOutput = v.strictObject({ isHidden: v.boolean() });

export const ClaimCheckInput = v.strictObject({ balanceId: ClaimableBalanceId });

/** What a claim would cost, and everything that stands against it, the first first. */
export const ClaimCheckOutput = v.strictObject({
  /** The most that the network may charge, in XLM. */
  networkFee: Amount,
  /** Whether the house pays the network fee. */
  isFeeSponsored: v.boolean(),
  /** Whether the claim adds the asset to the account. */
  addsAsset: v.boolean(),
  /** XLM that the network keeps back for the added asset, until it is removed again. */
  reserve: Amount,
  /** What the account has of the asset, and of XLM, afterwards; none where something stands against it. */
  left: v.array(LeftOutput),
  refusals: v.array(ToldRefusal),
});
export type ClaimCheckOutput = v.InferOutput<typeof ClaimCheckOutput>;

/** Whether a balance can be claimed at a time, since or until when. */
export type ClaimTime =
  | { readonly kind: "now"; readonly until: Date | null }
  | { readonly kind: "later"; readonly from: Date }
  | { readonly kind: "over"; readonly until: Date }
  | { readonly kind: "never" };

/** Where `now` stands among the times at which a balance can be claimed. */
export function claimTime(windows: readonly ClaimWindow[], now: Date): ClaimTime {
  let last: Date | null = null;
  for (const { from, until } of windows) {
    const end = until === null ? null : new Date(until);
    if (from !== null && new Date(from) > now) return { kind: "later", from: new Date(from) };
    if (end === null || end > now) return { kind: "now", until: end };
    last = end;
  }
  return last ? { kind: "over", until: last } : { kind: "never" };
}
