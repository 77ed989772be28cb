import { t } from "@lingui/core/macro";
import { formatList } from "#pwa/ui/format.ts";
import type { ProposalKind } from "#schemas/approvals.ts";
import type { FourEyes } from "#schemas/four-eyes.ts";
import type { Role } from "#schemas/operators.ts";

export function roleWords(role: Role): string {
  switch (role) {
    case "super":
      return t({ message: "everything", context: "role of an operator" });
    case "finance":
      return t({ message: "finance", context: "role of an operator" });
    case "support":
      return t({ message: "support", context: "role of an operator" });
    case "reviewer":
      return t({ message: "review of identities", context: "role of an operator" });
    case "editor":
      return t({ message: "content and listings", context: "role of an operator" });
    case "auditor":
      return t({ message: "reading only", context: "role of an operator" });
  }
}

/** What it allows, in one sentence. */
export function roleMeaning(role: Role): string {
  switch (role) {
    case "super":
      return t`May do everything, also make operators and take their roles away.`;
    case "finance":
      return t`Decides about deposits, payments, the books, fees and limits, and which asset is the dollar.`;
    case "support":
      return t`Sees people and what they report, freezes accounts, ends sessions and resets second factors.`;
    case "reviewer":
      return t`Decides about identities, sees people and payments, and freezes accounts.`;
    case "editor":
      return t`Changes texts and what is listed.`;
    case "auditor":
      return t`Reads everything and changes nothing.`;
  }
}

export function rolesText(roles: readonly Role[]): string {
  return roles.length === 0
    ? t({ message: "none", context: "roles of an operator" })
    : formatList(roles.map((role) => roleWords(role)));
}

/** An act that may take two operators. */
export function actWords(kind: ProposalKind): string {
  switch (kind) {
    case "credit-deposit":
      return t`Crediting a deposit`;
    case "reject-deposit":
      return t`Rejecting a deposit`;
    case "set-deposits":
      return t`Changing how deposits are taken`;
    case "set-deposit-method":
      return t`Changing other ways to pay in`;
    case "set-policy":
      return t`Changing what is asked of payments`;
    case "set-fee":
      return t`Changing fees`;
    case "set-affiliate":
      return t`Changing the terms of the affiliate programme`;
    case "pay-affiliates":
      return t`Paying affiliates`;
    case "set-staking-offer":
      return t`Changing staking offers`;
    case "approve-submission":
      return t`Letting a payment go that waits`;
    case "resolve-submission":
      return t`Saying what became of a payment`;
    case "accept-difference":
      return t`Accepting a difference of the books`;
    case "claim-suspense":
      return t`Paying on what arrived for nobody`;
    case "move-house-money":
      return t`Moving money between accounts of the house`;
    case "set-house-budget":
      return t`Changing the daily budget of an account of the house`;
    case "return-suspense":
      return t`Paying back what arrived for nobody`;
    case "rotate-key":
      return t`Changing the key of a wallet`;
    case "rewrap-vault":
      return t`Changing the locks of the vault`;
    case "approve-identity":
      return t`Approving an identity`;
    case "reject-identity":
      return t`Refusing an identity for good`;
    case "freeze":
      return t`Freezing an account`;
    case "end-sessions":
      return t`Signing somebody out everywhere`;
    case "reset-second-factor":
      return t`Taking away a second factor`;
    case "set-limits":
      return t`Changing somebody's limits`;
    case "let-go":
      return t`Letting an account go`;
    case "set-roles":
      return t`Changing the roles of operators`;
    case "invite-operator":
      return t`Inviting operators`;
    case "set-four-eyes":
      return t`Changing what takes two operators`;
    case "list-asset":
      return t`Listing assets`;
    case "set-dollar":
      return t`Choosing the dollar`;
    case "set-interface":
      return t`Changing what everybody is shown`;
  }
}

export function fourEyesWords(when: FourEyes): string {
  switch (when) {
    case "never":
      return t({ message: "never", context: "when two operators have to agree" });
    case "by-rule":
      return t({ message: "by its rule", context: "when two operators have to agree" });
    case "always":
      return t({ message: "always", context: "when two operators have to agree" });
  }
}
