import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatUnit } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { ProgressBar } from "#pwa/ui/progress-bar.tsx";
import type { OwnIdentityOutput } from "#schemas/identity.ts";
import type { IdentityForm, Wanted } from "./form-state.ts";
import type { LocalPictures } from "./kept-form.ts";
import { useSending } from "./use-sending.ts";

interface SendingCardProps {
  readonly form: IdentityForm;
  readonly pictures: LocalPictures;
  readonly wanted: Wanted;
  readonly own: OwnIdentityOutput;
  readonly onSent: (own: OwnIdentityOutput) => void;
  readonly onRefused: (why: string) => void;
}

/** It is on its way. */
export function SendingCard(props: SendingCardProps) {
  const { sentBytes, allBytes, isWaiting } = useSending(props);
  return (
    <Card aria-labelledby="identity-sending">
      <CardHeader
        id="identity-sending"
        title={t`Sending your pictures`}
        description={t`You can leave this page: it goes on when you come back.`}
      />
      <SentSoFar label={t`How much is sent`} sentBytes={sentBytes} allBytes={allBytes} isWaiting={isWaiting} />
    </Card>
  );
}

interface SentSoFarProps {
  readonly label: string;
  readonly sentBytes: number;
  readonly allBytes: number;
  readonly isWaiting: boolean;
}

export function SentSoFar({ label, sentBytes, allBytes, isWaiting }: SentSoFarProps) {
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar label={label} value={sentBytes} of={allBytes} />
      <p className="text-sm text-ink-2 tabular-nums">
        {t`${{ sent: kilobytes(sentBytes) }} of ${{ all: kilobytes(allBytes) }} sent`}
      </p>
      <div role="status">
        {isWaiting ? (
          <Notice tone="warn">
            <Trans>The server cannot be reached at the moment. It goes on from here by itself.</Trans>
          </Notice>
        ) : null}
      </div>
    </div>
  );
}

/** Of some thousands at most: a picture is no larger. */
function kilobytes(bytes: number): string {
  return formatUnit(String(Math.round(bytes / 1000)), "kilobyte");
}
