import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { useOwnId } from "#pwa/console/desk/may.ts";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { RECONCILIATION_ENDPOINTS } from "#schemas/endpoints/reconciliation.ts";
import { OperatorReasonInput } from "#schemas/security.ts";
import type { SuspenseOutput } from "#schemas/suspense.ts";

const FIELDS = ["userId", "reason"];

interface SheetProps {
  readonly item: SuspenseOutput;
  readonly onClose: () => void;
}

/** Who it is for gets it. */
export function ClaimItemSheet({ item: { id, amount, assetCode, suggestedUserId }, onClose }: SheetProps) {
  const [userId, setUserId] = useState(suggestedUserId === null ? "" : String(suggestedUserId));
  const [reason, setReason] = useState("");
  const ownId = useOwnId();
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();

  function claim() {
    if (!/^[1-9]\d{0,14}$/.test(userId)) return action.refuse({ userId: t`Enter the number of a user.` });
    if (Number(userId) === ownId)
      return action.refuse({ userId: t`You cannot pay it to yourself. Another operator has to.` });
    const read = readForm(OperatorReasonInput, { reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const body = { userId: Number(userId), ...read.value };
      const answer = await call(RECONCILIATION_ENDPOINTS.claimSuspense, { params: { id }, body });
      tellOutcome(answer, t`Item ${id} is paid on`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Pay item ${id} on?`}
      description={t`It goes to the wallet of whom it is for. A second operator has to agree unless its payer named them.`}
      action={action}
      submit={t`Pay it on`}
      onSubmit={claim}
      onClose={onClose}
    >
      <Facts
        facts={[
          {
            name: t({ message: "Amount", context: "of a payment" }),
            value: <Amount value={amount} assetCode={assetCode} />,
          },
        ]}
      />
      <TextField
        label={t`Number of the user`}
        hint={
          suggestedUserId === null
            ? t`Its payer named nobody that we know.`
            : t`Its payer named user ${suggestedUserId}.`
        }
        name="userId"
        inputMode="numeric"
        autoComplete="off"
        value={userId}
        error={action.issues["userId"]}
        onChange={(event) => setUserId(event.target.value.trim())}
      />
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}

/** It goes back where it came from. */
export function ReturnItemSheet({ item: { id, amount, assetCode, from }, onClose }: SheetProps) {
  return (
    <ReasonSheet
      title={t`Return item ${id}?`}
      submit={t`Return it`}
      carryOut={(body) => call(RECONCILIATION_ENDPOINTS.returnSuspense, { params: { id }, body })}
      done={t`Item ${id} is returned`}
      onClose={onClose}
    >
      <Notice tone="warn">
        {t`It goes to the account that paid it. Where that is an exchange's, it may not find its owner there.`}
      </Notice>
      <Facts
        facts={[
          {
            name: t({ message: "Amount", context: "of a payment" }),
            value: <Amount value={amount} assetCode={assetCode} />,
          },
          { name: t({ message: "To", context: "who is paid" }), value: <Address address={from} full /> },
        ]}
      />
    </ReasonSheet>
  );
}
