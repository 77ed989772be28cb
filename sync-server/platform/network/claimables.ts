import { xdr } from "@stellar/stellar-sdk";
import type { ClaimableBalanceEntryWire, ClaimableBalanceIdWire, ClaimPredicateWire } from "@stellar/stellar-sdk/xdr";
import { addressOf } from "./addresses.ts";
import { type AssetName, assetNameOf, NATIVE } from "./assets.ts";

/** A span of time in seconds since 1970: from its beginning up to, and without, its end. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** Who may claim a balance, and when: spans in order that do not touch. */
export interface LedgerClaimant {
  readonly address: string;
  readonly spans: readonly Span[];
}

/** A claimable balance of the ledger, its amount in stroops. */
export interface LedgerClaimable extends AssetName {
  /** Its type in four bytes and a hash, in hex, as the network's APIs write it. */
  readonly balanceId: string;
  readonly amount: bigint;
  readonly claimants: readonly LedgerClaimant[];
}

const ID_TYPE_HEX = "00000000";
/** The end of the year 9999: what lies beyond has no date, and is as good as never. */
const LAST_SECOND = 253_402_300_799n;
const ALWAYS: readonly Span[] = [{ from: -Infinity, until: Infinity }];

export function claimableIdOf(id: ClaimableBalanceIdWire): string {
  return ID_TYPE_HEX + Buffer.from(id.v0).toString("hex");
}

export function claimableKeyOf(balanceId: string): xdr.LedgerKey {
  const v0 = Buffer.from(balanceId.slice(ID_TYPE_HEX.length), "hex");
  return xdr.LedgerKey.fromXdrObject({ type: 4, claimableBalance: { balanceId: { type: 0, v0 } } });
}

export function readClaimable({ balanceId, asset, amount, claimants }: ClaimableBalanceEntryWire): LedgerClaimable {
  return {
    // Only lines hold shares of pools; every other asset has a name.
    ...(assetNameOf(asset) ?? NATIVE),
    balanceId: claimableIdOf(balanceId),
    amount,
    claimants: claimants.map(({ v0 }) => ({ address: addressOf(v0.destination), spans: spansOf(v0.predicate) })),
  };
}

/** When a predicate of the ledger holds. There all its times are absolute; one that is not holds never. */
export function spansOf(predicate: ClaimPredicateWire): readonly Span[] {
  switch (predicate.type) {
    case 0:
      return ALWAYS;
    case 1:
      return predicate.andPredicates.map(spansOf).reduce(intersect, ALWAYS);
    case 2:
      return complement(predicate.orPredicates.map((part) => complement(spansOf(part))).reduce(intersect, ALWAYS));
    case 3:
      return predicate.notPredicate ? complement(spansOf(predicate.notPredicate)) : [];
    case 4:
      return [{ from: -Infinity, until: predicate.absBefore > LAST_SECOND ? Infinity : Number(predicate.absBefore) }];
    case 5:
      return [];
  }
}

function intersect(left: readonly Span[], right: readonly Span[]): Span[] {
  return left.flatMap((one) =>
    right
      .map((other) => ({ from: Math.max(one.from, other.from), until: Math.min(one.until, other.until) }))
      .filter(({ from, until }) => from < until),
  );
}

/** The gaps before, between and after spans. */
function complement(spans: readonly Span[]): Span[] {
  const edges = [-Infinity, ...spans.flatMap(({ from, until }) => [from, until]), Infinity];
  const gaps: Span[] = [];
  for (let at = 0; at < edges.length; at += 2) {
    const [from = Infinity, until = Infinity] = edges.slice(at, at + 2);
    if (from < until) gaps.push({ from, until });
  }
  return gaps;
}
