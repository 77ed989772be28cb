import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import { useEffect, useMemo } from "react";
import { ReviewSheet } from "#pwa/parts/confirming/review-sheet.tsx";
import { type ConfirmationCalls, type Proof, useConfirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { isProofMissing, TradeProof } from "#pwa/parts/trading/trade-proof.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { LookAlikeWarning, useComparison } from "#pwa/send/door.ts";
import { STANDING_ORDERS_ENDPOINTS } from "#schemas/endpoints/standing-orders.ts";
import type { RepeatCheckOutput, RepeatedPayment, RepeatInput } from "#schemas/standing-payments.ts";
import { ReviewedRepeat } from "./reviewed-repeat.tsx";
import { what } from "#pwa/parts/confirming/what-words.ts";

interface RepeatReviewProps {
  readonly payment: RepeatedPayment;
  readonly name: string | null;
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

/** The review of a payment that is to be repeated: when, to whom, what each costs, and what may keep one from going out. */
export function RepeatReview({ payment, name, onConfirmed, onClose }: RepeatReviewProps) {
  const calls = useMemo(
    (): ConfirmationCalls<RepeatCheckOutput & { readonly givesAway: [] }> => ({
      look: async (signal) => {
        const check = await call(STANDING_ORDERS_ENDPOINTS.checkRepeatedPayment, { body: payment, signal });
        return { ...check, givesAway: [] };
      },
      confirm: async (check, idempotencyKey, proof) => {
        const body = repeatInputOf(payment, check, idempotencyKey, proof);
        const placed = await call(STANDING_ORDERS_ENDPOINTS.repeatPayment, { body });
        onConfirmed();
        return { placed };
      },
    }),
    [payment, onConfirmed],
  );
  const title = t`Check before you repeat it`;
  const confirmation = useConfirmation(calls, what("repeat-payment"));
  const { state, idempotencyKey, learn } = confirmation;
  const check = "check" in state ? state.check : null;
  const address = check?.recipient.address ?? null;
  const lookAlikes = check?.lookAlikes ?? [];
  const comparison = useComparison(address, lookAlikes);
  // It is called by the key that it was confirmed with: where the answer got lost, its row is the answer.
  const { row } = useRow("durable_orders", idempotencyKey);
  useEffect(() => {
    if (row !== null) learn({ placed: { uid: row.uid, state: row.state } });
  }, [row, learn]);
  return (
    <ReviewSheet
      label={t`Confirm and repeat`}
      isHeldBack={isProofMissing(confirmation) || !comparison.isDone}
      renderPlaced={() => <SetUp />}
      {...{ title, confirmation, onClose }}
    >
      {address === null || check === null || check.refusals.length > 0 ? null : (
        <LookAlikeWarning address={address} lookAlikes={lookAlikes} comparison={comparison} />
      )}
      {check === null ? null : <ReviewedRepeat payment={payment} name={name} check={check} />}
      <TradeProof confirmation={confirmation} isHeldBack={!comparison.isDone} isPayment />
    </ReviewSheet>
  );
}

/** The body of the call: it holds the server to what `check` showed. */
function repeatInputOf(
  payment: RepeatedPayment,
  { recipient, memo, memoType, networkFee, operatorFee }: RepeatCheckOutput,
  idempotencyKey: string,
  { password, code, passkey }: Proof,
): RepeatInput {
  return {
    payment,
    // Who pays the network is found out each time: this is the most that it may be.
    agreed: { to: recipient.address, memo, memoType, networkFee, operatorFee },
    idempotencyKey,
    ...(password !== "" && { password }),
    ...(code !== "" && { code }),
    ...(passkey !== null && { passkey }),
  };
}

function SetUp() {
  return (
    <div role="status" aria-live="polite" className="flex flex-col items-center py-4 text-center">
      <CircleCheck aria-hidden="true" className="size-14 text-up" />
      <p className="mt-4 text-lg font-semibold">
        <Trans>Set up: it is repeated by itself</Trans>
      </p>
      <p className="mt-1 max-w-sm text-sm text-ink-2">
        <Trans>
          It is among your repeated payments on the Send page, and goes on while this device is switched off. You are
          told a day before each, and can cancel it there at any time.
        </Trans>
      </p>
    </div>
  );
}
