import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { reasonWords } from "#pwa/kyc/door.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { TextField } from "#pwa/ui/field.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { KYC_DESK_ENDPOINTS } from "#schemas/endpoints/kyc-desk.ts";
import { AskIdentityInput, type IdentityCaseOutput } from "#schemas/identity-desk.ts";
import { ASK_REASONS, type AskReason, IDENTITY_FIELDS, type IdentityPart, slotsOf } from "#schemas/kyc.ts";
import { askedPartWords } from "./identity-words.ts";

interface AskedDraft {
  readonly reason: AskReason | "";
  readonly note: string;
}

type Drafts = Readonly<Partial<Record<IdentityPart, AskedDraft>>>;

const NOT_ASKED: AskedDraft = { reason: "", note: "" };
const FIELDS = ["asked", "reason"];

interface AskAgainSheetProps {
  readonly check: IdentityCaseOutput;
  readonly onClose: () => void;
}

/** Asks for parts again, each with why: nothing else has to be sent anew. */
export function AskAgainSheet({ check, onClose }: AskAgainSheetProps) {
  const { id, version, username, documentType } = check;
  const [drafts, setDrafts] = useState<Drafts>({});
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const parts = [...slotsOf(documentType), ...IDENTITY_FIELDS];
  function ask() {
    const asked = parts.flatMap((part) => {
      const { reason: why, note } = drafts[part] ?? NOT_ASKED;
      return why === "" ? [] : [{ part, reason: why, note }];
    });
    if (asked.length === 0) return action.refuse({ asked: t`Choose at least one part, and why.` });
    const read = readForm(AskIdentityInput, { version, asked, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await call(KYC_DESK_ENDPOINTS.askIdentityAgain, { params: { id }, body: read.value });
      tellOutcome(answer, t`${username} is asked again`);
      askAgain();
      onClose();
    });
  }
  return (
    <ActSheet
      title={t`Ask ${username} again`}
      description={t`They are told at once what is missing and why, and send only that.`}
      action={action}
      submit={t({ message: "Ask again", context: "for parts of an identity check" })}
      onSubmit={ask}
      onClose={onClose}
    >
      {parts.map((part, place) => (
        <PartAsked
          key={part}
          part={part}
          draft={drafts[part] ?? NOT_ASKED}
          error={place === 0 ? action.issues["asked"] : undefined}
          onChange={(draft) => setDrafts({ ...drafts, [part]: draft })}
        />
      ))}
      <ReasonField
        label={t`Private reason`}
        most={500}
        value={reason}
        error={action.issues["reason"]}
        onChange={setReason}
      />
    </ActSheet>
  );
}

interface PartAskedProps {
  readonly part: IdentityPart;
  readonly draft: AskedDraft;
  readonly error: string | undefined;
  readonly onChange: (draft: AskedDraft) => void;
}

function PartAsked({ part, draft, error, onChange }: PartAskedProps) {
  const name = askedPartWords(part);
  return (
    <div className="grid gap-2">
      <SelectField
        label={name}
        name={part}
        options={[
          { value: "", label: t({ message: "is fine", context: "a part of an identity check" }) },
          ...ASK_REASONS.map((value) => ({ value, label: reasonWords(value) })),
        ]}
        value={draft.reason}
        error={error}
        onValueChange={(reason) => onChange({ ...draft, reason })}
      />
      {draft.reason === "" ? null : (
        <TextField
          label={t`Note to the person`}
          aria-label={t`Note to the person about: ${name}`}
          name={`${part}-note`}
          autoComplete="off"
          dir="auto"
          maxLength={300}
          value={draft.note}
          onChange={(event) => onChange({ ...draft, note: event.target.value })}
        />
      )}
    </div>
  );
}
