import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { severityWords } from "#pwa/console/desk/severity.tsx";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { CheckLine } from "#pwa/ui/check-line.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import { type Severity, SEVERITIES, WebhookInput, type WebhookOutput } from "#schemas/monitoring.ts";

const FIELDS = ["url", "leastSeverity", "isRenewed", "reason"];

interface WebhookSheetProps {
  readonly webhook: WebhookOutput["webhook"];
  /** A secret that was made, this once; null where the former one goes on. */
  readonly onSecret: (secret: string | null) => void;
  readonly onClose: () => void;
}

/** Where messages of issues are sent, and of which. */
export function WebhookSheet({ webhook, onSecret, onClose }: WebhookSheetProps) {
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [leastSeverity, setLeastSeverity] = useState<Severity>(webhook?.leastSeverity ?? "error");
  const [isRenewed, setRenewed] = useState(false);
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();

  function save() {
    const read = readForm(WebhookInput, { url, leastSeverity, isRenewed, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await call(MONITORING_ENDPOINTS.setWebhook, { body: read.value });
      tellOutcome(answer, t`The webhook is set`);
      askAgain();
      onClose();
      onSecret(answer.secret);
    });
  }

  return (
    <ActSheet
      title={t`Webhook`}
      description={t`Messages go there over https alone, to no address inside of your own network, and are tried again for a while where they do not arrive.`}
      action={action}
      submit={t({ message: "Set", context: "button that sets something" })}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={t({ message: "Address", context: "of a site" })}
        name="url"
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        maxLength={500}
        value={url}
        error={action.issues["url"]}
        onChange={(event) => setUrl(event.target.value)}
      />
      <SelectField<Severity>
        label={t`Told from this severity on`}
        options={SEVERITIES.toReversed().map((value) => ({ value, label: severityWords(value) }))}
        value={leastSeverity}
        onValueChange={setLeastSeverity}
      />
      {webhook === null ? null : (
        <CheckLine checked={isRenewed} onChange={setRenewed}>
          {t`Make a new secret; the former one counts no more`}
        </CheckLine>
      )}
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
