import { claimTime, type ClaimWindow } from "#schemas/claims.ts";
import type { ErrorCode, ErrorFacts } from "#schemas/errors.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import type { AccountState } from "#server/platform/ingest/account.ts";
import { lineOf } from "#server/platform/ingest/spendable.ts";
import { type AssetName, isNative } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS, type LedgerAccount } from "#server/platform/network/entries.ts";

/** Everything that decides whether a balance can be claimed now. Amounts in stroops. */
export interface ClaimFacts {
  readonly isFrozen: boolean;
  readonly isHalted: boolean;
  /** Whether the account is on its way into another one. */
  readonly isClosing: boolean;
  readonly asset: AssetName;
  readonly amount: bigint;
  readonly windows: readonly ClaimWindow[];
  /** When the network's newest ledger closed: its clock decides, not ours. */
  readonly closedAt: Date;
  readonly isOnLedger: boolean;
  readonly isUnderWay: boolean;
  readonly account: AccountState;
  /** The issuer's account; null where there is none, and for XLM. */
  readonly issuer: LedgerAccount | null;
  /** XLM that the account can spare. */
  readonly spare: bigint;
  /** What the claim takes of it: the network's fee, unless the house pays it, and the reserve of a line that it adds. */
  readonly fee: bigint;
}

export interface Refusal {
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;
}

/** Whether the claim has to add the asset to the account first. */
export function needsLine(account: AccountState, asset: AssetName, address: string): boolean {
  return !isNative(asset) && asset.issuer !== address && lineOf(account, asset) === null;
}

/** XLM that the network keeps back for a line. */
export const LINE_RESERVE_STROOPS = BASE_RESERVE_STROOPS;

/** Everything that stands against a claim, the first first. `address` is the claimant's own. */
export function refusalsOf(facts: ClaimFacts, address: string): Refusal[] {
  const { isFrozen, isHalted, isClosing, isOnLedger, isUnderWay, account } = facts;
  const { assetCode } = facts.asset;
  return [
    isFrozen && refusal("account-frozen"),
    isHalted && refusal("payments-halted", { assetCode }),
    isClosing && refusal("account-closing"),
    !account.exists && refusal("wallet-not-ready"),
    isUnderWay && refusal("claim-under-way"),
    !isOnLedger && refusal("claim-gone"),
    refuseTime(facts.windows, facts.closedAt),
    refuseLine(facts, address),
    refuseCost(facts, address),
  ].filter((found) => found !== false);
}

function refuseTime(windows: readonly ClaimWindow[], now: Date): Refusal | false {
  const time = claimTime(windows, now);
  switch (time.kind) {
    case "now":
      return false;
    case "later":
      return refusal("claim-not-yet", { from: wordsOf(time.from) });
    case "over":
      return refusal("claim-expired", { until: wordsOf(time.until) });
    case "never":
      return refusal("claim-impossible");
  }
}

/** What keeps the account from holding the asset, or so much of it. */
function refuseLine({ account, asset, amount, issuer }: ClaimFacts, address: string): Refusal | false {
  const { assetCode } = asset;
  if (isNative(asset) || asset.issuer === address) return false;
  const line = lineOf(account, asset);
  if (line === null) {
    if (issuer === null) return refusal("claim-issuer-gone", { assetCode });
    return issuer.isAuthorizationRequired && refusal("claim-not-authorized", { assetCode });
  }
  if (!line.isAuthorized) return refusal("claim-not-authorized", { assetCode });
  const room = BigInt(line.limit) - BigInt(line.balance) - BigInt(line.buying);
  return room < amount && refusal("claim-line-full", { assetCode });
}

function refuseCost({ account, asset, spare, fee }: ClaimFacts, address: string): Refusal | false {
  if (!account.exists) return false;
  if (!needsLine(account, asset, address))
    return spare < fee && refusal("fee-balance-too-low", { fee: formatAmountShort(fee - spare) });
  const missing = fee + LINE_RESERVE_STROOPS - spare;
  const facts = { assetCode: asset.assetCode, reserve: formatAmountShort(LINE_RESERVE_STROOPS) };
  return missing > 0n && refusal("claim-reserve-too-low", { ...facts, missing: formatAmountShort(missing) });
}

function refusal(code: ErrorCode, facts: ErrorFacts = {}): Refusal {
  return { code, facts };
}

/** An instant as a person reads it, to the minute, in UTC. */
function wordsOf(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
