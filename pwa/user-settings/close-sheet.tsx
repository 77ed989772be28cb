import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { OutputOf } from "#schemas/endpoints.ts";
import { CLOSING_ENDPOINTS } from "#schemas/endpoints/closing.ts";
import { isPositiveAmount, type Rest } from "./closing.ts";
import { CloseReview } from "./close-review.tsx";
import { CloseStanding } from "./close-standing.tsx";
import { RestSheet } from "./rest-sheet.tsx";

interface CloseSheetProps {
  readonly onAnnounced: () => void;
  readonly onClose: () => void;
}

/** Leads out of the service: what stands against it, where the rest goes, and the last word. */
export function CloseSheet({ onAnnounced, onClose }: CloseSheetProps) {
  const { data, isPending, refetch } = useQuery({
    queryKey: [CLOSING_ENDPOINTS.closing.path],
    queryFn: ({ signal }) => call(CLOSING_ENDPOINTS.closing, { signal }),
    gcTime: 0,
  });
  if (data !== undefined && !data.isClosing && data.refusals.length === 0)
    return (
      <WaysOut
        xlmLeft={data.xlmLeft}
        asOfLedger={data.asOfLedger}
        onClosing={() => void refetch()}
        onAnnounced={onAnnounced}
        onClose={onClose}
      />
    );
  return (
    <Sheet
      title={t`Close your account`}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            <Trans>Back</Trans>
          </Button>
          {data?.isClosing === true ? null : (
            <Button variant="secondary" loading={isPending} onClick={() => void refetch()}>
              <Trans>Look again</Trans>
            </Button>
          )}
        </>
      }
    >
      {isPending ? <Skeleton className="h-24 w-full" /> : <Standing closing={data ?? null} />}
    </Sheet>
  );
}

/** Why there is nothing to fill in at the moment. */
function Standing({ closing }: { readonly closing: OutputOf<typeof CLOSING_ENDPOINTS.closing> | null }) {
  if (closing === null)
    return (
      <Notice tone="error">
        <Trans>The server did not answer. Check your connection, and look again.</Trans>
      </Notice>
    );
  if (closing.isClosing)
    return (
      <Notice title={t`Your account is being closed`}>
        <Trans>
          The network is moving everything out of it. Once it has, you are signed out everywhere and get a last mail.
        </Trans>
      </Notice>
    );
  return <CloseStanding refusals={closing.refusals} />;
}

interface WaysOutProps {
  readonly xlmLeft: string;
  readonly asOfLedger: number;
  readonly onClosing: () => void;
  readonly onAnnounced: () => void;
  readonly onClose: () => void;
}

/** First where the rest goes, if there is any; then the review. Going back loses nothing. */
function WaysOut({ xlmLeft, asOfLedger, onClosing, onAnnounced, onClose }: WaysOutProps) {
  const hasRest = isPositiveAmount(xlmLeft);
  const [typed, setTyped] = useState({ sendRestTo: "", memo: "" });
  const [rest, setRest] = useState<Rest | null>(null);
  if (hasRest && rest === null)
    return (
      <RestSheet
        title={t`Close your account`}
        xlmLeft={xlmLeft}
        asOfLedger={asOfLedger}
        typed={typed}
        onType={setTyped}
        onRest={setRest}
        onClose={onClose}
      />
    );
  return (
    <CloseReview
      title={t`Close your account`}
      rest={rest}
      dismiss={hasRest ? t`Back` : t`Keep my account`}
      onClosing={onClosing}
      onAnnounced={onAnnounced}
      onClose={hasRest ? () => setRest(null) : onClose}
    />
  );
}
