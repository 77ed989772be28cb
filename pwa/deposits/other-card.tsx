import { t } from "@lingui/core/macro";
import { useState } from "react";
import { OfflineNote } from "#pwa/parts/answers/offline-note.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { OtherOffer } from "#schemas/deposits.ts";
import { DepositForm } from "./deposit-form.tsx";
import type { useOffer } from "./use-offer.ts";

interface OtherCardProps {
  readonly other: OtherOffer;
  readonly offer: ReturnType<typeof useOffer>;
}

/** Another way to pay in than Cash App, in the words of whoever runs this service. */
export function OtherCard({ other, offer }: OtherCardProps) {
  const { keptAtMs, hasFailed, canChange, refresh } = offer;
  const { methodName, displayName, instructions } = other;
  const [declared, setDeclared] = useState<number | null>(null);
  const id = `pay-by-${methodName}`;
  return (
    <Card aria-labelledby={id}>
      <CardHeader
        id={id}
        title={t`Pay by ${displayName}`}
        description={t`Pay first, then tell us here. A person checks it, and the XLM are sent to your wallet.`}
      />
      <div className="flex flex-col gap-4">
        <OfflineNote keptAtMs={keptAtMs} hasFailed={hasFailed} onRetry={refresh} />
        {instructions === "" ? null : (
          <p className="text-sm break-words whitespace-pre-line">
            <bdi dir="auto">{instructions}</bdi>
          </p>
        )}
        {declared === null ? null : (
          <Notice tone="success">{t`Deposit ${declared} is with us. You can follow it among your deposits.`}</Notice>
        )}
        <DepositForm offer={other} canSend={canChange} onDeclared={setDeclared} />
      </div>
    </Card>
  );
}
