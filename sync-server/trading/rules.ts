import type { ErrorCode, ErrorFacts } from "#schemas/errors.ts";
import { AppError } from "#schemas/errors.ts";
import { formatAmountShort, MAX_STROOPS } from "#schemas/values/money.ts";
import type { AccountState } from "#server/platform/ingest/account.ts";
import { lineOf, spendableOf } from "#server/platform/ingest/spendable.ts";
import { type AssetName, isNative, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS, type LedgerAccount, type LedgerLine } from "#server/platform/network/entries.ts";
import type { Reservations } from "#server/platform/submissions/reservations.ts";
import type { Portion } from "./wish.ts";

/** Entries that an account may have beside its own: lines, offers, signers, data. */
const MAX_ENTRIES = 1000;
const OWN_RESERVES = 2;

/** Everything that decides whether an account may trade these assets, read beforehand. Amounts in stroops. */
export interface TradeFacts {
  readonly address: string;
  readonly account: AccountState;
  /** Its lines to the assets as the ledger itself has them, by asset key or not at all. */
  readonly lines: readonly LedgerLine[];
  /** The issuers of the assets that are there. */
  readonly issuers: ReadonlyMap<string, LedgerAccount>;
  readonly reserved: Reservations;
  /** What operations under way will take in, as far as they bind room for it. */
  readonly incoming: readonly Portion[];
  /** The most that leaves: what is given, and the operator's fees. */
  readonly gives: readonly Portion[];
  readonly fees: readonly Portion[];
  readonly takes: readonly Portion[];
  readonly freed: { readonly given: readonly Portion[]; readonly taken: readonly Portion[] };
  /** XLM that the network keeps aside for new entries. */
  readonly reserve: bigint;
  /** How many those are. */
  readonly entries: number;
  /** What the account itself pays to the network. */
  readonly ownFee: bigint;
}

interface Refusal {
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;
}
type Rule = (facts: TradeFacts) => readonly Refusal[];

/** The rules of trading, in the order in which a person is told of them. */
const RULES: readonly Rule[] = [refuseUnready, refuseAssets, refuseRoom, refuseEntries, refuseFunds];

/** Everything that stands against a trade, the first first. */
export function tradeRefusals(facts: TradeFacts): AppError[] {
  return RULES.flatMap((rule) => rule(facts)).map(({ code, facts: told }) => new AppError(code, told));
}

/** The lines that have to be added before the account can take what it trades for. */
export function missingLines(account: AccountState, takes: readonly Portion[]): AssetName[] {
  return unique(takes.map(({ asset }) => asset)).filter((asset) => !isNative(asset) && !lineOf(account, asset));
}

function refuseUnready({ account }: TradeFacts): Refusal[] {
  return account.exists ? [] : [{ code: "wallet-not-ready", facts: {} }];
}

function refuseAssets(facts: TradeFacts): Refusal[] {
  const given = unique(facts.gives.map(({ asset }) => asset));
  const taken = unique(facts.takes.map(({ asset }) => asset));
  return [
    ...given.flatMap((asset) => refuseAsset(facts, asset, true)),
    ...taken.flatMap((asset) => refuseAsset(facts, asset, false)),
  ];
}

function refuseAsset({ address, account, lines, issuers }: TradeFacts, asset: AssetName, isGiven: boolean): Refusal[] {
  if (isNative(asset)) return [];
  const { assetCode, issuer } = asset;
  const told = { assetCode };
  if (issuer === address) return [{ code: "trade-own-issue", facts: told }];
  const seen = lines.find((line) => isSameAsset(line, asset));
  const stored = lineOf(account, asset);
  if (!stored) {
    if (isGiven) return [{ code: "asset-unknown", facts: told }];
    const from = issuers.get(issuer);
    if (!from) return [{ code: "issuer-missing", facts: {} }];
    return from.isAuthorizationRequired ? [{ code: "trade-not-authorized", facts: told }] : [];
  }
  if (seen?.keepsOffers && !seen.isAuthorized) return [{ code: "trade-orders-kept-only", facts: told }];
  return stored.isAuthorized && seen?.isAuthorized !== false ? [] : [{ code: "trade-not-authorized", facts: told }];
}

function refuseRoom({ account, takes, freed, incoming }: TradeFacts): Refusal[] {
  return sums(takes).flatMap(({ asset, amount }) => {
    const line = isNative(asset) ? { ...account, limit: String(MAX_STROOPS) } : lineOf(account, asset);
    if (!line) return [];
    const bound = BigInt(line.balance) + BigInt(line.buying) + sumOf(incoming, asset) - sumOf(freed.taken, asset);
    const room = BigInt(line.limit) - bound;
    if (amount <= room) return [];
    const { assetCode } = asset;
    return [{ code: "trade-line-full" as const, facts: { room: formatAmountShort(room > 0n ? room : 0n), assetCode } }];
  });
}

function refuseEntries({ account, entries }: TradeFacts): Refusal[] {
  return entries > 0 && account.reserves - OWN_RESERVES + entries > MAX_ENTRIES
    ? [{ code: "trade-entries-full", facts: {} }]
    : [];
}

/** What is given comes first: of XLM less of it can be given where the fee, or the reserve, needs the rest. */
function refuseFunds(facts: TradeFacts): Refusal[] {
  const { gives, fees, reserve, ownFee } = facts;
  const refusals = sums(gives).flatMap(({ asset, amount }): Refusal[] => {
    const beside = sumOf(fees, asset) + (isNative(asset) ? reserve + ownFee : 0n);
    const most = freeOf(facts, asset) - beside;
    if (amount <= most) return [];
    const spendable = formatAmountShort(most > 0n ? most : 0n);
    return [{ code: "balance-too-low", facts: { spendable, assetCode: asset.assetCode } }];
  });
  return refusals.length > 0 || sumOf(gives, NATIVE) > 0n ? refusals : refuseXlm(facts);
}

function refuseXlm(facts: TradeFacts): Refusal[] {
  const { fees, reserve, ownFee } = facts;
  const missing = reserve + ownFee + sumOf(fees, NATIVE) - freeOf(facts, NATIVE);
  if (missing <= 0n) return [];
  if (reserve === 0n) return [{ code: "fee-balance-too-low", facts: { fee: formatAmountShort(missing) } }];
  const told = { missing: formatAmountShort(missing), reserve: formatAmountShort(reserve) };
  return [{ code: "trade-reserve-too-low", facts: told }];
}

/** What may be given: what is free, and what an order that is replaced gives free. */
function freeOf({ account, reserved, freed }: TradeFacts, asset: AssetName): bigint {
  return spendableOf(account, asset, reserved) + sumOf(freed.given, asset);
}

export function sumOf(portions: readonly Portion[], asset: AssetName): bigint {
  return portions.reduce((sum, portion) => (isSameAsset(portion.asset, asset) ? sum + portion.amount : sum), 0n);
}

/** Each asset once, with all of it. */
export function sums(portions: readonly Portion[]): Portion[] {
  return unique(portions.map(({ asset }) => asset)).map((asset) => ({ asset, amount: sumOf(portions, asset) }));
}

export function unique(assets: readonly AssetName[]): AssetName[] {
  return assets.filter((asset, index) => assets.findIndex((other) => isSameAsset(other, asset)) === index);
}

export function reserveOf(entries: number): bigint {
  return BigInt(entries) * BASE_RESERVE_STROOPS;
}
