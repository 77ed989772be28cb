import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAsk, useAskAgain } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { TextField } from "#pwa/ui/field.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { DepositSettings } from "#schemas/deposits.ts";
import { DEPOSIT_QUEUE_ENDPOINTS } from "#schemas/endpoints/deposit-queue.ts";
import { OperatorReasonInput } from "#schemas/security.ts";
import { draftOf, settingsOf } from "./settings-draft.ts";
import { TermsFields } from "./terms-fields.tsx";

const FIELDS = ["recipient", "xlmRate", "secondAbove", "rateTolerance", "minAmount", "maxAmount", "reason"];

/** Whom people pay, what they get for it, and from where on two operators look. */
export function SettingsSheet({ onClose }: { readonly onClose: () => void }) {
  const asked = useAsk(DEPOSIT_QUEUE_ENDPOINTS.depositSettings, {});
  const { value } = asked;
  if (value === null)
    return (
      <Sheet title={t`Pay in by Cash App`} onClose={onClose}>
        <AskedState asked={asked}>{null}</AskedState>
      </Sheet>
    );
  return <SettingsForm settings={value.settings} onClose={onClose} />;
}

interface FormProps {
  readonly settings: DepositSettings | null;
  readonly onClose: () => void;
}

function SettingsForm({ settings, onClose }: FormProps) {
  const mayChange = useMay()(DEPOSIT_QUEUE_ENDPOINTS.setDepositSettings);
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();

  function save() {
    const read = draft.isOn ? readForm(DepositSettings, settingsOf(draft)) : { value: null };
    const why = readForm(OperatorReasonInput, { reason });
    const issues = { ...("issues" in read && read.issues), ...("issues" in why && why.issues) };
    if ("issues" in read || "issues" in why) return action.refuse(issues);
    return action.run(async () => {
      const answer = await call(DEPOSIT_QUEUE_ENDPOINTS.setDepositSettings, {
        body: { settings: read.value, ...why.value },
      });
      tellOutcome(answer, read.value === null ? t`Deposits are switched off` : t`Deposits are taken so from now on`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Pay in by Cash App`}
      description={t`One operator switches them off or is more careful. Whom people pay, a better rate and less care take a second one.`}
      action={action}
      submit={t`Save`}
      isReady={mayChange}
      onSubmit={save}
      onClose={onClose}
    >
      <SwitchField
        label={t`People can pay in by Cash App`}
        checked={draft.isOn}
        disabled={!mayChange}
        onCheckedChange={(isOn) => setDraft({ ...draft, isOn })}
      />
      {draft.isOn ? (
        <>
          <TextField
            name="recipient"
            autoComplete="off"
            label={t`Our cashtag, which people pay`}
            value={draft.recipient}
            error={action.issues["recipient"]}
            onChange={(event) => setDraft({ ...draft, recipient: event.target.value })}
          />
          <TermsFields draft={draft} issues={action.issues} onChange={setDraft} />
        </>
      ) : null}
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
