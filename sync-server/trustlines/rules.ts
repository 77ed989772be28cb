import type { ErrorCode, ErrorFacts } from "#schemas/errors.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS } from "#server/platform/network/entries.ts";

/** The line to an asset: what our books and the ledger itself say of it, whichever says more stands in its way. */
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

export interface Refusal {
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;
}

type Rule = readonly [code: ErrorCode, refuse: (facts: TrustlineFacts) => ErrorFacts | null];

const FROM_ANYONE: readonly Rule[] = [
  ["account-frozen", ({ isFrozen }) => (isFrozen ? {} : null)],
  ["payments-halted", ({ isHalted }) => (isHalted ? { assetCode: NATIVE.assetCode } : null)],
  ["wallet-not-ready", ({ isOnNetwork }) => (isOnNetwork ? null : {})],
  ["account-closing", ({ isClosing }) => (isClosing ? {} : null)],
  ["trustline-under-way", ({ isChanging, assetCode }) => (isChanging ? { assetCode } : null)],
];

/** The rules of adding an asset, in the order in which a person is told of them. */
export const ADDING: readonly Rule[] = [
  ...FROM_ANYONE,
  ["trustline-own", ({ isOwnIssue, assetCode }) => (isOwnIssue ? { assetCode } : null)],
  ["trustline-exists", ({ line, assetCode }) => (line ? { assetCode } : null)],
  ["issuer-missing", ({ doesIssuerExist }) => (doesIssuerExist ? null : {})],
  ["trustline-reserve-too-low", refuseReserve],
];

/** The rules of removing one. An issuer that is gone stands in nobody's way. */
export const REMOVING: readonly Rule[] = [
  ...FROM_ANYONE,
  ["asset-unknown", ({ line, assetCode }) => (line ? null : { assetCode })],
  ["trustline-payment-open", ({ reserved, assetCode }) => (reserved > 0n ? { assetCode } : null)],
  ["trustline-offers-open", ({ line, assetCode }) => (line && line.bound > 0n ? { assetCode } : null)],
  ["trustline-in-pool", ({ line, assetCode }) => (line && line.pools > 0 ? { assetCode } : null)],
  [
    "trustline-balance-left",
    ({ line, assetCode }) =>
      line && line.balance > 0n ? { amount: formatAmountShort(line.balance), assetCode } : null,
  ],
  [
    "fee-balance-too-low",
    ({ spendableXlm, ownFee }) => (spendableXlm < ownFee ? { fee: formatAmountShort(ownFee - spendableXlm) } : null),
  ],
];

/** Everything the rules have against a change, the first first. */
export function refusalsOf(rules: readonly Rule[], facts: TrustlineFacts): Refusal[] {
  return rules.flatMap(([code, refuse]) => {
    const refusal = refuse(facts);
    return refusal ? [{ code, facts: refusal }] : [];
  });
}

function refuseReserve({ spendableXlm, ownFee }: TrustlineFacts): ErrorFacts | null {
  const missing = BASE_RESERVE_STROOPS + ownFee - spendableXlm;
  if (missing <= 0n) return null;
  return { missing: formatAmountShort(missing), reserve: formatAmountShort(BASE_RESERVE_STROOPS) };
}
