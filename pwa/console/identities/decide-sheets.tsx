import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { causeWords } from "#pwa/kyc/door.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Field, Textarea } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { KYC_DESK_ENDPOINTS } from "#schemas/endpoints/kyc-desk.ts";
import { type IdentityCaseOutput, RejectIdentityInput } from "#schemas/identity-desk.ts";
import { REJECT_CAUSES, type RejectCause } from "#schemas/kyc.ts";

interface SheetProps {
  readonly check: IdentityCaseOutput;
  readonly onClose: () => void;
}

/** The person may do from then on what an identity is asked for. */
export function ApproveSheet({ check, onClose }: SheetProps) {
  const { id, version, username, needsSecond } = check;
  return (
    <ReasonSheet
      title={t`Approve the identity of ${username}?`}
      description={t`They are told at once, and may do whatever an identity is asked for.`}
      submit={needsSecond.approve ? t`Propose to approve` : t({ message: "Approve", context: "an identity" })}
      carryOut={(body) => call(KYC_DESK_ENDPOINTS.approveIdentity, { params: { id }, body: { ...body, version } })}
      done={t`The identity of ${username} is approved`}
      onClose={onClose}
    >
      {needsSecond.approve ? <SecondNotice check={check} /> : null}
    </ReasonSheet>
  );
}

const FIELDS = ["cause", "note", "reason"];

/** It is final: they cannot send anything again. */
export function RejectSheet({ check, onClose }: SheetProps) {
  const { id, version, username, needsSecond } = check;
  const [cause, setCause] = useState<RejectCause | "">("");
  const [note, setNote] = useState("");
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  function reject() {
    if (cause === "") return action.refuse({ cause: t`Choose why.` });
    const read = readForm(RejectIdentityInput, { version, cause, note, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await call(KYC_DESK_ENDPOINTS.rejectIdentity, { params: { id }, body: read.value });
      tellOutcome(answer, t`The identity of ${username} is refused`);
      askAgain();
      onClose();
    });
  }
  return (
    <ActSheet
      title={t`Refuse the identity of ${username} for good?`}
      description={t`They cannot send anything again. Where a better picture would do, ask for it again instead.`}
      action={action}
      submit={needsSecond.reject ? t`Propose to refuse` : t({ message: "Refuse for good", context: "an identity" })}
      tone="danger"
      onSubmit={reject}
      onClose={onClose}
    >
      {needsSecond.reject ? <SecondNotice check={check} /> : null}
      <SelectField
        label={t`What the person reads`}
        name="cause"
        options={[
          { value: "", label: t`Choose why` },
          ...REJECT_CAUSES.map((value) => ({ value, label: causeWords(value) })),
        ]}
        value={cause}
        error={action.issues["cause"]}
        onValueChange={setCause}
      />
      <NoteField value={note} error={action.issues["note"]} onChange={setNote} />
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}

/** That it is not done by one operator's word, and why. */
function SecondNotice({ check: { sameDocument } }: Pick<SheetProps, "check">) {
  return sameDocument.length > 0 ? (
    <Notice tone="warn">{t`Somebody else sent the same document, so two operators have to agree: you propose it, and another one approves.`}</Notice>
  ) : (
    <Notice tone="info">{t`Two operators have to agree to this one: you propose it, and another one approves.`}</Notice>
  );
}

interface NoteFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (note: string) => void;
}

/** What the person reads beside. */
function NoteField({ value, error, onChange }: NoteFieldProps) {
  return (
    <Field label={t`Note to the person`} hint={t`They read it as you write it. May be empty.`} error={error}>
      {(control) => (
        <Textarea
          {...control}
          name="note"
          dir="auto"
          maxLength={300}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
