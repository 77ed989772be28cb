import { t } from "@lingui/core/macro";
import type { OperatorActionKind } from "#schemas/security.ts";

/** What an operator did, as a row of the log; of an act that this app does not know yet, its own name. */
export function actWords(action: OperatorActionKind): string {
  return Object.hasOwn(ACTS, action) ? ACTS[action] : action;
}

const ACTS: Readonly<Record<OperatorActionKind, string>> = {
  get freeze() {
    return t`Froze the account`;
  },
  get "let-go"() {
    return t({ message: "Let the account go", context: "what an operator did" });
  },
  get "end-sessions"() {
    return t`Ended all sessions`;
  },
  get "reset-second-factor"() {
    return t({ message: "Reset the second factor", context: "what an operator did" });
  },
  get "set-limits"() {
    return t`Changed the limits`;
  },
  get "settle-name"() {
    return t`Said whose a name is`;
  },
  get "make-api-key"() {
    return t`Made an API key`;
  },
  get "rotate-key"() {
    return t`Changed the key`;
  },
  get "rewrap-vault"() {
    return t`Had the locks of the vault changed`;
  },
  get "view-picture"() {
    return t`Looked at a picture sent to support`;
  },
  get "answer-report"() {
    return t`Answered what they sent to support`;
  },
  get "close-report"() {
    return t`Closed what they sent to support`;
  },
  get "view-identity"() {
    return t`Looked at what they sent of their identity`;
  },
  get "view-identity-picture"() {
    return t`Looked at a picture of their identity`;
  },
  get "approve-identity"() {
    return t`Approved their identity`;
  },
  get "ask-identity"() {
    return t`Asked for parts of their identity again`;
  },
  get "reject-identity"() {
    return t`Refused their identity for good`;
  },
  get "view-person"() {
    return t`Looked at this page`;
  },
  get "view-log"() {
    return t`Looked at the log`;
  },
  get "add-task"() {
    return t`Made a task`;
  },
  get "set-task"() {
    return t`Changed how a task stands`;
  },
  get "acknowledge-issue"() {
    return t`Saw an issue of the service`;
  },
  get "assign-issue"() {
    return t`Said who deals with an issue`;
  },
  get "snooze-issue"() {
    return t`Silenced an issue, or ended that`;
  },
  get "close-issue"() {
    return t`Closed an issue of the service`;
  },
  get "merge-issue"() {
    return t`Made an issue a part of another`;
  },
  get "unmerge-issue"() {
    return t`Took merged issues apart`;
  },
  get "add-window"() {
    return t`Set a window of maintenance`;
  },
  get "end-window"() {
    return t`Ended a window of maintenance`;
  },
  get "set-webhook"() {
    return t`Set where notices are sent`;
  },
  get "remove-webhook"() {
    return t`Removed where notices are sent`;
  },
  get "note-person"() {
    return t`Wrote a note`;
  },
  get "approve-deposit"() {
    return t`Approved a deposit`;
  },
  get "reject-deposit"() {
    return t`Rejected a deposit`;
  },
  get "retry-deposit"() {
    return t`Had a deposit paid again`;
  },
  get "approve-submission"() {
    return t`Approved a payment`;
  },
  get "refuse-submission"() {
    return t`Refused a payment`;
  },
  get "resolve-submission"() {
    return t`Settled an unclear payment`;
  },
  get "claim-suspense"() {
    return t`Gave them money that had no owner`;
  },
  get propose() {
    return t`Proposed something to a second operator`;
  },
  get "approve-proposal"() {
    return t`Approved a proposal`;
  },
  get "reject-proposal"() {
    return t`Rejected a proposal`;
  },
  get "withdraw-proposal"() {
    return t`Withdrew a proposal`;
  },
  get "return-suspense"() {
    return t`Sent money back that had no owner`;
  },
  get "accept-difference"() {
    return t`Accepted a difference of the books`;
  },
  get "set-fee"() {
    return t`Set a fee`;
  },
  get "set-staking-offer"() {
    return t`Set a staking offer`;
  },
  get "set-affiliate"() {
    return t`Set the terms of the affiliate programme`;
  },
  get "pay-affiliates"() {
    return t`Paid affiliates`;
  },
  get "dismiss-signal"() {
    return t`Let go what a signal held`;
  },
  get "reverse-reward"() {
    return t`Took an affiliate's reward back`;
  },
  get "stop-pool"() {
    return t`Stopped a market-making pool`;
  },
  get "release-pool"() {
    return t`Let a market-making pool go`;
  },
  get "stop-all-pools"() {
    return t`Stopped all market-making pools`;
  },
  get "set-policy"() {
    return t`Changed what is asked of payments`;
  },
  get "set-deposits"() {
    return t`Changed how deposits are taken`;
  },
  get "confirm-restore"() {
    return t`Let the service sign again after a restore`;
  },
  get "know-restored-payment"() {
    return t`Said what a payment before a restore was for`;
  },
  get "set-house-budget"() {
    return t`Changed the daily budget of an account of the house`;
  },
  get "list-asset"() {
    return t`Listed an asset`;
  },
  get "change-listed"() {
    return t`Changed what is shown of an asset`;
  },
  get "delist-asset"() {
    return t`Delisted an asset`;
  },
  get "set-pairs"() {
    return t`Changed which pairs are traded`;
  },
  get "set-dollar"() {
    return t`Chose the asset that is the dollar`;
  },
  get "set-roles"() {
    return t`Changed somebody's roles`;
  },
  get "invite-operator"() {
    return t`Invited an operator`;
  },
  get "withdraw-invitation"() {
    return t`Took an invitation back`;
  },
  get "accept-invitation"() {
    return t`Invited somebody who accepted`;
  },
  get "set-four-eyes"() {
    return t`Changed what takes two operators`;
  },
  get "publish-content"() {
    return t`Published something`;
  },
  get "schedule-content"() {
    return t`Had something published later`;
  },
  get "unschedule-content"() {
    return t`Took back that something is published later`;
  },
  get "refuse-scheduled"() {
    return t`Did not publish what was due`;
  },
  get "unpublish-content"() {
    return t`Took something published away`;
  },
  get "restore-content"() {
    return t`Made a draft of a former version`;
  },
  get "discard-content"() {
    return t`Threw a draft away`;
  },
  get "remove-media"() {
    return t`Removed a picture of the library`;
  },
  get "export-people"() {
    return t`Exported people`;
  },
  get "export-audit"() {
    return t`Exported the audit log`;
  },
  get "set-interface"() {
    return t`Changed what the screens show`;
  },
  get "set-deposit-method"() {
    return t`Changed a way to pay in`;
  },
  get "move-house-money"() {
    return t`Moved money of the house`;
  },
  get "export-accounts"() {
    return t`Exported the books for an accountant`;
  },
  get "revoke-api-key"() {
    return t`Revoked an API key`;
  },
  get "export-deposits"() {
    return t`Exported deposits`;
  },
  get "export-proposals"() {
    return t`Exported proposals`;
  },
  get "export-payments"() {
    return t`Exported payments`;
  },
  get "export-suspense"() {
    return t`Exported money without an owner`;
  },
  get "export-reports"() {
    return t`Exported what people sent to support`;
  },
  get "export-fees"() {
    return t`Exported fees`;
  },
  get "export-identities"() {
    return t`Exported the list of identity checks`;
  },
  get "export-api-keys"() {
    return t`Exported the list of API keys`;
  },
};
