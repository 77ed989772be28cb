import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { isUnderWay, type Placed, type Submission } from "./confirmation-state.ts";
import { type Refusable, ReviewButtons, ReviewStanding } from "./review-parts.tsx";
import { useBackCloses } from "./use-back-closes.ts";
import type { Confirmation } from "./use-confirmation.ts";

interface ReviewSheetProps {
  readonly title: string;
  readonly description?: string;
  /** On the button that confirms. */
  readonly label: string;
  readonly confirmation: Pick<Confirmation<Refusable>, "state" | "checkAgain" | "confirm">;
  readonly isDangerous?: boolean;
  /** While there is something to be answered or looked at first. */
  readonly isHeldBack?: boolean;
  /** Where more than a tap confirms. */
  readonly onConfirm?: () => void;
  readonly onClose: () => void;
  /** Closes it once it was taken; as `onClose` where nothing is said. */
  readonly onDone?: () => void;
  /** What else there is to say of a refusal. */
  readonly hintOf?: (code: string) => string;
  /** Refusals that stand at a field. */
  readonly atFields?: readonly string[];
  /** What it is that needs a connection. */
  readonly offline?: string;
  /** Beside the buttons, before them. */
  readonly beside?: ReactNode;
  /** In the place of the buttons; null for them. */
  readonly instead?: ReactNode;
  /** What became of it: on its way to the ledger, or kept by the server. */
  readonly renderOutcome?: (submission: Submission, isOnline: boolean) => ReactNode;
  readonly renderPlaced?: (placed: Placed) => ReactNode;
  /** All that is confirmed, in words. */
  readonly children: ReactNode;
}

/** The review of whatever is confirmed once: what stands against it, what it comes to, its one confirmation, and what became of it. */
export function ReviewSheet(props: ReviewSheetProps) {
  const { confirmation, onClose, onDone = onClose, beside = null, instead = null } = props;
  const { offline = t`This needs a connection.`, renderOutcome, renderPlaced } = props;
  const { state, checkAgain, confirm } = confirmation;
  const isOnline = useOnline();
  const isTaken = state.step === "tracking" || state.step === "placed";
  const close = isTaken ? onDone : onClose;
  useBackCloses(close, !isUnderWay(state));
  return (
    <Sheet
      onClose={close}
      // Once confirmed, closing must not look like taking it back.
      mayClose={!isUnderWay(state)}
      title={props.title}
      {...(props.description === undefined ? {} : { description: props.description })}
      footer={
        instead ?? (
          <>
            {beside}
            <ReviewButtons
              label={props.label}
              isDangerous={props.isDangerous ?? false}
              isHeldBack={props.isHeldBack ?? false}
              onClose={close}
              onConfirm={props.onConfirm ?? (() => void confirm())}
              {...{ state, isOnline, checkAgain }}
            />
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {state.step === "tracking" ? (
          renderOutcome?.(state.submission, isOnline)
        ) : state.step === "placed" ? (
          renderPlaced?.(state.placed)
        ) : (
          <>
            <ReviewStanding state={state} hintOf={props.hintOf} atFields={props.atFields} />
            {props.children}
            {isOnline ? null : <Notice tone="warn">{`${t`You are offline.`} ${offline}`}</Notice>}
          </>
        )}
      </div>
    </Sheet>
  );
}
