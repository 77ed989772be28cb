import { t } from "@lingui/core/macro";
import { houseAccountWords } from "#pwa/console/desk/house-words.ts";
import { rolesText } from "#pwa/console/desk/role-words.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { formatAmountText, formatCount } from "#pwa/ui/format.ts";
import type { ContentOf, ProposalContent, ProposalState } from "#schemas/approvals.ts";
import { parseAmount } from "#schemas/values/money.ts";

export function proposalTitle(id: number): string {
  return t`Proposal ${id}`;
}

/** What a proposal would do, in one sentence made of all that decides it. */
export function saysOf(content: ProposalContent): string {
  switch (content.kind) {
    case "credit-deposit":
      return creditWords(content);
    case "reject-deposit": {
      const { depositId, userId } = content;
      const paid = formatUsd(parseAmount(content.usd));
      return t`Deposit ${depositId} of user ${userId} over ${paid} is rejected.`;
    }
    case "set-deposits":
      return content.settings === null
        ? t`Deposits are switched off.`
        : content.former === null
          ? t`Deposits are switched on.`
          : t`How deposits are taken is changed.`;
    case "set-deposit-method": {
      const name = (content.settings ?? content.former)?.displayName ?? content.methodName;
      return content.settings === null
        ? t`Deposits by ${name} are switched off.`
        : content.former === null
          ? t`Deposits by ${name} are switched on.`
          : t`How deposits by ${name} are taken is changed.`;
    }
    case "set-policy":
      return t`What is asked of every payment is changed.`;
    case "set-fee": {
      const { ruleId } = content;
      return ruleId === null ? t`A rule of fees is added.` : t`Rule ${ruleId} of fees is changed.`;
    }
    case "set-affiliate":
      return t`The terms of the affiliate programme are set.`;
    case "pay-affiliates":
      return t`Affiliates are paid.`;
    case "set-staking-offer": {
      const { offerId } = content;
      const { name } = content.offer;
      return offerId === null ? t`A staking offer is added: ${name}.` : t`The staking offer ${name} is changed.`;
    }
    case "approve-submission": {
      const { submissionId, userId } = content;
      return t`Payment ${submissionId} of user ${userId}, which waits, is let go.`;
    }
    case "resolve-submission":
      return resolutionWords(content);
    case "accept-difference": {
      const { assetCode } = content;
      const usd = content.usd === null ? null : formatUsd(parseAmount(content.usd));
      return usd === null
        ? t`The difference of ${assetCode} between the books and the ledger is accepted.`
        : t`The difference of ${assetCode} between the books and the ledger, worth ${usd}, is accepted.`;
    }
    case "claim-suspense": {
      const { itemId, userId, assetCode } = content;
      const amount = formatAmountText(content.amount);
      return t`Item ${itemId}, ${amount} ${assetCode} that arrived, is paid on to user ${userId}.`;
    }
    case "move-house-money": {
      const { assetCode } = content;
      const amount = formatAmountText(content.amount);
      return t`${amount} ${assetCode} of the house goes from one of its accounts to another.`;
    }
    case "set-house-budget": {
      const { assetCode } = content;
      const account = houseAccountWords(content.purpose);
      if (content.daily === null) return t`Any amount of ${assetCode} may be paid out of this account: ${account}.`;
      const amount = formatAmountText(content.daily);
      return t`At most ${amount} ${assetCode} may be paid out of this account within 24 hours: ${account}.`;
    }
    case "return-suspense": {
      const { itemId, assetCode } = content;
      const amount = formatAmountText(content.amount);
      return t`Item ${itemId}, ${amount} ${assetCode} that arrived, goes back to whoever sent it.`;
    }
    case "rotate-key": {
      const { userId } = content;
      return t`The wallet of user ${userId} is signed for by another key.`;
    }
    case "rewrap-vault":
      return t`Whatever a former key of the vault locked is locked with its present one.`;
    case "approve-identity": {
      const { identityId, userId } = content;
      return t`The identity of user ${userId}, check ${identityId}, is approved.`;
    }
    case "reject-identity": {
      const { identityId, userId } = content;
      return t`The identity of user ${userId}, check ${identityId}, is refused for good.`;
    }
    case "freeze": {
      const { userId } = content;
      return t`The account of user ${userId} is frozen.`;
    }
    case "end-sessions": {
      const { userId } = content;
      return t`User ${userId} is signed out everywhere.`;
    }
    case "reset-second-factor": {
      const { userId } = content;
      return t`The second factor and the passkeys of user ${userId} are taken away.`;
    }
    case "set-limits": {
      const { userId } = content;
      return t`The payment limits of user ${userId} are changed.`;
    }
    case "let-go": {
      const { userId } = content;
      return t`The account of user ${userId} is let go, and can send again.`;
    }
    case "set-roles": {
      const { userId } = content;
      const roles = rolesText(content.roles);
      return content.roles.length === 0
        ? t`User ${userId} is no operator any more.`
        : t`User ${userId} is an operator with these roles: ${roles}.`;
    }
    case "invite-operator": {
      const { email } = content;
      const roles = rolesText(content.roles);
      return t`${email} is invited to become an operator with these roles: ${roles}.`;
    }
    case "list-asset": {
      const { assetCode, name } = content.terms;
      return t`${assetCode} is listed as “${name}”.`;
    }
    case "set-dollar": {
      if (content.asset === null) return t`No asset is the US dollar any more.`;
      const assetCode = codeOf(content.asset);
      return t`${assetCode} becomes the US dollar.`;
    }
    case "set-interface":
      return t`What everybody is shown of this service is changed.`;
    case "set-four-eyes":
      return t`What takes two operators is changed.`;
  }
}

function creditWords({ depositId, userId, isRetry, ...content }: ContentOf<"credit-deposit">): string {
  const [paid, amount] = [formatUsd(parseAmount(content.usd)), formatAmountText(content.xlmCredited)];
  return isRetry
    ? t`Deposit ${depositId} of user ${userId} over ${paid} is credited again with ${amount} XLM.`
    : t`Deposit ${depositId} of user ${userId} over ${paid} is credited with ${amount} XLM.`;
}

function resolutionWords({ submissionId, userId, resolution }: ContentOf<"resolve-submission">): string {
  if (resolution.outcome === "failed")
    return userId === 0
      ? t`Payment ${submissionId} of the house counts as failed, and its money is free to be spent again.`
      : t`Payment ${submissionId} of user ${userId} counts as failed, and its money is free to be spent again.`;
  const ledger = formatCount(resolution.ledger);
  return userId === 0
    ? t`Payment ${submissionId} of the house counts as confirmed by ledger ${ledger}.`
    : t`Payment ${submissionId} of user ${userId} counts as confirmed by ledger ${ledger}.`;
}

interface StateWords {
  readonly label: string;
  readonly tone: "neutral" | "accent" | "up" | "down" | "warn";
}

export function stateWords(state: ProposalState): StateWords {
  switch (state) {
    case "proposed":
      return { label: t({ message: "Waits for an operator", context: "state of a proposal" }), tone: "warn" };
    case "approved":
      return { label: t({ message: "Waits for its time", context: "state of a proposal" }), tone: "accent" };
    case "done":
      return { label: t({ message: "Carried out", context: "state of a proposal" }), tone: "up" };
    case "rejected":
      return { label: t({ message: "Rejected", context: "state of a proposal" }), tone: "neutral" };
    case "withdrawn":
      return { label: t({ message: "Withdrawn", context: "state of a proposal" }), tone: "neutral" };
    case "expired":
      return { label: t({ message: "Expired", context: "state of a proposal" }), tone: "neutral" };
    case "void":
      return { label: t({ message: "Void", context: "state of a proposal" }), tone: "down" };
  }
}
