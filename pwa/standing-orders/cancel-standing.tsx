import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { eventOfFailure } from "#pwa/parts/confirming/submission-answer.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { isByPrice } from "#schemas/standing-legs.ts";
import type { StandingCancelOutput, StandingTerms } from "#schemas/standing-orders.ts";
import { STANDING_ORDERS_ENDPOINTS } from "#schemas/endpoints/standing-orders.ts";
import type { StandingRow } from "./standing-state.tsx";
import { boundWords, standingTitle, whenWords } from "./standing-words.ts";
import { commaList } from "#pwa/parts/trading/comma-list.ts";
import { endedWords } from "./run-words.ts";

type Step =
  | { readonly kind: "asking"; readonly problem: string | null }
  | { readonly kind: "sending" }
  | { readonly kind: "answered"; readonly answer: StandingCancelOutput };

/** Asks whether a standing order shall really end, and says what became of that. `row` is kept up to date. */
export function CancelStanding({ row, onClose }: { readonly row: StandingRow; readonly onClose: () => void }) {
  const [step, setStep] = useState<Step>({ kind: "asking", problem: null });
  const isOnline = useOnline();
  const { uid, terms } = row;
  const ended = endedWords(row.state);
  const isOver = step.kind !== "answered" && ended !== null;

  async function cancel() {
    setStep({ kind: "sending" });
    try {
      setStep({
        kind: "answered",
        answer: await call(STANDING_ORDERS_ENDPOINTS.cancelStandingOrder, { body: { uid } }),
      });
    } catch (error) {
      setStep({ kind: "asking", problem: eventOfFailure(error).message });
    }
  }

  return (
    <Sheet
      onClose={onClose}
      mayClose={step.kind !== "sending"}
      title={t`Cancel a standing order`}
      footer={
        step.kind === "answered" || isOver ? (
          <Button onClick={onClose}>
            <Trans context="button">Done</Trans>
          </Button>
        ) : (
          <>
            <Button variant="ghost" disabled={step.kind === "sending"} onClick={onClose}>
              <Trans>Keep it</Trans>
            </Button>
            <Button
              variant="danger"
              loading={step.kind === "sending"}
              disabled={!isOnline}
              onClick={() => void cancel()}
            >
              <Trans>Confirm and cancel</Trans>
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {step.kind === "answered" ? (
          <Answered terms={terms} answer={step.answer} />
        ) : (
          <>
            {step.kind === "asking" && step.problem !== null ? <Notice tone="error">{step.problem}</Notice> : null}
            {ended === null ? null : <Notice>{ended}</Notice>}
            <div className="text-sm">
              <p className="font-semibold">{standingTitle(terms)}</p>
              <p className="text-ink-2">{commaList([whenWords(terms), boundWords(terms)])}</p>
            </div>
            <p className="text-sm text-ink-2">{consequence(terms)}</p>
            {isOnline ? null : (
              <Notice tone="warn">
                <Trans>You are offline. This needs a connection.</Trans>
              </Notice>
            )}
          </>
        )}
      </div>
    </Sheet>
  );
}

function consequence(terms: StandingTerms): string {
  return isByPrice(terms)
    ? t`Nothing will be placed any more. If its price was reached a moment ago and the transaction is signed, that one goes on, and the answer says so.`
    : t`Nothing more will be traded by it. What was traded stays traded; a transaction that is signed already goes on, and the answer says so.`;
}

function Answered({ terms, answer }: { readonly terms: StandingTerms; readonly answer: StandingCancelOutput }) {
  const isSigned = answer.submissionId !== null;
  const isOne = isByPrice(terms);
  if (isSigned)
    return (
      <Notice tone="warn" title={isOne ? t`Too late: it is under way` : t`Cancelled, but one run is under way`}>
        {isOne
          ? t`Its price was reached and the transaction is signed. The order it places can be cancelled under your open orders.`
          : t`That one is signed and ends as the network says. Nothing comes after it.`}
      </Notice>
    );
  return (
    <div role="status" className="flex flex-col items-center py-4 text-center">
      <CircleCheck aria-hidden="true" className="size-14 text-up" />
      <p className="mt-4 text-lg font-semibold">
        <Trans context="state of an order">Cancelled</Trans>
      </p>
      <p className="mt-1 max-w-sm text-sm text-ink-2">
        <Trans>Nothing more comes of it, and it cost nothing.</Trans>
      </p>
    </div>
  );
}
