import { Claimant, Operation } from "@stellar/stellar-sdk";
import { formatAmount } from "#schemas/values/money.ts";
import { type AssetName, toSdkAsset } from "#server/platform/network/assets.ts";
import { toTradeOperation, type TradeStep } from "./trade-steps.ts";

/**
 * One operation of a transaction to come, as it is stored. `source` is the account (G...) that it acts for and that must
 * sign; `to` may be muxed; amounts are stroops as decimal texts.
 */
export type Step =
  | TradeStep
  | (AssetName & { readonly type: "payment"; readonly source: string; readonly to: string; readonly amount: string })
  /** `muxed` is the address with a number (M...) that was to be paid: an account that is opened has none yet. */
  | {
      readonly type: "create_account";
      readonly source: string;
      readonly to: string;
      readonly amount: string;
      readonly muxed?: string;
    }
  | (AssetName & { readonly type: "change_trust"; readonly source: string })
  /** Takes an empty trustline away. */
  | (AssetName & { readonly type: "remove_trust"; readonly source: string })
  /** Ends the account and gives all its XLM to another. */
  | { readonly type: "account_merge"; readonly source: string; readonly to: string }
  /** Sets money aside for `to` (G...) to claim; `source` may take it back from `reclaimAfterSeconds` on. */
  | (AssetName & {
      readonly type: "create_claimable_balance";
      readonly source: string;
      readonly to: string;
      readonly amount: string;
      readonly reclaimAfterSeconds: number;
    })
  /** Claims a balance, by its id in hex, of which asset and amount are known. */
  | (AssetName & {
      readonly type: "claim_claimable_balance";
      readonly source: string;
      readonly balanceId: string;
      readonly amount: string;
    })
  | { readonly type: "begin_sponsoring"; readonly source: string; readonly sponsored: string }
  | { readonly type: "end_sponsoring"; readonly source: string }
  | { readonly type: "revoke_sponsorship"; readonly source: string; readonly account: string }
  /**
   * Gives a key (G...) a weight, 0 to remove it; `masterWeight` null leaves the account's own key as it is. `threshold` is the
   * weight that everything then needs; absent it stays what it was.
   */
  | {
      readonly type: "set_signer";
      readonly source: string;
      readonly signer: string;
      readonly weight: number;
      readonly masterWeight: number | null;
      readonly threshold?: number;
    }
  /** `value` is UTF-8 text of at most 64 bytes; null removes the entry. */
  | { readonly type: "manage_data"; readonly source: string; readonly name: string; readonly value: string | null };

/** The operation as the SDK builds it. */
export function toOperation(step: Step) {
  const { source } = step;
  switch (step.type) {
    case "payment":
      return Operation.payment({ source, destination: step.to, asset: toSdkAsset(step), amount: amountOf(step) });
    case "create_account":
      return Operation.createAccount({ source, destination: step.to, startingBalance: amountOf(step) });
    case "change_trust":
      return Operation.changeTrust({ source, asset: toSdkAsset(step) });
    case "remove_trust":
      return Operation.changeTrust({ source, asset: toSdkAsset(step), limit: "0" });
    case "account_merge":
      return Operation.accountMerge({ source, destination: step.to });
    case "create_claimable_balance":
      return Operation.createClaimableBalance({
        source,
        asset: toSdkAsset(step),
        amount: amountOf(step),
        claimants: [new Claimant(step.to), new Claimant(source, notBefore(step.reclaimAfterSeconds))],
      });
    case "claim_claimable_balance":
      return Operation.claimClaimableBalance({ source, balanceId: step.balanceId });
    case "begin_sponsoring":
      return Operation.beginSponsoringFutureReserves({ source, sponsoredId: step.sponsored });
    case "end_sponsoring":
      return Operation.endSponsoringFutureReserves({ source });
    case "revoke_sponsorship":
      return Operation.revokeAccountSponsorship({ source, account: step.account });
    case "set_signer":
      return Operation.setOptions({
        source,
        signer: { ed25519PublicKey: step.signer, weight: step.weight },
        ...(step.masterWeight !== null && { masterWeight: step.masterWeight }),
        ...(step.threshold !== undefined && {
          lowThreshold: step.threshold,
          medThreshold: step.threshold,
          highThreshold: step.threshold,
        }),
      });
    case "manage_data":
      return Operation.manageData({ source, name: step.name, value: step.value });
    default:
      return toTradeOperation(step);
  }
}

/** Every account whose signature the steps need, each once. */
export function actorsOf(steps: readonly Step[]): string[] {
  return [...new Set(steps.map(({ source }) => source))];
}

/** The time counts from the ledger that takes the transaction in. */
function notBefore(seconds: number) {
  return Claimant.predicateNot(Claimant.predicateBeforeRelativeTime(String(seconds)));
}

function amountOf({ amount }: { readonly amount: string }): string {
  return formatAmount(BigInt(amount));
}
