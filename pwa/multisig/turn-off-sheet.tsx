import { useState } from "react";
import { agreedFee } from "#pwa/parts/confirming/use-confirmation.ts";
import { call } from "#pwa/platform/api/call.ts";
import { newIdempotencyKey } from "#pwa/platform/device/random.ts";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { MULTISIG_ENDPOINTS } from "#schemas/endpoints/multisig.ts";
import { Costs, useCosts } from "./costs.tsx";

interface TurnOffSheetProps {
  /** Called with what has to be signed for it. */
  readonly onAccepted: (submissionId: number) => void;
  readonly onClose: () => void;
}

/** The review of doing without the second key. */
export function TurnOffSheet({ onAccepted, onClose }: TurnOffSheetProps) {
  const { check, isPending } = useCosts("off");
  const [idempotencyKey] = useState(newIdempotencyKey);
  const action = useAction();
  return (
    <FormSheet
      tone="danger"
      title="Turn the second key off?"
      action={action}
      submit="Go on and sign it"
      submitting="Getting it ready"
      dismiss="Not now"
      isReady={check !== null && check.refusals.length === 0}
      onClose={onClose}
      onSubmit={() => {
        if (check === null) return;
        action.run(async () => {
          const body = { networkFee: agreedFee(check), idempotencyKey };
          const { submission } = await call(MULTISIG_ENDPOINTS.turnMultisigOff, { body });
          onAccepted(submission.id);
        });
      }}
    >
      <Costs turn="off" check={check} isPending={isPending} />
      <ul className="list-disc space-y-1.5 pl-5 text-sm text-ink-2">
        <li>Your key has to sign this, too. You sign it in the next step.</li>
        <li>After that, this service alone signs your payments again, as you confirm them here.</li>
        {check === null || check.pauseHours === 0 ? null : (
          <li>For your safety nothing can be sent for {check.pauseHours} hours afterwards.</li>
        )}
      </ul>
    </FormSheet>
  );
}
