import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { ProgressBar } from "#pwa/ui/progress-bar.tsx";
import type { OwnIdentityOutput } from "#schemas/identity.ts";
import type { PictureSlot } from "#schemas/kyc.ts";
import { DocumentStep } from "./document-step.tsx";
import {
  arrivedOf,
  askedOf,
  hasPicture,
  type IdentityForm,
  mayBeUsed,
  openStep,
  shownStep,
  type Step,
  stepsOf,
  wantedOf,
} from "./form-state.ts";
import { HandOverPanel } from "./hand-over-panel.tsx";
import { partWords, reasonWords } from "./identity-words.ts";
import { PictureStep } from "./picture-step.tsx";
import { ReviewStep } from "./review-step.tsx";
import type { FormStore } from "./use-form.ts";

interface FormCardProps {
  readonly own: OwnIdentityOutput;
  readonly form: IdentityForm;
  readonly store: FormStore;
  readonly isOnline: boolean;
  readonly refusal: string | null;
  /** The step that the address names. */
  readonly step: string;
  readonly onGoTo: (step: Step, way?: "replace") => void;
  readonly onSend: () => void;
  readonly onChanged: () => void;
}

/** The form, one step at a time. */
export function FormCard({ own, form, store, isOnline, refusal, step, onGoTo, onSend, onChanged }: FormCardProps) {
  const wanted = wantedOf(own, form);
  const steps = stepsOf(wanted);
  // Whoever is still typing is led on by a button, not by the letter that makes it enough.
  const [first] = useState(() => openStep(form, wanted, own.uploads));
  const shown = shownStep(step === "" ? first : step, form, wanted, own.uploads);
  // Else an address that names a later step, that of what was sent before, would lead there with the letter.
  useEffect(() => {
    if (step !== "" && step !== shown) onGoTo(shown, "replace");
  }, [step, shown, onGoTo]);
  const at = steps.indexOf(shown);
  const [isHandedOver, setHandedOver] = useState(false);
  const documentType = form.documentType ?? own.documentType;
  const [begun] = useState(shown);
  const next = steps[at + 1];
  const before = steps[at - 1];
  const isPicture = shown !== "document" && shown !== "review";
  const goOn = () => {
    if (next !== undefined) onGoTo(next);
  };
  const { dropPicture } = store;
  const onBack = useCallback(() => setHandedOver(false), [setHandedOver]);
  const missing = wanted.slots.filter((slot) => slot === shown || !hasPicture(form, own.uploads, slot));
  return (
    <Card aria-labelledby="identity-step">
      <p className="mb-2 text-sm text-ink-3">{t`Step ${{ step: at + 1 }} of ${{ steps: steps.length }}`}</p>
      <ProgressBar label={t`How far the form is`} value={at + 1} of={steps.length} className="h-1 w-full" />
      <StepHeading
        key={shown}
        isFocused={shown !== begun}
        title={isHandedOver && isPicture ? t`Go on with your phone` : stepTitle(shown, documentType)}
      />
      {isPicture ? <Asked own={own} slot={shown} /> : null}
      {shown === "document" ? (
        <DocumentStep form={form} wanted={wanted} onChange={store.change} onNext={goOn} />
      ) : shown === "review" ? (
        <ReviewStep {...{ form, wanted, own, isOnline, refusal, onGoTo, onSend }} pictures={store.pictures} />
      ) : isHandedOver ? (
        <HandOverPanel
          slots={missing}
          documentType={documentType ?? "national-id"}
          own={own}
          onChanged={onChanged}
          onArrived={dropPicture}
          onBack={onBack}
        />
      ) : (
        <>
          <PictureStep
            key={shown}
            slot={shown}
            documentType={documentType}
            picture={store.pictures[shown]?.blob ?? null}
            hasArrived={arrivedOf(own.uploads, shown) !== null}
            mayBeUsed={mayBeUsed(form, shown)}
            onWarned={() => store.warn(shown)}
            onTaken={(picture) => store.takePicture(shown, picture)}
            onPhone={() => setHandedOver(true)}
          />
          {hasPicture(form, own.uploads, shown) ? (
            <Button className="mt-4 w-full" onClick={goOn}>
              <Trans context="to the next step">Continue</Trans>
            </Button>
          ) : null}
        </>
      )}
      {before === undefined || isHandedOver ? null : (
        <Button variant="ghost" className="mt-2 w-full" onClick={() => onGoTo(before)}>
          <Trans>Back</Trans>
        </Button>
      )}
    </Card>
  );
}

function stepTitle(step: Step, documentType: OwnIdentityOutput["documentType"]): string {
  if (step === "document") return t`Your document`;
  return step === "review" ? t`Look it over` : partWords(step, documentType);
}

/** Where reading goes on with a new step. */
function StepHeading({ title, isFocused }: { readonly title: string; readonly isFocused: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocused) heading.current?.focus();
  }, [isFocused]);
  return (
    <h2 id="identity-step" ref={heading} tabIndex={-1} className="mt-4 mb-4 text-lg font-semibold outline-none">
      {title}
    </h2>
  );
}

/** Why a picture is asked for again, beside where it is taken. */
function Asked({ own, slot }: { readonly own: OwnIdentityOutput; readonly slot: PictureSlot }) {
  const asked = askedOf(own, slot);
  if (asked === null) return null;
  return (
    <div className="mb-4">
      <Notice tone="warn" title={reasonWords(asked.reason)}>
        {asked.note === "" ? null : (
          <p dir="auto" className="break-words whitespace-pre-line">
            {asked.note}
          </p>
        )}
      </Notice>
    </div>
  );
}
