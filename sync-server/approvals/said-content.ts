import type { ContentOf, ProposalContent } from "#schemas/approvals.ts";
import { say } from "#schemas/say.ts";

/** What a proposal would do, as it is stored where operators read of it, in whatever language. */
export function contentSaid(content: ProposalContent): string {
  switch (content.kind) {
    case "credit-deposit": {
      const { depositId: id, userId, usd: amount, xlmCredited: after, xlmRate: price, isRetry } = content;
      return say("said.act.credit-deposit", { id, userId, amount, after, price, isRetry: yes(isRetry) });
    }
    case "reject-deposit":
      return say("said.act.reject-deposit", { id: content.depositId, userId: content.userId, amount: content.usd });
    case "set-deposits":
      return say("said.act.set-deposits");
    case "set-deposit-method": {
      const { methodName, settings, former } = content;
      return say("said.act.set-deposit-method", { name: (settings ?? former)?.displayName ?? methodName });
    }
    case "set-policy":
      return say("said.act.set-policy");
    case "set-fee": {
      const { ruleId, rule } = content;
      const { assetCode } = rule;
      return ruleId === null
        ? say("said.act.add-fee", { assetCode })
        : say("said.act.set-fee", { id: ruleId, assetCode });
    }
    case "set-staking-offer": {
      const { offerId, offer } = content;
      const { name, assetCode } = offer;
      return offerId === null
        ? say("said.act.add-staking-offer", { name, assetCode })
        : say("said.act.set-staking-offer", { name, assetCode });
    }
    case "set-affiliate":
      return say("said.act.set-affiliate");
    case "pay-affiliates": {
      const { payouts, limit, assetCode } = content;
      return say("said.act.pay-affiliates", { payouts, limit, assetCode });
    }
    case "approve-submission":
      return say("said.act.approve-submission", { id: content.submissionId, userId: content.userId });
    case "resolve-submission":
      return resolutionSaid(content);
    case "accept-difference": {
      const { assetCode, usd } = content;
      return say("said.act.accept-difference", { assetCode, amount: usd ?? "", isPriced: yes(usd !== null) });
    }
    case "claim-suspense": {
      const { itemId: id, userId, amount, assetCode, from: payer } = content;
      return say("said.act.claim-suspense", { id, userId, amount, assetCode, payer });
    }
    case "move-house-money": {
      const { amount, assetCode } = content;
      return say("said.act.move-house-money", { amount, assetCode });
    }
    case "set-house-budget":
      return say("said.act.set-house-budget", { assetCode: content.assetCode });
    case "return-suspense": {
      const { itemId: id, amount, assetCode, from: payer } = content;
      return say("said.act.return-suspense", { id, amount, assetCode, payer });
    }
    case "rotate-key": {
      const { userId, publicKey: key, kmsKey } = content;
      return say("said.act.rotate-key", { userId, key, kmsKey });
    }
    case "rewrap-vault":
      return say("said.act.rewrap-vault");
    case "approve-identity":
      return say("said.act.approve-identity", { id: content.identityId, userId: content.userId });
    case "reject-identity":
      return say("said.act.reject-identity", { id: content.identityId, userId: content.userId });
    case "freeze":
      return say("said.act.freeze", { userId: content.userId });
    case "end-sessions":
      return say("said.act.end-sessions", { userId: content.userId });
    case "reset-second-factor":
      return say("said.act.reset-second-factor", { userId: content.userId });
    case "set-limits":
      return say("said.act.set-limits", { userId: content.userId });
    case "let-go":
      return say("said.act.let-go", { userId: content.userId });
    case "set-roles":
      return say("said.act.set-roles", { userId: content.userId });
    case "invite-operator":
      return say("said.act.invite-operator", { email: content.email });
    case "set-four-eyes":
      return say("said.act.set-four-eyes");
    case "list-asset": {
      const { assetCode, name } = content.terms;
      return say("said.act.list-asset", { assetCode, name });
    }
    case "set-dollar":
      return say("said.act.set-dollar");
    case "set-interface":
      return say("said.act.set-interface");
  }
}

function resolutionSaid({ submissionId: id, userId, resolution }: ContentOf<"resolve-submission">): string {
  const isHouse = yes(userId === 0);
  return resolution.outcome === "confirmed"
    ? say("said.act.confirm-submission", { id, userId, isHouse, ledger: resolution.ledger })
    : say("said.act.fail-submission", { id, userId, isHouse });
}

function yes(isSo: boolean): "yes" | "no" {
  return isSo ? "yes" : "no";
}
