import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Repeat } from "lucide-react";
import { useId } from "react";
import { useBackCloses } from "#pwa/parts/confirming/use-back-closes.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { Button } from "#pwa/ui/button.tsx";
import { RefusedWay } from "#pwa/parts/confirming/refused-way.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { TAKE_BACK_DAYS } from "#schemas/wallet.ts";
import { CredentialsForm } from "./credentials-form.tsx";
import { LookAlikeWarning, useComparison } from "./look-alike-warning.tsx";
import type { Credentials } from "./payment.ts";
import type { ReviewFacts } from "./review-facts.ts";
import { ReviewParties } from "./review-parties.tsx";
import type { SendState } from "./send-state.ts";

interface ReviewSheetProps {
  readonly state: Extract<SendState, { step: "review" | "sending" | "unanswered" }>;
  readonly facts: ReviewFacts;
  readonly isOnline: boolean;
  readonly onConfirm: (credentials: Credentials) => void;
  readonly onBack: () => void;
  readonly onSetAside: () => void;
  /** Has it repeated by the week or month, instead of paid once. */
  readonly onRepeat: () => void;
}

/** Everything that will be signed, in words, and the one confirmation; or what stands against it, and the way back. */
export function ReviewSheet({ state, facts, isOnline, onConfirm, onBack, onSetAside, onRepeat }: ReviewSheetProps) {
  const formId = useId();
  // Here, so that the review stands as long as it is asked for.
  const passkey = useAction();
  const isSending = state.step === "sending";
  const isBusy = isSending || passkey.isBusy;
  const isUnanswered = state.step === "unanswered";
  const isRefused = facts.refusals.length > 0 && state.step === "review";
  const { address } = state.review.check.recipient;
  const comparison = useComparison(address, facts.lookAlikes);
  const isMistakable = facts.lookAlikes.length > 0 && !isRefused && !isUnanswered;
  const mayClose = !isBusy && !isUnanswered;
  useBackCloses(onBack, mayClose);
  const canConfirm = isOnline && !isBusy && (isUnanswered || (!facts.isLookingUp && comparison.isDone));

  return (
    <Sheet
      onClose={onBack}
      // Once confirmed, closing must not look like taking it back.
      mayClose={mayClose}
      title={
        isUnanswered
          ? t`Did the payment go through?`
          : isRefused
            ? t`This cannot be sent as it is`
            : t`Check before you send`
      }
      footer={
        isRefused ? (
          <RefusedButtons canSetAside={facts.canSetAside} {...{ isOnline, onBack, onSetAside }} />
        ) : (
          <>
            <Button variant="ghost" onClick={onBack} disabled={isBusy}>
              {isUnanswered ? t`I checked, start over` : t`Back`}
            </Button>
            <Button type="submit" form={formId} loading={isSending} disabled={!canConfirm}>
              {isUnanswered
                ? t`Ask again`
                : isSending
                  ? t({ message: "Sending", context: "button" })
                  : t`Confirm and send`}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {isMistakable ? (
          <LookAlikeWarning address={address} lookAlikes={facts.lookAlikes} comparison={comparison} />
        ) : null}
        {isUnanswered ? <AnswerLost /> : null}
        {isRefused ? <Refusals refusals={facts.refusals} /> : null}
        <SetAsideNote facts={facts} assetCode={state.review.payment.assetCode} isRefused={isRefused} />
        {state.step !== "sending" && state.notice !== null ? <Notice tone="error">{state.notice}</Notice> : null}
        <ReviewParties review={state.review} facts={facts} />
        <RepeatChoice state={state} isOnline={isOnline} onRepeat={onRepeat} />
        {facts.warnings.map((warning) => (
          <Notice key={warning} tone="warn">
            {warning}
          </Notice>
        ))}
        {facts.isLookingUp && !isRefused ? (
          <Notice>
            <Trans>Looking up whether you have paid this address before.</Trans>
          </Notice>
        ) : null}
        {state.review.check.needsApproval && !isRefused ? (
          <Notice>
            <Trans>An operator looks at this payment before it is sent.</Trans>
          </Notice>
        ) : null}
        {isOnline ? null : (
          <Notice tone="warn">
            <Trans>You are offline. Sending needs a connection.</Trans>
          </Notice>
        )}
        {isRefused ? null : (
          <CredentialsForm
            formId={formId}
            check={state.review.check}
            problems={state.step === "sending" ? {} : state.problems}
            isAskedAgain={isUnanswered || (state.step === "sending" && state.wasUnanswered)}
            canConfirm={canConfirm}
            passkey={passkey}
            onConfirm={onConfirm}
          />
        )}
      </div>
    </Sheet>
  );
}

/** Also of what cannot be paid today: it may well be on another day. */
function RepeatChoice({ state, isOnline, onRepeat }: Pick<ReviewSheetProps, "state" | "isOnline" | "onRepeat">) {
  const { asClaimable, networkPassphrase } = state.review.payment;
  if (state.step !== "review" || asClaimable || networkPassphrase !== "") return null;
  return (
    <Button variant="ghost" size="sm" className="self-start" disabled={!isOnline} onClick={onRepeat}>
      <Repeat aria-hidden="true" className="size-4" />
      <Trans>Repeat it weekly or monthly</Trans>
    </Button>
  );
}

interface RefusedButtonsProps extends Pick<ReviewSheetProps, "isOnline" | "onBack" | "onSetAside"> {
  readonly canSetAside: boolean;
}

function RefusedButtons({ canSetAside, isOnline, onBack, onSetAside }: RefusedButtonsProps) {
  return (
    <>
      {canSetAside ? (
        <Button variant="secondary" onClick={onSetAside} disabled={!isOnline}>
          <Trans>Set it aside for them</Trans>
        </Button>
      ) : null}
      <Button onClick={onBack}>
        <Trans>Change it</Trans>
      </Button>
    </>
  );
}

interface SetAsideNoteProps {
  readonly facts: ReviewFacts;
  readonly assetCode: string;
  readonly isRefused: boolean;
}

/** What setting it aside means, where it can be or is about to be. */
function SetAsideNote({ facts: { canSetAside, reserve }, assetCode, isRefused }: SetAsideNoteProps) {
  if (isRefused)
    return canSetAside ? (
      <Notice title={t`You can set it aside for them instead`}>
        <Trans>
          They claim it once they can hold {assetCode}. Until then the network keeps some XLM of yours back, and if they
          have not claimed it after <Plural value={TAKE_BACK_DAYS} one="# day" other="# days" /> you can take it back.
          The next step shows all of it.
        </Trans>
      </Notice>
    ) : null;
  return reserve === null ? null : (
    <Notice title={t`Set aside for them to claim`}>
      <Trans>
        They cannot hold {assetCode} yet, so it waits for them on the ledger. The network keeps {reserve} XLM of yours
        back until they claim it. If they have not after <Plural value={TAKE_BACK_DAYS} one="# day" other="# days" />,
        you can take it back.
      </Trans>
    </Notice>
  );
}

function AnswerLost() {
  return (
    <Notice tone="warn" title={t`The server's answer got lost`}>
      <Trans>
        It may have taken the payment or not. Asking again cannot pay twice. Before starting over, look in your history
        whether it is there.
      </Trans>
    </Notice>
  );
}

function Refusals({ refusals }: Pick<ReviewFacts, "refusals">) {
  return (
    <Notice tone="error">
      <ul className="flex flex-col gap-2">
        {refusals.map(({ code, field, message }) => (
          <li key={message}>
            {field === null ? null : <span className="font-semibold">{field}: </span>}
            {message}
            <RefusedWay code={code} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
