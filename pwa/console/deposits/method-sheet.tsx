import { t } from "@lingui/core/macro";
import { useState } from "react";
import * as v from "valibot";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { useMay } from "#pwa/console/desk/may.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Field, Textarea, TextField } from "#pwa/ui/field.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { type DepositMethod, MethodName, MethodSettings } from "#schemas/deposits.ts";
import { DEPOSIT_QUEUE_ENDPOINTS } from "#schemas/endpoints/deposit-queue.ts";
import { OperatorReasonInput } from "#schemas/security.ts";
import { codeOf, type MethodDraft, methodDraftOf, methodSettingsOf } from "./method-draft.ts";
import { TermsFields } from "./terms-fields.tsx";

const FIELDS = [
  "methodName",
  "displayName",
  "recipient",
  "instructions",
  "handleLabel",
  "idLabel",
  "order",
  "xlmRate",
  "secondAbove",
  "rateTolerance",
  "minAmount",
  "maxAmount",
  "reason",
];
const Named = v.strictObject({ methodName: MethodName });

interface MethodSheetProps {
  /** Null for a new one. */
  readonly method: DepositMethod | null;
  /** How many there are. */
  readonly others: number;
  readonly onClose: () => void;
}

/** Another way to pay in: what people read, whom they pay, what they get, and whether it is on. */
export function MethodSheet({ method, others, onClose }: MethodSheetProps) {
  const mayChange = useMay()(DEPOSIT_QUEUE_ENDPOINTS.setDepositMethod);
  const [draft, setDraft] = useState(() => methodDraftOf(method, others));
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const name = method?.settings.displayName ?? "";

  function save() {
    const named = readForm(Named, { methodName: method?.methodName ?? codeOf(draft.displayName) });
    const read = draft.isOn ? readForm(MethodSettings, methodSettingsOf(draft)) : { value: null };
    const why = readForm(OperatorReasonInput, { reason });
    const unnamed = "issues" in named && "issues" in read ? {} : "issues" in named && namedAs(named.issues);
    const issues = { ...unnamed, ...("issues" in read && read.issues), ...("issues" in why && why.issues) };
    if ("issues" in named || "issues" in read || "issues" in why) return action.refuse(issues);
    return action.run(async () => {
      const answer = await call(DEPOSIT_QUEUE_ENDPOINTS.setDepositMethod, {
        params: { method: named.value.methodName },
        body: { settings: read.value, ...why.value },
      });
      tellOutcome(answer, read.value === null ? t`This way to pay in is switched off` : t`This way to pay in is set`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={method === null ? t`Add a way to pay in` : t`Pay in by ${name}`}
      description={t`One operator switches it off or is more careful. What people read, whom they pay, a better rate and less care take a second one.`}
      action={action}
      submit={t`Save`}
      isReady={mayChange && (draft.isOn || method?.isOn === true)}
      onSubmit={save}
      onClose={onClose}
    >
      {method === null ? null : (
        <SwitchField
          label={t`People can pay in this way`}
          checked={draft.isOn}
          disabled={!mayChange}
          onCheckedChange={(isOn) => setDraft({ ...draft, isOn })}
        />
      )}
      {draft.isOn ? (
        <>
          <ReadFields draft={draft} issues={action.issues} onChange={setDraft} />
          <TermsFields draft={draft} issues={action.issues} onChange={setDraft} />
        </>
      ) : null}
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}

/** What it is called for good comes of its name, where it is said what is wrong with it. */
function namedAs(issues: Readonly<Record<string, string>>): Record<string, string> {
  return { displayName: issues["methodName"] ?? "" };
}

interface ReadFieldsProps {
  readonly draft: MethodDraft;
  readonly issues: Readonly<Record<string, string>>;
  readonly onChange: (draft: MethodDraft) => void;
}

/** What people read of it. */
function ReadFields({ draft, issues, onChange }: ReadFieldsProps) {
  const field = (name: "displayName" | "recipient" | "handleLabel" | "idLabel" | "order") => ({
    name,
    autoComplete: "off",
    value: draft[name],
    error: issues[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange({ ...draft, [name]: event.target.value }),
  });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field("displayName")}
          label={t({ message: "Name", context: "of a way to pay in" })}
          hint={t`Such as Bank transfer.`}
          maxLength={40}
        />
        <TextField
          {...field("order")}
          label={t({ message: "Place", context: "in a list" })}
          hint={t`The lowest stands first.`}
          inputMode="numeric"
        />
      </div>
      <TextField
        {...field("recipient")}
        label={t`Whom people pay`}
        hint={t`A handle, an address or an account number, as they type it.`}
        maxLength={64}
      />
      <Field label={t`Instructions`} hint={t`People read it before they pay.`} error={issues["instructions"]}>
        {(control) => (
          <Textarea
            {...control}
            name="instructions"
            dir="auto"
            maxLength={1000}
            value={draft.instructions}
            onChange={(event) => onChange({ ...draft, instructions: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field("handleLabel")}
          label={t`Asked of who pays`}
          hint={t`Such as Name on the account.`}
          maxLength={40}
        />
        <TextField {...field("idLabel")} label={t`Asked of the payment`} hint={t`Such as Reference.`} maxLength={40} />
      </div>
    </>
  );
}
