import { claimTime, type ClaimWindow } from "#schemas/claims.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import type { AccountState } from "#server/platform/ingest/account.ts";
import { lineOf } from "#server/platform/ingest/spendable.ts";
import { type AssetName, isNative } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS, type LedgerAccount } from "#server/platform/network/entries.ts";
import { type Refusal, refusal, refusalsOf, type Rule, rule, ruleOfMany } from "#server/platform/rules/rules.ts";

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

/** Whether the claim has to add the asset to the account first. */
export function needsLine(account: AccountState, asset: AssetName, address: string): boolean {
  return !isNative(asset) && asset.issuer !== address && lineOf(account, asset) === null;
}

/** XLM that the network keeps back for a line. */
export const LINE_RESERVE_STROOPS = BASE_RESERVE_STROOPS;

interface OwnFacts extends ClaimFacts {
  /** The claimant's own. */
  readonly address: string;
}

/** In the order in which a person is told of them. */
const RULES: readonly Rule<OwnFacts>[] = [
  rule("account-frozen", ({ isFrozen }) => (isFrozen ? {} : null)),
  rule("payments-halted", ({ isHalted, asset: { assetCode } }) => (isHalted ? { assetCode } : null)),
  rule("account-closing", ({ isClosing }) => (isClosing ? {} : null)),
  rule("wallet-not-ready", ({ account }) => (account.exists ? null : {})),
  rule("claim-under-way", ({ isUnderWay }) => (isUnderWay ? {} : null)),
  rule("claim-gone", ({ isOnLedger }) => (isOnLedger ? null : {})),
  ruleOfMany(["claim-not-yet", "claim-expired", "claim-impossible"], refuseTime),
  ruleOfMany(["claim-issuer-gone", "claim-not-authorized", "claim-line-full"], refuseLine),
  ruleOfMany(["fee-balance-too-low", "claim-reserve-too-low"], refuseCost),
];

/** Everything that stands against a claim, the first first. `address` is the claimant's own. */
export function claimRefusals(facts: ClaimFacts, address: string): Refusal[] {
  return refusalsOf(RULES, { ...facts, address });
}

function refuseTime({ windows, closedAt }: ClaimFacts) {
  const time = claimTime(windows, closedAt);
  switch (time.kind) {
    case "now":
      return [];
    case "later":
      return [refusal("claim-not-yet", { from: time.from.getTime() })];
    case "over":
      return [refusal("claim-expired", { until: time.until.getTime() })];
    case "never":
      return [refusal("claim-impossible")];
  }
}

/** What keeps the account from holding the asset, or so much of it. */
function refuseLine({ account, asset, amount, issuer, address }: OwnFacts) {
  const { assetCode } = asset;
  if (isNative(asset) || asset.issuer === address) return [];
  const line = lineOf(account, asset);
  if (line === null) {
    if (issuer === null) return [refusal("claim-issuer-gone", { assetCode })];
    return issuer.isAuthorizationRequired ? [refusal("claim-not-authorized", { assetCode })] : [];
  }
  if (!line.isAuthorized) return [refusal("claim-not-authorized", { assetCode })];
  const room = BigInt(line.limit) - BigInt(line.balance) - BigInt(line.buying);
  return room < amount ? [refusal("claim-line-full", { assetCode })] : [];
}

function refuseCost({ account, asset, spare, fee, address }: OwnFacts) {
  if (!account.exists) return [];
  if (!needsLine(account, asset, address))
    return spare < fee ? [refusal("fee-balance-too-low", { fee: formatAmountShort(fee - spare) })] : [];
  const missing = fee + LINE_RESERVE_STROOPS - spare;
  const facts = { assetCode: asset.assetCode, reserve: formatAmountShort(LINE_RESERVE_STROOPS) };
  return missing > 0n ? [refusal("claim-reserve-too-low", { ...facts, missing: formatAmountShort(missing) })] : [];
}
