import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CircleCheck, CircleX, LoaderCircle } from "lucide-react";
import { refusalWords } from "#pwa/platform/language/error-words.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { ToldRefusal } from "#schemas/said.ts";
import { isOver } from "#schemas/wallet.ts";
import { RefusedWay } from "./refused-way.tsx";
import type { ConfirmationState, Submission } from "./confirmation-state.ts";

/** A look at what is confirmed says, whatever else, all that stands against it. */
export interface Refusable {
  readonly refusals: readonly ToldRefusal[];
}

interface ButtonsProps {
  /** On the button that confirms. */
  readonly label: string;
  readonly isDangerous?: boolean;
  /** While there is something to be answered or looked at first. */
  readonly isHeldBack?: boolean;
  readonly state: ConfirmationState<Refusable>;
  readonly isOnline: boolean;
  readonly onClose: () => void;
  readonly checkAgain: () => void;
  readonly onConfirm: () => void;
}

/** The buttons below a review, as far as it is. */
export function ReviewButtons({
  label,
  isDangerous = false,
  isHeldBack = false,
  state,
  isOnline,
  onClose,
  checkAgain,
  onConfirm,
}: ButtonsProps) {
  if (state.step === "placed")
    return (
      <Button onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    );
  if (state.step === "tracking")
    return <Button onClick={onClose}>{isOver(state.submission) ? t`Done` : t`Close, it goes on`}</Button>;
  const canConfirm =
    state.step === "unanswered" || (state.step === "review" && state.check.refusals.length === 0 && !isHeldBack);
  return (
    <>
      <Button variant="ghost" onClick={onClose} disabled={state.step === "sending"}>
        {state.step === "unanswered" ? t({ message: "Close", context: "button" }) : t`Back`}
      </Button>
      {state.step === "unchecked" ? (
        <Button onClick={checkAgain} disabled={!isOnline}>
          <Trans>Try again</Trans>
        </Button>
      ) : (
        <Button
          variant={isDangerous ? "danger" : "primary"}
          loading={state.step === "sending"}
          disabled={!isOnline || (!canConfirm && state.step !== "sending")}
          onClick={onConfirm}
        >
          {state.step === "unanswered" ? t`Ask again` : label}
        </Button>
      )}
    </>
  );
}

interface StandingProps {
  readonly state: ConfirmationState<Refusable>;
  /** What else there is to say of a refusal. */
  readonly hintOf?: ((code: string) => string) | undefined;
  /** Refusals that stand at a field. */
  readonly atFields?: readonly string[] | undefined;
}

/** What stands against it, or went wrong. */
export function ReviewStanding({ state, hintOf = () => "", atFields = [] }: StandingProps) {
  if (state.step === "checking")
    return (
      <div role="status" aria-label={t`Looking up what it takes`}>
        <Skeleton className="h-32 w-full" />
      </div>
    );
  if (state.step === "unchecked") return <Notice tone="error">{state.message}</Notice>;
  if (state.step === "unanswered")
    return (
      <Notice tone="warn" title={t`The server's answer got lost`}>
        <Trans>It may have begun or not. Asking again cannot do it twice.</Trans>
      </Notice>
    );
  if (state.step !== "review") return null;
  const { refusals } = state.check;
  const { refusal } = state;
  return (
    <>
      {state.before === null ? null : <Notice tone="warn">{state.before}</Notice>}
      {refusal !== null && refusals.length === 0 && !atFields.includes(refusal.code) ? (
        <Notice tone="error">
          {refusal.message}
          <RefusedWay code={refusal.code} />
        </Notice>
      ) : null}
      {refusals.map((each) => (
        <Notice key={each.code} tone="error">
          {refusalWords(each)}
          {hintOf(each.code)}
          <RefusedWay code={each.code} />
        </Notice>
      ))}
    </>
  );
}

interface OutcomeProps {
  readonly submission: Submission;
  readonly words: { readonly title: string; readonly text: string };
}

/** What became of it. */
export function ReviewOutcome({ submission, words: { title, text } }: OutcomeProps) {
  return (
    <div role="status" aria-live="polite" className="flex flex-col items-center py-4 text-center">
      {submission.state === "confirmed" ? (
        <CircleCheck aria-hidden="true" className="size-14 text-up" />
      ) : submission.state === "failed" ? (
        <CircleX aria-hidden="true" className="size-14 text-down" />
      ) : (
        <LoaderCircle aria-hidden="true" className="size-14 animate-spin text-accent" />
      )}
      <p className="mt-4 text-lg font-semibold">{title}</p>
      <p className="mt-1 max-w-sm text-sm text-ink-2">{text}</p>
    </div>
  );
}
