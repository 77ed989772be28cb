import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useMay, useMayDo, useOwnId } from "#pwa/console/desk/may.ts";
import { PersonLink } from "#pwa/console/desk/person.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { PERMISSION_OF_PROPOSAL, type ProposalOutput } from "#schemas/approvals.ts";
import { APPROVALS_ENDPOINTS } from "#schemas/endpoints/approvals.ts";
import { DecideSheet, type Decision } from "./decide-sheet.tsx";
import { ProposedFacts } from "./proposed-facts.tsx";
import { StateBadge } from "./proposal-columns.tsx";
import { saysOf } from "./proposal-words.ts";
import { type Standing, standingOf } from "./standing.ts";

interface OpenProposalProps {
  readonly proposal: ProposalOutput;
  readonly onDecided: (proposal: ProposalOutput) => void;
}

/** All that a proposal decides, exactly as it would be approved, and what can be done about it. */
export function OpenProposal({ proposal, onDecided }: OpenProposalProps) {
  const standing = standingOf(proposal, useOwnId());
  const { reason, why, ending } = proposal;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p className="text-base">{saysOf(proposal.content)}</p>
      <ProposedFacts content={proposal.content} />
      <Texts
        texts={[
          { name: t`Why it takes two`, text: why },
          { name: t`Reason`, text: reason },
          { name: t`How it ended`, text: ending },
        ]}
      />
      <Facts facts={whoAndWhen(proposal)} />
      <StandingNote standing={standing} />
      <Decisions standing={standing} proposal={proposal} onDecided={onDecided} />
    </div>
  );
}

interface TextsProps {
  readonly texts: readonly { readonly name: string; readonly text: string }[];
}

function Texts({ texts }: TextsProps) {
  return texts
    .filter(({ text }) => text !== "")
    .map(({ name, text }) => (
      <div key={name}>
        <p className="text-ink-3">{name}</p>
        <p>
          <AsTyped>{text}</AsTyped>
        </p>
      </div>
    ));
}

function whoAndWhen({ state, proposedBy, proposedAt, expiresAt, approvedBy, endedBy, carriedOutFrom }: ProposalOutput) {
  return [
    { name: t({ message: "State", context: "how something stands" }), value: <StateBadge state={state} /> },
    { name: t`Proposed by`, value: <PersonLink id={proposedBy} /> },
    { name: t({ message: "Proposed", context: "when" }), value: <TimeAgo at={proposedAt} /> },
    ...(approvedBy === null ? [] : [{ name: t`Approved by`, value: <PersonLink id={approvedBy} /> }]),
    ...(endedBy === null ? [] : [{ name: t`Ended by`, value: <PersonLink id={endedBy} /> }]),
    ...(carriedOutFrom === null || state !== "approved"
      ? []
      : [{ name: t`Carried out from`, value: formatDate(Date.parse(carriedOutFrom), { withTime: true }) }]),
    ...(state === "proposed"
      ? [{ name: t`Expires`, value: formatDate(Date.parse(expiresAt), { withTime: true }) }]
      : []),
  ];
}

interface StandingProps {
  readonly standing: Standing;
  readonly proposal: ProposalOutput;
}

/** What stands against deciding it, said before somebody tries. */
function StandingNote({ standing }: Pick<StandingProps, "standing">) {
  if (standing === "about-you")
    return <Notice tone="warn">{t`It is about your own account: another operator decides.`}</Notice>;
  if (standing === "own") return <Notice tone="warn">{t`You proposed this, so another operator approves it.`}</Notice>;
  return null;
}

function Decisions({ standing, proposal, onDecided }: StandingProps & Pick<OpenProposalProps, "onDecided">) {
  const may = useMay();
  const mayDo = useMayDo();
  const ownId = useOwnId();
  const [decision, setDecision] = useState<Decision | null>(null);
  if (standing === "over" || standing === "about-you") return null;
  const isOwn = proposal.proposedBy === ownId;
  const mayApprove =
    standing === "open" &&
    may(APPROVALS_ENDPOINTS.approveProposal) &&
    mayDo(PERMISSION_OF_PROPOSAL[proposal.content.kind]);
  return (
    <div className="flex flex-wrap gap-2">
      {mayApprove ? (
        <Button onClick={() => setDecision("approve")}>
          <Trans>Approve</Trans>
        </Button>
      ) : null}
      {isOwn && may(APPROVALS_ENDPOINTS.withdrawProposal) ? (
        <Button variant="secondary" onClick={() => setDecision("withdraw")}>
          <Trans context="a proposal">Withdraw</Trans>
        </Button>
      ) : null}
      {!isOwn && may(APPROVALS_ENDPOINTS.rejectProposal) ? (
        <Button variant="secondary" onClick={() => setDecision("reject")}>
          {standing === "stoppable" ? t({ message: "Stop", context: "button" }) : t`Reject`}
        </Button>
      ) : null}
      {decision === null ? null : (
        <DecideSheet decision={decision} proposal={proposal} onDecided={onDecided} onClose={() => setDecision(null)} />
      )}
    </div>
  );
}
