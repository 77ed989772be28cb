import { t } from "@lingui/core/macro";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { Code } from "#pwa/console/desk/code.tsx";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { formatCount, formatDate } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import type { PaymentEvidenceOutput } from "#schemas/payment-evidence.ts";
import { answerWords, conclusionWords } from "./evidence-words.ts";

/** What the server itself finds out about a payment that nobody can tell of, and what follows from it. */
export function EvidenceCard({ id }: { readonly id: number }) {
  const asked = useAsk(OPERATORS_ENDPOINTS.paymentEvidence, { params: { id } });
  return (
    <AskedState asked={asked}>
      {asked.value === null ? null : (
        <div className="flex flex-col gap-3">
          <Notice title={t`What follows from what our nodes say`}>{conclusionWords(asked.value, nowMs())}</Notice>
          <Facts facts={evidenceFacts(asked.value)} />
          <div>
            <Button variant="secondary" size="sm" onClick={asked.again} disabled={asked.isAsking}>
              {t`Look again`}
            </Button>
          </div>
        </div>
      )}
    </AskedState>
  );
}

function evidenceFacts({ lookedAt, hashes, bounds, present }: PaymentEvidenceOutput) {
  const time = (instant: string) => formatDate(Date.parse(instant), { withTime: true });
  return [
    ...hashes.map(({ hash, answer }) => ({
      name: answerWords(answer),
      value: <Code text={hash} />,
    })),
    ...(bounds === null
      ? []
      : [
          { name: t`Account whose number it uses`, value: <Address address={bounds.source} /> },
          { name: t`Number that it uses`, value: <span className="numeric">{bounds.sequence}</span> },
        ]),
    ...(present === null
      ? []
      : [
          {
            name: t`Number that the account used last`,
            value: <span className="numeric">{present.sequence ?? t`There is no such account`}</span>,
          },
          { name: t`As of ledger`, value: formatCount(present.ledger) },
        ]),
    ...(bounds === null
      ? []
      : [
          { name: t`Signed when the latest ledger was`, value: formatCount(bounds.signedAtLedger) },
          { name: t`Good until ledger`, value: formatCount(bounds.maxLedger) },
          { name: t`Good until`, value: time(bounds.maxTime) },
        ]),
    { name: t`Looked at`, value: time(lookedAt) },
  ];
}
