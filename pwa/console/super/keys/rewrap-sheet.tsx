import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { formatCount } from "#pwa/ui/format.ts";
import { SERVICE_CONSOLE_ENDPOINTS } from "#schemas/endpoints/service-console.ts";
import { OperatorReasonInput } from "#schemas/security.ts";

const FIELDS = ["reason"];

interface RewrapSheetProps {
  /** Locks of a former key. */
  readonly former: number;
  readonly onClose: () => void;
}

/** Asks a second operator to agree that the present key locks what a former one locked. */
export function RewrapSheet({ former, onClose }: RewrapSheetProps) {
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const shown = formatCount(former);

  function propose() {
    const read = readForm(OperatorReasonInput, { reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await call(SERVICE_CONSOLE_ENDPOINTS.rewrapVault, { body: read.value });
      tellOutcome(answer, t`The locks are being changed`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Change the locks`}
      description={t`The present key locks whatever a former one locked, once a second operator agrees. People notice nothing: servers go on signing, and another one goes on with it where one dies.`}
      action={action}
      submit={t`Propose it`}
      onSubmit={propose}
      onClose={onClose}
    >
      <p className="text-sm">
        {plural(former, { one: `${shown} lock is a former key’s.`, other: `${shown} locks are a former key’s.` })}
      </p>
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
