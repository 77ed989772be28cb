import type { ErrorFacts } from "#schemas/errors.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS } from "#server/platform/network/entries.ts";
import { type Rule, rule } from "#server/platform/rules/rules.ts";

/** The line to an asset: what our records and the ledger itself say of it, whichever says more stands in its way. */
export interface LineFacts {
  /** Stroops. */
  readonly balance: bigint;
  /** Stroops bound in open offers, of whichever side. */
  readonly bound: bigint;
  /** Liquidity pools with a share of the account that hold the asset. */
  readonly pools: number;
}

/** Everything that decides whether an asset may be added or removed, read beforehand. Amounts in stroops. */
export interface TrustlineFacts {
  readonly assetCode: string;
  readonly isFrozen: boolean;
  /** Whether payments of XLM are halted, in which the network takes its fee and its reserve. */
  readonly isHalted: boolean;
  readonly isOnNetwork: boolean;
  /** Whether the account is being merged into another: what is added now would keep it from that. */
  readonly isClosing: boolean;
  readonly isOwnIssue: boolean;
  readonly doesIssuerExist: boolean;
  /** Whether another change of the same line is under way. */
  readonly isChanging: boolean;
  readonly line: LineFacts | null;
  /** Kept back of the asset for payments under way. */
  readonly reserved: bigint;
  readonly spendableXlm: bigint;
  /** What the account itself pays to the network. */
  readonly ownFee: bigint;
}

const FROM_ANYONE: readonly Rule<TrustlineFacts>[] = [
  rule("account-frozen", ({ isFrozen }) => (isFrozen ? {} : null)),
  rule("payments-halted", ({ isHalted }) => (isHalted ? { assetCode: NATIVE.assetCode } : null)),
  rule("wallet-not-ready", ({ isOnNetwork }) => (isOnNetwork ? null : {})),
  rule("account-closing", ({ isClosing }) => (isClosing ? {} : null)),
  rule("trustline-under-way", ({ isChanging, assetCode }) => (isChanging ? { assetCode } : null)),
];

/** The rules of adding an asset, in the order in which a person is told of them. */
export const ADDING: readonly Rule<TrustlineFacts>[] = [
  ...FROM_ANYONE,
  rule("trustline-own", ({ isOwnIssue, assetCode }) => (isOwnIssue ? { assetCode } : null)),
  rule("trustline-exists", ({ line, assetCode }) => (line ? { assetCode } : null)),
  rule("issuer-missing", ({ doesIssuerExist }) => (doesIssuerExist ? null : {})),
  rule("trustline-reserve-too-low", refuseReserve),
];

/** The rules of removing one. An issuer that is gone stands in nobody's way. */
export const REMOVING: readonly Rule<TrustlineFacts>[] = [
  ...FROM_ANYONE,
  rule("asset-unknown", ({ line, assetCode }) => (line ? null : { assetCode })),
  rule("trustline-payment-open", ({ reserved, assetCode }) => (reserved > 0n ? { assetCode } : null)),
  rule("trustline-offers-open", ({ line, assetCode }) => (line && line.bound > 0n ? { assetCode } : null)),
  rule("trustline-in-pool", ({ line, assetCode }) => (line && line.pools > 0 ? { assetCode } : null)),
  rule("trustline-balance-left", ({ line, assetCode }) =>
    line && line.balance > 0n ? { amount: formatAmountShort(line.balance), assetCode } : null,
  ),
  rule("fee-balance-too-low", ({ spendableXlm, ownFee }) =>
    spendableXlm < ownFee ? { fee: formatAmountShort(ownFee - spendableXlm) } : null,
  ),
];

function refuseReserve({ spendableXlm, ownFee }: TrustlineFacts): ErrorFacts | null {
  const missing = BASE_RESERVE_STROOPS + ownFee - spendableXlm;
  if (missing <= 0n) return null;
  return { missing: formatAmountShort(missing), reserve: formatAmountShort(BASE_RESERVE_STROOPS) };
}
