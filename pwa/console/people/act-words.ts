import { t } from "@lingui/core/macro";
import type { OperatorActionKind } from "#schemas/security.ts";

/** What an operator did to a person, as a row of the log; of what concerns nobody in particular, its own word. */
export function actWords(action: OperatorActionKind): string {
  return Object.hasOwn(ACTS, action) ? (ACTS[action] ?? action) : action;
}

const ACTS: Readonly<Partial<Record<OperatorActionKind, string>>> = {
  get freeze() {
    return t`Froze the account`;
  },
  get "let-go"() {
    return t`Let the account go`;
  },
  get "end-sessions"() {
    return t`Ended all sessions`;
  },
  get "reset-second-factor"() {
    return t`Reset the second factor`;
  },
  get "set-limits"() {
    return t`Changed the limits`;
  },
  get "settle-name"() {
    return t`Said whose a name is`;
  },
  get "rotate-key"() {
    return t`Changed the key`;
  },
  get "view-picture"() {
    return t`Looked at a picture sent to support`;
  },
  get "view-person"() {
    return t`Looked at this page`;
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
};
