import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField } from "#pwa/console/desk/act-sheet.tsx";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { DIAGNOSTICS_ENDPOINTS } from "#schemas/endpoints/diagnostics.ts";
import { OperatorReasonInput } from "#schemas/security.ts";

const FIELDS = ["reason"];

interface LookSheetProps {
  /** Of a report. */
  readonly id: number;
  /** Shows it, as an address of its own bytes. */
  readonly onSeen: (source: string) => void;
  readonly onClose: () => void;
}

/** Why somebody looks at what was on a person's screen. */
export function LookSheet({ id, onSeen, onClose }: LookSheetProps) {
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);

  function look() {
    const read = readForm(OperatorReasonInput, { reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const seen = await call(DIAGNOSTICS_ENDPOINTS.supportPicture, { params: { id }, body: read.value });
      onSeen(`data:${seen.mediaType};base64,${seen.picture}`);
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Picture of a screen`}
      description={t`That you looked at it goes on record.`}
      action={action}
      isLook
      submit={t`Show the picture`}
      onSubmit={look}
      onClose={onClose}
    >
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
