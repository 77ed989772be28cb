import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { kindWords } from "#pwa/console/desk/money-words.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { call } from "#pwa/platform/api/call.ts";
import { formatAmountText } from "#pwa/ui/format.ts";
import { SelectField } from "#pwa/ui/select.tsx";
import { RESTORED_ENDPOINTS } from "#schemas/endpoints/restored.ts";
import { KnowPaymentInput, type UnknownPayment, type WaitingPayment } from "#schemas/restored.ts";

const FIELDS = ["reason"];
const UNSAID = "unsaid";
const NOTHING = "nothing";

interface PaymentSheetProps {
  readonly payment: UnknownPayment;
  readonly onClose: () => void;
}

/** Takes a super's word of what a payment of the house settled: what is the same is proposed, and nothing else. */
export function PaymentSheet({ payment: { hash, waiting }, onClose }: PaymentSheetProps) {
  const [reason, setReason] = useState("");
  const [chosen, setChosen] = useState(() => proposed(waiting));
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();

  function say() {
    const submissionId = chosen === NOTHING ? null : Number(chosen);
    const read = readForm(KnowPaymentInput, { hash, submissionId, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      await call(RESTORED_ENDPOINTS.knowRestoredPayment, { body: read.value });
      showToast({ title: t`What it was for is noted` });
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`What was it for?`}
      description={
        waiting.length === 0
          ? t`Whatever else the house owes to the same people no longer waits for this payment. Where it settled what is still owed here, settle that first.`
          : t`What it settled counts as paid by it, and is not paid again. All else that the house owes to the same people goes out.`
      }
      action={action}
      submit={t`Note it`}
      isReady={chosen !== UNSAID}
      onSubmit={say}
      onClose={onClose}
    >
      {waiting.length === 0 ? null : (
        <SelectField
          label={t`It settled`}
          options={[
            ...(proposed(waiting) === UNSAID ? [{ value: UNSAID, label: t`Choose what it settled` }] : []),
            ...waiting.map((each) => ({ value: String(each.submissionId), label: waitingWords(each) })),
            { value: NOTHING, label: t`Nothing that waits here` },
          ]}
          value={chosen}
          onValueChange={setChosen}
        />
      )}
      <ReasonField most={300} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}

/** Only what the ledger says the same of, and of one alone. */
function proposed(waiting: readonly WaitingPayment[]): string {
  const [first, ...others] = waiting.filter(({ isSame }) => isSame);
  if (waiting.length === 0) return NOTHING;
  return first && others.length === 0 ? String(first.submissionId) : UNSAID;
}

function waitingWords({ submissionId, kind, amount, assetCode, memo }: WaitingPayment): string {
  const words = [kindWords(kind), `${formatAmountText(amount)} ${assetCode}`, memo, `#${submissionId}`];
  return words.filter((word) => word !== "").join(" · ");
}
