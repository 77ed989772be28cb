import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { useMay } from "#pwa/console/desk/may.ts";
import { waitingWords } from "#pwa/platform/language/protection-words.ts";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatCount, formatDate } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { KYC_DESK_ENDPOINTS } from "#schemas/endpoints/kyc-desk.ts";
import type { PersonOutput } from "#schemas/people.ts";
import { formatDollars } from "#pwa/ui/format.ts";
import { openDepositsWords } from "./people-words.ts";

/** Who somebody is, and what protects their account. */
export function PersonProfile({ person }: { readonly person: PersonOutput }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <FrozenNote person={person} />
      <Card>
        <CardHeader title={t({ message: "Profile", context: "a part of what operators see of a person" })} />
        <Facts facts={profileFacts(person)} />
      </Card>
      <Card>
        <CardHeader title={t`Protections`} />
        <Facts facts={protectionFacts(person)} />
      </Card>
    </div>
  );
}

function FrozenNote({ person: { id, protections } }: { readonly person: PersonOutput }) {
  const { isFrozen, frozenBy, frozenReason, frozenAt } = protections;
  if (!isFrozen) return null;
  const at = frozenAt === null ? "" : dateOf(frozenAt);
  return (
    <div className="lg:col-span-2">
      <Notice tone="warn" title={frozenTitle(id, frozenBy, at)}>
        <bdi data-private="">{frozenReason}</bdi>
      </Notice>
    </div>
  );
}

function frozenTitle(id: number, frozenBy: number | null, at: string): string {
  if (frozenBy === null) return t`This account is frozen. Who froze it is not known.`;
  if (frozenBy === id) return t`Its owner froze this account on ${at}`;
  return t`Operator ${frozenBy} froze this account on ${at}`;
}

function profileFacts(person: PersonOutput) {
  const { id, uniqueUserId, isEmailUnproven, signedUpAt, closedAt, isOperator, isShared, openDeposits } = person;
  return [
    { name: t`Number`, value: <span className="numeric">{id}</span> },
    { name: t`User ID`, value: <bdi data-private="">{uniqueUserId}</bdi> },
    ...(isEmailUnproven ? [{ name: t`E-mail`, value: t`Not shown to be theirs yet` }] : []),
    { name: t`Signed up`, value: dateOf(signedUpAt) },
    ...(closedAt === null ? [] : [{ name: t`Account closed`, value: dateOf(closedAt) }]),
    { name: t`Identity`, value: <IdentityOf person={person} /> },
    { name: t`Operator`, value: yesOrNo(isOperator) },
    { name: t`Holds an own key`, value: yesOrNo(isShared) },
    { name: t`Deposits`, value: openDepositsWords(openDeposits) },
  ];
}

/** How far it is, leading to the check for who may look at the queue. */
function IdentityOf({ person: { kycStatus, identity } }: { readonly person: PersonOutput }) {
  const may = useMay();
  const words = identityWords(kycStatus, identity);
  if (identity === null || !may(KYC_DESK_ENDPOINTS.identities)) return words;
  return (
    <Link to="/admin-kyc" search={{ open: identity.check }} className="font-medium text-accent hover:underline">
      {words}
    </Link>
  );
}

function identityWords(status: string, identity: PersonOutput["identity"]): string {
  if (status === "approved") return t({ message: "Verified", context: "somebody's identity" });
  if (status === "rejected") return t({ message: "Refused for good", context: "somebody's identity" });
  if (identity === null) return t({ message: "Nothing sent", context: "of somebody's identity" });
  return identity.isMoreAsked
    ? t({ message: "More is asked", context: "of somebody's identity" })
    : t({ message: "Waits to be looked at", context: "somebody's identity" });
}

function protectionFacts({ protections }: PersonOutput) {
  const { hasSecondFactor, passkeys, transactionLimit, dailyLimit, requirePasswordForSend } = protections;
  const { isAllowListOn, allowedAddresses, coolOffUntil, waiting } = protections;
  return [
    { name: t`Second factor`, value: onOrOff(hasSecondFactor) },
    { name: t`Passkeys`, value: formatCount(passkeys) },
    { name: t`Limit of one payment`, value: formatDollars(transactionLimit) },
    { name: t`Own daily limit`, value: dailyLimit === null ? t`None` : formatDollars(dailyLimit) },
    { name: t`Password asked when sending`, value: yesOrNo(requirePasswordForSend) },
    { name: t`Only listed addresses`, value: onOrOff(isAllowListOn) },
    { name: t`Listed addresses`, value: formatCount(allowedAddresses) },
    { name: t`Payments pause until`, value: coolOffUntil === null ? t`No pause` : dateOf(coolOffUntil) },
    ...waiting.map((change) => ({ name: dateOf(change.takesEffectAt), value: waitingWords(change) })),
  ];
}

function dateOf(instant: string): string {
  return formatDate(Date.parse(instant), { withTime: true });
}

function yesOrNo(is: boolean): string {
  return is ? t`Yes` : t({ message: "No", context: "an answer" });
}

function onOrOff(is: boolean): string {
  return is
    ? t({ message: "On", context: "state of a protection" })
    : t({ message: "Off", context: "state of a protection" });
}
