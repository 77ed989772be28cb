import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { RECONCILIATION_ENDPOINTS } from "#schemas/endpoints/reconciliation.ts";
import { AcceptDifferenceInput } from "#schemas/reconciliation.ts";
import { assetOf, assetWords } from "./books-words.ts";

const FIELDS = ["evidence"];

interface SheetProps {
  readonly asset: string;
  readonly onClose: () => void;
}

/** An operator's word that a difference is understood; it always takes a second one's. */
export function AcceptSheet({ asset, onClose }: SheetProps) {
  const [evidence, setEvidence] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const words = assetWords(asset);

  function accept() {
    const read = readForm(AcceptDifferenceInput, { ...assetOf(asset), evidence });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      tellOutcome(await call(RECONCILIATION_ENDPOINTS.acceptDifference, { body: read.value }), "");
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Accept the difference of ${words}?`}
      description={t`Its payments go on once a second operator agrees. A difference that comes later halts them again.`}
      action={action}
      submit={t`Propose to accept`}
      onSubmit={accept}
      onClose={onClose}
    >
      <ReasonField
        label={t`What was found`}
        hint={t`How the difference came about, and why it is right as it is.`}
        most={500}
        value={evidence}
        error={action.issues["evidence"]}
        onChange={setEvidence}
      />
    </ActSheet>
  );
}
