import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { plainDecimal } from "#pwa/console/desk/plain-decimal.ts";
import { formatPlain } from "#pwa/console/desk/plain-amount.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import type { PersonOutput } from "#schemas/people.ts";
import { PersonLimitsInput } from "#schemas/security.ts";

const FIELDS = ["transactionLimit", "dailyLimit", "reason"];
const REASON_LENGTH = 500;

interface LimitsSheetProps {
  readonly person: PersonOutput;
  readonly onClose: () => void;
}

/** What somebody may send at most; what lets more through takes a second operator, and waits. */
export function LimitsSheet({ person: { id: userId, protections }, onClose }: LimitsSheetProps) {
  const [transactionLimit, setTransactionLimit] = useState(formatPlain(protections.transactionLimit));
  const [dailyLimit, setDailyLimit] = useState(formatPlain(protections.dailyLimit));
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();

  function save() {
    const daily = dailyLimit.trim() === "" ? null : plainDecimal(dailyLimit);
    const limits = { transactionLimit: plainDecimal(transactionLimit), dailyLimit: daily };
    const read = readForm(PersonLimitsInput, { ...limits, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await call(OPERATORS_ENDPOINTS.setPersonLimits, { params: { userId }, body: read.value });
      tellOutcome(answer, t`The limits are changed`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Change limits`}
      description={t`What lets less through holds at once. What lets more through takes a second operator; then it waits as long as if its owner had asked for it, and they can cancel it. They are told in any case.`}
      action={action}
      submit={t`Change limits`}
      onSubmit={save}
      onClose={onClose}
    >
      <DecimalField
        label={t`Most of one payment, in USD`}
        name="transactionLimit"
        value={transactionLimit}
        error={action.issues["transactionLimit"]}
        onType={setTransactionLimit}
      />
      <DecimalField
        label={t`Most of 24 hours, in USD`}
        name="dailyLimit"
        hint={t`Empty for no limit of their own: the policy's holds.`}
        value={dailyLimit}
        error={action.issues["dailyLimit"]}
        onType={setDailyLimit}
      />
      <ReasonField
        hint={t`Operators read it in the log.`}
        most={REASON_LENGTH}
        value={reason}
        error={action.issues["reason"]}
        onChange={setReason}
      />
    </ActSheet>
  );
}
