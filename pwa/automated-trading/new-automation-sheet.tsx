import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import type { KnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { focusFirstIssue } from "#pwa/parts/forms/form-issues.ts";
import { stillWrong } from "#pwa/parts/forms/still-wrong.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import type { AutomationTerms } from "#schemas/automated-trading.ts";
import { problemsOf, type Step, STEP_TITLES, stepBeside, STEPS } from "./form-steps.ts";
import { LimitsStep } from "./limits-step.tsx";
import { MarketStep } from "./market-step.tsx";
import { isChosen, type ModeChoice, ModeStep } from "./mode-step.tsx";
import { SettingsStep } from "./settings-step.tsx";
import { StartReview } from "./start-review.tsx";
import { StrategyStep } from "./strategy-step.tsx";
import { draftOf, newDraft, readTerms, type TermsDraft, type TermsProblems, textsOf } from "./terms-draft.ts";
import { TestStep } from "./test-step.tsx";
import { testKey, useBackTest } from "./use-back-test.ts";

interface NewAutomationSheetProps {
  readonly userId: number;
  readonly known: KnownAssets;
  readonly isOnline: boolean;
  /** Settings to begin with; null for the usual ones. */
  readonly begun: AutomationTerms | null;
  readonly onOpen: (uid: string) => void;
  readonly onClose: () => void;
}

/** From the choice of a strategy over its back-test to its start, step by step; nothing that was typed is lost on the way back. */
export function NewAutomationSheet({ userId, known, isOnline, begun, onOpen, onClose }: NewAutomationSheetProps) {
  const [step, setStep] = useState<Step>("strategy");
  const [draft, setDraft] = useState<TermsDraft>(() => (begun === null ? firstDraft(known) : draftOf(begun)));
  const [told, setTold] = useState<TermsProblems>({});
  const [choice, setChoice] = useState<ModeChoice>({ mode: "alert", isRiskAccepted: false });
  const [reviewed, setReviewed] = useState<AutomationTerms | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const onTuned = useCallback(
    (parameters: AutomationTerms["parameters"]) => setDraft((now) => ({ ...now, parameters: textsOf(parameters) })),
    [],
  );
  const testing = useBackTest(userId, onTuned);
  const read = readTerms(draft);
  const problems = stillWrong(told, read.problems);
  const { tested } = testing;
  const isTested = read.terms !== null && tested?.by === "server" && tested.key === testKey(read.terms);

  useEffect(() => {
    if (Object.keys(told).length > 0 && form.current !== null) focusFirstIssue(form.current);
  }, [told]);

  if (reviewed !== null)
    return (
      <StartReview
        terms={reviewed}
        choice={choice}
        onOpen={onOpen}
        onBack={() => setReviewed(null)}
        onClose={onClose}
      />
    );

  const isHeldBack = (step === "test" && !isTested) || (step === "mode" && (!isChosen(choice) || !isOnline));
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isHeldBack || testing.isBusy) return;
    const wrong = problemsOf(step, read.problems);
    setTold(wrong);
    if (Object.keys(wrong).length > 0) return;
    const next = stepBeside(step, 1);
    if (next !== null) setStep(next);
    else if (isTested) setReviewed(read.terms);
    else setStep("test");
  }
  const back = stepBeside(step, -1);
  const count = { step: STEPS.indexOf(step) + 1, steps: STEPS.length };
  const fields = { draft, problems, onDraft: setDraft };
  return (
    <Sheet
      size="lg"
      onClose={onClose}
      title={STEP_TITLES[step]}
      description={t`Step ${{ step: count.step }} of ${{ steps: count.steps }}`}
      footer={
        <>
          <Button variant="ghost" onClick={back === null ? onClose : () => setStep(back)}>
            {back === null ? t({ message: "Close", context: "button" }) : t`Back`}
          </Button>
          <Button type="submit" form="new-automation" disabled={isHeldBack}>
            {step === "mode" ? t`Review` : t({ message: "Next", context: "step of a form" })}
          </Button>
        </>
      }
    >
      <form id="new-automation" key={step} ref={form} noValidate onSubmit={submit}>
        {step === "strategy" ? <StrategyStep {...fields} /> : null}
        {step === "market" ? <MarketStep {...fields} known={known} /> : null}
        {step === "settings" ? <SettingsStep {...fields} /> : null}
        {step === "limits" ? <LimitsStep {...fields} /> : null}
        {step === "test" && read.terms !== null ? (
          <TestStep terms={read.terms} testing={testing} isOnline={isOnline} />
        ) : null}
        {step === "mode" ? <ModeStep {...choice} onChoice={setChoice} /> : null}
        {step === "test" && !isTested ? (
          <p className="mt-4 text-sm text-ink-3">
            <Trans>It goes on from here once these settings were tested on the server.</Trans>
          </p>
        ) : null}
      </form>
    </Sheet>
  );
}

/** XLM is traded for the first other asset that is listed, of those that are held if there are any. */
function firstDraft({ assets }: KnownAssets): TermsDraft {
  const others = assets.filter(({ issuer, isListed }) => issuer !== "" && isListed);
  const quote = others.find(({ balance }) => balance !== null) ?? others[0];
  return newDraft(quote === undefined ? "" : "XLM", quote?.key ?? "XLM");
}
