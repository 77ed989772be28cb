import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import { CircleCheck, CircleX, Hourglass } from "lucide-react";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import type { OwnIdentityOutput } from "#schemas/identity.ts";
import { causeWords } from "./identity-words.ts";

interface StatusCardProps {
  readonly own: OwnIdentityOutput;
  /** Where the person was before; null for nowhere. */
  readonly from: string | null;
}

/** How far it is, once there is nothing to be sent. */
export function StatusCard({ own, from }: StatusCardProps) {
  const navigate = useNavigate();
  return (
    <Card>
      <Standing own={own} />
      <div className="flex justify-center pb-2">
        {from === null ? (
          <Button asChild variant="secondary">
            <Link to="/dashboard">
              <Trans>To the home screen</Trans>
            </Link>
          </Button>
        ) : (
          <Button onClick={() => void navigate({ href: from })}>
            <Trans>Back to where you were</Trans>
          </Button>
        )}
      </div>
    </Card>
  );
}

function Standing({ own }: { readonly own: OwnIdentityOutput }) {
  if (own.status === "approved")
    return (
      <EmptyState icon={<CircleCheck />} title={t`Your identity is verified`}>
        {own.reviewDate === null
          ? t`There is nothing more to do here.`
          : t`Since ${{ date: formatDate(Date.parse(own.reviewDate)) }}. There is nothing more to do here.`}
      </EmptyState>
    );
  if (own.status === "rejected") {
    const note = own.rejected?.note ?? "";
    return (
      <EmptyState icon={<CircleX />} title={t`Your identity was not accepted`}>
        {own.rejected === null ? null : <p>{causeWords(own.rejected.cause)}</p>}
        {note === "" ? null : (
          <p dir="auto" className="mt-2 break-words whitespace-pre-line">
            {note}
          </p>
        )}
        <p className="mt-2">
          <Trans>This decision is final. If you think it is wrong, write to support.</Trans>
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<Hourglass />} title={t`We are looking at what you sent`}>
      {own.submittedDate === null ? null : (
        <p>{t`Sent ${{ date: formatDate(Date.parse(own.submittedDate), { withTime: true }) }}.`}</p>
      )}
      <p>
        <Trans>You will hear as soon as there is a decision. This page shows it by itself.</Trans>
      </p>
    </EmptyState>
  );
}
