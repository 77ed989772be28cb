import { t } from "@lingui/core/macro";
import { actWords, fourEyesWords, rolesText } from "#pwa/console/desk/role-words.ts";
import { levelWords } from "#pwa/console/desk/level-words.ts";
import { causeWords } from "#pwa/kyc/door.ts";
import { houseAccountWords } from "#pwa/console/desk/house-words.ts";
import { settingWords } from "./setting-words.ts";
import { interfaceWords, settingText } from "#pwa/console/desk/interface-words.ts";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { formatAmountText, formatCount, formatDate, formatDollars, formatList, formatPrice } from "#pwa/ui/format.ts";
import type { ContentOf, ProposalContent } from "#schemas/approvals.ts";
import { type FourEyesSettings, fourEyesKinds } from "#schemas/four-eyes.ts";
import { IDENTITY_OPERATIONS, type OperatorPolicy } from "#schemas/security.ts";
import { parseAmount } from "#schemas/values/money.ts";

/** One thing that a proposal decides; `before` is what holds until then, null where there was nothing. */
export interface ProposedFact {
  readonly name: string;
  readonly value: string;
  readonly before?: string | null;
  /** An address, a key or a hash. */
  readonly isCode?: boolean;
  /** Where a picture lies that is what it says, as it would be shown. */
  readonly image?: string;
}

/** Everything that a proposal decides: whoever approves it has seen exactly this. */
export function factsOf(content: ProposalContent): readonly ProposedFact[] {
  switch (content.kind) {
    case "credit-deposit":
      return creditFacts(content);
    case "approve-identity":
      return [{ name: t`Identity check`, value: formatCount(content.identityId) }];
    case "reject-identity":
      return [
        { name: t`Identity check`, value: formatCount(content.identityId) },
        { name: t`What the person reads`, value: causeWords(content.cause) },
        ...(content.note === "" ? [] : [{ name: t`Note to the person`, value: content.note }]),
      ];
    case "freeze":
    case "end-sessions":
    case "reset-second-factor":
    case "reject-deposit":
      return [];
    case "set-limits":
      return changedFacts(content.former, content.limits);
    case "approve-submission":
      return paymentFacts(content);
    case "set-deposits":
      return changedFacts(content.former, content.settings);
    case "set-deposit-method":
      return [
        { name: t({ message: "Its code", context: "of a way to pay in" }), value: content.methodName, isCode: true },
        ...changedFacts(content.former, content.settings),
      ];
    case "set-policy":
      return changedFacts(policySettings(content.former), policySettings(content.policy));
    case "set-fee":
      return feeFacts(content);
    case "set-staking-offer":
      return stakingFacts(content);
    case "set-affiliate":
      return changedFacts(content.former, content.terms);
    case "pay-affiliates":
      return [
        { name: t`Payouts`, value: formatCount(content.payouts) },
        { name: t`In all, at most`, value: formatDollars(content.limit) },
        { name: t`Paid in`, value: assetText(content) },
      ];
    case "resolve-submission":
      return [{ name: t`How it is known`, value: content.resolution.evidence }];
    case "accept-difference":
      return [
        { name: t`Asset`, value: assetText(content) },
        { name: t`What differs`, value: content.differs },
        { name: t`What was found`, value: content.evidence },
      ];
    case "claim-suspense":
    case "return-suspense":
      return [
        { name: t`Asset`, value: assetText(content) },
        { name: t({ message: "From", context: "who pays" }), value: content.from, isCode: true },
      ];
    case "move-house-money": {
      const { from, to, assetCode } = content;
      const amount = formatAmountText(content.amount);
      return [
        { name: t({ message: "Amount", context: "of a payment" }), value: `${amount} ${assetCode}` },
        { name: t`Asset`, value: assetText(content), isCode: true },
        { name: t`From the account`, value: houseAccountWords(from) },
        { name: t`To the account`, value: houseAccountWords(to) },
      ];
    }
    case "set-house-budget": {
      const { purpose, daily, former } = content;
      return [
        { name: t({ message: "Account", context: "of the house" }), value: houseAccountWords(purpose) },
        { name: t`Asset`, value: assetText(content), isCode: true },
        { name: t`At most within 24 hours`, value: budgetText(daily), before: budgetText(former) },
      ];
    }
    case "rotate-key":
      return [
        { name: t`Account`, value: content.account, isCode: true },
        { name: t`The new key`, value: content.kmsKey, isCode: true },
        { name: t`Its public key`, value: content.publicKey, isCode: true },
      ];
    case "rewrap-vault":
      return [
        { name: t`Number of the key`, value: formatCount(content.key) },
        { name: t`Locks of a former key`, value: formatCount(content.locks) },
      ];
    case "let-go":
      return [{ name: t`Frozen by`, value: freezerText(content.frozenBy) }];
    case "set-roles":
      return [{ name: t`Roles`, value: rolesText(content.roles), before: rolesText(content.former) }];
    case "invite-operator":
      return [
        { name: t`Email`, value: content.email, isCode: true },
        { name: t`Roles`, value: rolesText(content.roles) },
      ];
    case "list-asset":
      return listFacts(content);
    case "set-dollar": {
      const { asset, former } = content;
      const none = t({ message: "none", context: "no asset" });
      return [{ name: t`The US dollar`, value: asset ?? none, before: former ?? none, isCode: true }];
    }
    case "set-interface": {
      const { setting, former } = content;
      const name = interfaceWords(setting.key);
      return [{ name, value: settingText(setting), before: settingText(former) }];
    }
    case "set-four-eyes":
      return twoFacts(content.former, content.settings);
  }
}

function budgetText(daily: string | null): string {
  return daily === null ? t({ message: "no limit", context: "of an account of the house" }) : formatAmountText(daily);
}

function feeFacts({ former, rule, effectiveAt }: ContentOf<"set-fee">): readonly ProposedFact[] {
  const at = effectiveAt === undefined ? null : formatDate(Date.parse(effectiveAt), { withTime: true });
  const holds = {
    name: t`Holds`,
    value: at === null ? t({ message: "At once", context: "from when a fee holds" }) : t`from ${at} on`,
  };
  return [holds, ...changedFacts(former, rule)];
}

function stakingFacts({ former, offer, rateFrom }: ContentOf<"set-staking-offer">): readonly ProposedFact[] {
  const at = rateFrom === undefined ? null : formatDate(Date.parse(rateFrom), { withTime: true });
  return [
    ...(at === null ? [] : [{ name: t`The rate counts`, value: t`from ${at} on` }]),
    ...changedFacts(former, offer),
  ];
}

function paymentFacts({ to, amount, assetCode }: ContentOf<"approve-submission">): readonly ProposedFact[] {
  const shown = amount === null ? null : formatAmountText(amount);
  return [
    ...(shown === null
      ? []
      : [{ name: t({ message: "Amount", context: "of a payment" }), value: `${shown} ${assetCode ?? "XLM"}` }]),
    ...(to === null ? [] : [{ name: t({ message: "To", context: "who is paid" }), value: to, isCode: true }]),
  ];
}

function creditFacts({ xlmRate, price, usd, xlmCredited }: ContentOf<"credit-deposit">): readonly ProposedFact[] {
  const perDollar = formatAmountText(xlmRate);
  const amount = formatAmountText(xlmCredited);
  const shownPrice = price === null ? null : formatPrice(price);
  return [
    { name: t({ message: "Paid", context: "the amount that was paid" }), value: formatUsd(parseAmount(usd)) },
    { name: t`Rate`, value: t`1 USD = ${perDollar} XLM` },
    { name: t({ message: "Credited", context: "the amount" }), value: t`${amount} XLM` },
    {
      name: t`Price of an XLM when it was proposed`,
      value: shownPrice === null ? t`not known` : t`${shownPrice} USD`,
    },
  ];
}

/** A policy's settings one beside the other: each level is one of its own. */
function policySettings({ kycLevels, kycFrom, ...policy }: OperatorPolicy): object {
  const levels = IDENTITY_OPERATIONS.map((operation) => [operation, levelWords(kycLevels[operation])]);
  const from = kycFrom === null ? null : formatDate(Date.parse(kycFrom), { withTime: true });
  return { ...policy, ...Object.fromEntries(levels), kycFrom: from };
}

/** Every setting that is otherwise from then on, or all of them where there was none. */
function changedFacts(former: object | null, next: object | null): readonly ProposedFact[] {
  const before = new Map<string, unknown>(Object.entries(former ?? {}));
  const after = new Map<string, unknown>(Object.entries(next ?? {}));
  if (next === null) return [...before].map(([name, value]) => ({ ...settingWords(name, value), before: null }));
  return [...after]
    .filter(([name, value]) => former === null || before.get(name) !== value)
    .map(([name, value]) => {
      const words = settingWords(name, value);
      return { ...words, before: former === null ? null : settingWords(name, before.get(name)).value };
    });
}

function listFacts({ terms }: ContentOf<"list-asset">): readonly ProposedFact[] {
  const { mustAdmit, canFreeze, canTakeBack, isFinal } = terms.powers;
  const powers = [
    ...(mustAdmit ? [t`lets holders in`] : []),
    ...(canFreeze ? [t`can freeze what they hold`] : []),
    ...(canTakeBack ? [t`can take it back`] : []),
  ];
  const without = isFinal ? t`none, for good` : t`none so far`;
  const yesOrNo = (is: boolean) =>
    is ? t({ message: "yes", context: "answer" }) : t({ message: "no", context: "answer" });
  const none = t({ message: "none", context: "not said" });
  return [
    { name: t`Asset`, value: assetText(terms), isCode: true },
    { name: t({ message: "Name", context: "of an asset" }), value: terms.name },
    { name: t`Power of its issuer over holders`, value: powers.length === 0 ? without : formatList(powers) },
    { name: t({ message: "Description", context: "of an asset" }), value: terms.description || none },
    { name: t({ message: "Conditions", context: "of an asset" }), value: terms.conditions || none },
    { name: t({ message: "Website", context: "of an asset" }), value: terms.website ?? none },
    { name: t({ message: "Picture", context: "of an asset" }), ...pictureFact(terms.picture) },
    { name: t({ message: "Place", context: "in a list" }), value: formatCount(terms.order) },
    { name: t`Put forward`, value: yesOrNo(terms.isFeatured) },
    { name: t`Its code is like another's`, value: yesOrNo(terms.acceptsNamesake) },
  ];
}

/** A picture is kept by the digest of its bytes before it is agreed to: what is seen is what would be shown. */
function pictureFact(picture: string | null): Pick<ProposedFact, "value" | "isCode" | "image"> {
  if (picture === null) return { value: t({ message: "none", context: "not said" }) };
  return { value: picture.slice(0, 12), isCode: true, image: `/asset-images/${picture}.png` };
}

/** Every act that takes two operators otherwise from then on. */
function twoFacts(former: FourEyesSettings, next: FourEyesSettings): readonly ProposedFact[] {
  return fourEyesKinds(next)
    .filter((kind) => former[kind] !== next[kind])
    .map((kind) => ({
      name: actWords(kind),
      value: fourEyesWords(next[kind]),
      before: fourEyesWords(former[kind]),
    }));
}

function assetText({ assetCode, issuer }: { readonly assetCode: string; readonly issuer: string }): string {
  return issuer === "" ? assetCode : `${assetCode}-${issuer}`;
}

function freezerText(frozenBy: number): string {
  if (frozenBy === 0) return t`its owner`;
  return frozenBy === -1 ? t`the server, as its protections were changed past it` : t`operator ${frozenBy}`;
}
