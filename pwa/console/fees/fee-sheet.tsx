import { t } from "@lingui/core/macro";
import { useState } from "react";
import * as v from "valibot";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { TextField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Segments } from "#pwa/ui/segments.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { FEES_ENDPOINTS } from "#schemas/endpoints/fees.ts";
import { FeeRuleInput, type FeeRuleOutput } from "#schemas/fees.ts";
import { type FeeDraft, draftOf, ruleOf, timeOf } from "./fee-draft.ts";
import { comingWords, OPERATIONS, operationWords, previewWords } from "./fee-words.ts";

const FIELDS = ["feeValue", "minFee", "maxFee", "assetCode", "effectiveAt", "reason"];
const SAMPLES = ["1", "100", "10000"];

interface FeeSheetProps {
  /** Null for a new rule. */
  readonly former: FeeRuleOutput | null;
  readonly onClose: () => void;
}

/** A rule of fees, with what a change of it means for somebody. Where people may pay more by it, a second operator has to agree. */
export function FeeSheet({ former, onClose }: FeeSheetProps) {
  const [draft, setDraft] = useState(() => draftOf(former));
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();

  function save() {
    const time = timeOf(draft, nowMs());
    if (time === null) return action.refuse({ effectiveAt: t`Choose a time that lies ahead` });
    const read = readForm(FeeRuleInput, { ...ruleOf(draft), ...time, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const body = read.value;
      const answer =
        former === null
          ? await call(FEES_ENDPOINTS.createFeeRule, { body })
          : await call(FEES_ENDPOINTS.changeFeeRule, { params: { id: former.id }, body });
      tellOutcome(answer, body.effectiveAt === undefined ? t`The fee is set` : t`The fee is set for then`);
      askAgain();
      onClose();
    });
  }

  const id = former?.id ?? 0;
  return (
    <ActSheet
      title={former === null ? t`Add a rule of fees` : t`Change rule ${id}`}
      description={t`Where people may pay more by it, a second operator has to agree first.`}
      action={action}
      submit={t`Set the fee`}
      onSubmit={save}
      onClose={onClose}
    >
      <FeeFields draft={draft} issues={action.issues} onChange={setDraft} />
      <TimeField draft={draft} error={action.issues["effectiveAt"]} onChange={setDraft} />
      <Dropped former={former} />
      <Preview former={former} draft={draft} />
      <ReasonField
        hint={t`Operators read it.`}
        most={500}
        value={reason}
        error={action.issues["reason"]}
        onChange={setReason}
      />
    </ActSheet>
  );
}

interface FieldsProps {
  readonly draft: FeeDraft;
  readonly issues: Readonly<Record<string, string>>;
  readonly onChange: (draft: FeeDraft) => void;
}

function FeeFields({ draft, issues, onChange }: FieldsProps) {
  const { feeType, operationType, active } = draft;
  const field = (name: "feeValue" | "minFee" | "maxFee") => ({
    name,
    value: draft[name],
    error: issues[name],
    onType: (text: string) => onChange({ ...draft, [name]: text }),
  });
  return (
    <>
      <SelectField
        label={t({ message: "For", context: "what a fee is taken for" })}
        options={OPERATIONS.map((value) => ({ value, label: operationWords(value) }))}
        value={operationType}
        onValueChange={(value) => onChange({ ...draft, operationType: value })}
      />
      <Segments
        label={t`Kind of fee`}
        isWide
        items={[
          { value: "percent", label: t({ message: "Percentage", context: "kind of a fee" }) },
          { value: "flat", label: t({ message: "Fixed", context: "kind of a fee" }) },
        ]}
        value={feeType}
        onValueChange={(value) => onChange({ ...draft, feeType: value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DecimalField
          {...field("feeValue")}
          label={feeType === "percent" ? t`Percent` : t({ message: "Amount", context: "of a payment" })}
        />
        <TextField
          name="assetCode"
          label={t`Asset`}
          autoComplete="off"
          value={draft.assetCode}
          error={issues["assetCode"]}
          onChange={(event) => onChange({ ...draft, assetCode: event.target.value })}
        />
      </div>
      {feeType === "percent" ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <DecimalField {...field("minFee")} label={t`At least`} hint={t`Empty for no bound.`} />
          <DecimalField {...field("maxFee")} label={t`At most`} hint={t`Empty for no bound.`} />
        </div>
      ) : null}
      <SwitchField
        label={t({ message: "In force", context: "a rule" })}
        checked={active}
        onCheckedChange={(isActive) => onChange({ ...draft, active: isActive })}
      />
    </>
  );
}

interface TimeFieldProps {
  readonly draft: FeeDraft;
  readonly error: string | undefined;
  readonly onChange: (draft: FeeDraft) => void;
}

/** From when it holds; people read of a change to come before they confirm anything that it is about. */
function TimeField({ draft, error, onChange }: TimeFieldProps) {
  return (
    <>
      <Segments
        label={t`Holds`}
        isWide
        items={[
          { value: "now", label: t({ message: "At once", context: "from when a fee holds" }) },
          { value: "later", label: t({ message: "From a time on", context: "from when a fee holds" }) },
        ]}
        value={draft.isLater ? "later" : "now"}
        onValueChange={(value) => onChange({ ...draft, isLater: value === "later" })}
      />
      {draft.isLater ? (
        <TextField
          label={t({ message: "From", context: "from when a fee holds" })}
          name="effectiveAt"
          type="datetime-local"
          hint={t`By your own clock. Until then people read of it before they confirm.`}
          value={draft.from}
          error={error}
          onChange={(event) => onChange({ ...draft, from: event.target.value })}
        />
      ) : null}
    </>
  );
}

function Dropped({ former }: Pick<FeeSheetProps, "former">) {
  if (former?.next == null) return null;
  const coming = comingWords(former.next);
  return <Notice tone="warn">{t`This takes the place of what was to come for this rule: ${coming}.`}</Notice>;
}

/** What it means for somebody, as soon as what is typed is a rule. */
function Preview({ former, draft }: { readonly former: FeeRuleOutput | null; readonly draft: FeeDraft }) {
  const time = timeOf(draft, nowMs());
  const rule = v.safeParse(FeeRuleInput, { ...ruleOf(draft), ...time, reason: "-" });
  if (!rule.success || time === null) return null;
  return (
    <Notice>
      <ul className="flex flex-col gap-1">
        {SAMPLES.map((amount) => (
          <li key={amount}>{previewWords({ former, rule: rule.output, ...time }, amount)}</li>
        ))}
      </ul>
    </Notice>
  );
}
