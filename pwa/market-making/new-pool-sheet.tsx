import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import type { KnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { focusFirstIssue } from "#pwa/parts/forms/form-issues.ts";
import { stillWrong } from "#pwa/parts/forms/still-wrong.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import type { PoolTerms } from "#schemas/market-making.ts";
import { problemsOf, type Step, STEP_TITLES, stepBeside, STEPS } from "./form-steps.ts";
import { keptDraft } from "./kept-draft.ts";
import { LadderStep } from "./ladder-step.tsx";
import { OpenReview } from "./open-review.tsx";
import { PairStep } from "./pair-step.tsx";
import { newDraft, type PoolDraft, type PoolProblems, readDraft } from "./pool-draft.ts";
import { ReferenceStep } from "./reference-step.tsx";
import { SimulationStep } from "./simulation-step.tsx";
import { StopsStep } from "./stops-step.tsx";

interface NewPoolSheetProps {
  readonly userId: number;
  readonly known: KnownAssets;
  readonly isOnline: boolean;
  readonly onOpen: (uid: string) => void;
  readonly onClose: () => void;
}

/** From the two assets over the ladder, its stops and a simulation to the review; leaving it loses nothing that was typed. */
export function NewPoolSheet({ userId, known, isOnline, onOpen, onClose }: NewPoolSheetProps) {
  const kept = useMemo(() => keptDraft(userId), [userId]);
  const [step, setStep] = useState<Step>("pair");
  const [draft, setDraft] = useState<PoolDraft>(() => kept.read() ?? firstDraft(known));
  const [told, setTold] = useState<PoolProblems>({});
  const [reviewed, setReviewed] = useState<PoolTerms | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const read = readDraft(draft);
  const onDraft = useMemo(
    () => (next: PoolDraft) => {
      setDraft(next);
      kept.keep(next);
    },
    [kept],
  );

  useEffect(() => {
    if (Object.keys(told).length > 0 && form.current !== null) focusFirstIssue(form.current);
  }, [told]);

  if (reviewed !== null)
    return (
      <OpenReview
        terms={reviewed}
        onOpened={kept.drop}
        onShow={onOpen}
        onBack={() => setReviewed(null)}
        onClose={onClose}
      />
    );

  function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = problemsOf(step, read.problems);
    setTold(wrong);
    if (Object.keys(wrong).length > 0) return;
    const next = stepBeside(step, 1);
    if (next !== null) setStep(next);
    else setReviewed(read.terms);
  }
  const back = stepBeside(step, -1);
  const fields = { draft, problems: stillWrong(told, read.problems), onDraft };
  return (
    <Sheet
      size="lg"
      onClose={onClose}
      title={STEP_TITLES[step]}
      description={t`Step ${{ step: STEPS.indexOf(step) + 1 }} of ${{ steps: STEPS.length }}`}
      footer={
        <>
          <Button variant="ghost" onClick={back === null ? onClose : () => setStep(back)}>
            {back === null ? t({ message: "Close", context: "button" }) : t`Back`}
          </Button>
          <Button type="submit" form="new-pool" disabled={step === "simulation" && (!isOnline || read.terms === null)}>
            {step === "simulation" ? t`Review` : t({ message: "Next", context: "step of a form" })}
          </Button>
        </>
      }
    >
      <form id="new-pool" key={step} ref={form} noValidate onSubmit={submit}>
        {step === "pair" ? <PairStep {...fields} known={known} /> : null}
        {step === "reference" ? <ReferenceStep {...fields} known={known} /> : null}
        {step === "ladder" ? <LadderStep {...fields} /> : null}
        {step === "stops" ? <StopsStep {...fields} /> : null}
        {step === "simulation" && read.terms !== null ? (
          <SimulationStep terms={read.terms} isOnline={isOnline} />
        ) : null}
        {step === "pair" ? (
          <p className="mt-4 text-sm text-ink-3">
            <Trans>What you fill in stays on this device until you open the pool.</Trans>
          </p>
        ) : null}
      </form>
    </Sheet>
  );
}

/** XLM is traded for the first other asset that is listed, of those that are held if there are any. */
function firstDraft({ assets }: KnownAssets): PoolDraft {
  const others = assets.filter(({ issuer, isListed }) => issuer !== "" && isListed);
  const quote = others.find(({ balance }) => balance !== null) ?? others[0];
  return newDraft("XLM", quote?.key ?? "");
}
