import type { AppError, ErrorFacts } from "#schemas/errors.ts";
import { formatAmountShort, MAX_STROOPS } from "#schemas/values/money.ts";
import type { AccountState } from "#server/platform/ingest/account.ts";
import { freeOf, lineOf, spendableOf } from "#server/platform/ingest/spendable.ts";
import { type AssetName, isNative, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS, type LedgerAccount, type LedgerLine } from "#server/platform/network/entries.ts";
import {
  errorsOf,
  type Refusal,
  refusal,
  refusalsOf,
  type Rule,
  rule,
  ruleOfMany,
} from "#server/platform/rules/rules.ts";
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

const OF_ASSETS = [
  "trade-own-issue",
  "asset-unknown",
  "issuer-missing",
  "trade-not-authorized",
  "trade-orders-kept-only",
] as const;
type OfAsset = Refusal<(typeof OF_ASSETS)[number]>;

/** The rules of trading, in the order in which a person is told of them. */
const RULES: readonly Rule<TradeFacts>[] = [
  rule("wallet-not-ready", ({ account }) => (account.exists ? null : {})),
  ruleOfMany(OF_ASSETS, refuseAssets),
  ruleOfMany(["trade-line-full"], refuseRoom),
  rule("trade-entries-full", refuseEntries),
  ruleOfMany(["balance-too-low", "fee-balance-too-low", "trade-reserve-too-low"], refuseFunds),
];

/** Everything that stands against a trade, the first first. */
export function tradeRefusals(facts: TradeFacts): AppError[] {
  return errorsOf(refusalsOf(RULES, facts));
}

/** The lines that have to be added before the account can take what it trades for. */
export function missingLines(account: AccountState, takes: readonly Portion[]): AssetName[] {
  return unique(takes.map(({ asset }) => asset)).filter((asset) => !isNative(asset) && !lineOf(account, asset));
}

function refuseAssets(facts: TradeFacts) {
  const given = unique(facts.gives.map(({ asset }) => asset));
  const taken = unique(facts.takes.map(({ asset }) => asset));
  return [
    ...given.flatMap((asset) => refuseAsset(facts, asset, true)),
    ...taken.flatMap((asset) => refuseAsset(facts, asset, false)),
  ];
}

function refuseAsset({ address, account, lines, issuers }: TradeFacts, asset: AssetName, isGiven: boolean): OfAsset[] {
  if (isNative(asset)) return [];
  const { assetCode, issuer } = asset;
  const told = { assetCode };
  if (issuer === address) return [refusal("trade-own-issue", told)];
  const seen = lines.find((line) => isSameAsset(line, asset));
  const stored = lineOf(account, asset);
  if (!stored) {
    if (isGiven) return [refusal("asset-unknown", told)];
    const from = issuers.get(issuer);
    if (!from) return [refusal("issuer-missing")];
    return from.isAuthorizationRequired ? [refusal("trade-not-authorized", told)] : [];
  }
  if (seen?.keepsOffers && !seen.isAuthorized) return [refusal("trade-orders-kept-only", told)];
  return stored.isAuthorized && seen?.isAuthorized !== false ? [] : [refusal("trade-not-authorized", told)];
}

function refuseRoom({ account, takes, freed, incoming }: TradeFacts) {
  return sums(takes).flatMap(({ asset, amount }) => {
    const line = isNative(asset) ? { ...account, limit: String(MAX_STROOPS) } : lineOf(account, asset);
    if (!line) return [];
    const bound = BigInt(line.balance) + BigInt(line.buying) + sumOf(incoming, asset) - sumOf(freed.taken, asset);
    const room = BigInt(line.limit) - bound;
    if (amount <= room) return [];
    const { assetCode } = asset;
    return [refusal("trade-line-full", { room: formatAmountShort(room > 0n ? room : 0n), assetCode })];
  });
}

function refuseEntries({ account, entries }: TradeFacts): ErrorFacts | null {
  return entries > 0 && account.reserves - OWN_RESERVES + entries > MAX_ENTRIES ? {} : null;
}

/** What is given comes first: of XLM less of it can be given where the fee, or the reserve, needs the rest. */
function refuseFunds(facts: TradeFacts) {
  const { gives, fees, reserve, ownFee } = facts;
  const refusals = sums(gives).flatMap(({ asset, amount }) => {
    const beside = sumOf(fees, asset) + (isNative(asset) ? reserve + ownFee : 0n);
    const most = freeFor(facts, asset) - beside;
    if (amount <= most) return [];
    const spendable = formatAmountShort(most > 0n ? most : 0n);
    return [refusal("balance-too-low", { spendable, assetCode: asset.assetCode })];
  });
  const ofXlm = refusals.length > 0 || sumOf(gives, NATIVE) > 0n ? refusals : refuseXlm(facts);
  return ofXlm.length > 0 ? ofXlm : refuseFee(facts);
}

/** The network takes its fee before anything becomes free. */
function refuseFee({ account, reserved, ownFee }: TradeFacts) {
  const missing = ownFee - spendableOf(account, NATIVE, reserved);
  return missing > 0n ? [refusal("fee-balance-too-low", { fee: formatAmountShort(missing) })] : [];
}

function refuseXlm(facts: TradeFacts) {
  const { fees, reserve, ownFee } = facts;
  const missing = reserve + ownFee + sumOf(fees, NATIVE) - freeFor(facts, NATIVE);
  if (missing <= 0n) return [];
  if (reserve === 0n) return [refusal("fee-balance-too-low", { fee: formatAmountShort(missing) })];
  const told = { missing: formatAmountShort(missing), reserve: formatAmountShort(reserve) };
  return [refusal("trade-reserve-too-low", told)];
}

/** What may be given: what is free, and what orders that make way give free. */
function freeFor({ account, reserved, freed }: TradeFacts, asset: AssetName): bigint {
  return freeOf(account, asset, reserved) + sumOf(freed.given, asset);
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
