import { t } from "@lingui/core/macro";
import { dollars } from "#pwa/parts/affiliate/dollars.ts";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { scheduleWords } from "#pwa/parts/affiliate/payout-words.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { AffiliateTermsInput } from "#schemas/affiliate-desk.ts";
import { PayoutSchedule, RewardType } from "#schemas/affiliate.ts";
import { AFFILIATE_DESK_ENDPOINTS } from "#schemas/endpoints/affiliate-desk.ts";
import { rewardTypeText } from "./affiliate-desk-words.ts";
import { type DeskTerms, draftOf, previewOf, type TermsDraft, termsOf } from "./terms-draft.ts";

const FIELDS = ["levels", "minPayout", "holdDays", "assetCode", "issuer", "fourEyesAbove", "reason"];

interface TermsSheetProps {
  /** Null before there were any. */
  readonly former: DeskTerms | null;
  readonly onClose: () => void;
}

/** The terms of the programme, with what they would give. */
export function TermsSheet({ former, onClose }: TermsSheetProps) {
  const [draft, setDraft] = useState(() => draftOf(former));
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  function save() {
    const read = readForm(AffiliateTermsInput, termsOf(draft, reason));
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      tellOutcome(await call(AFFILIATE_DESK_ENDPOINTS.setAffiliateTerms, { body: read.value }), t`The terms are set`);
      askAgain();
      onClose();
    });
  }
  const props = { draft, issues: action.issues, onChange: setDraft };
  return (
    <ActSheet
      title={t`Terms of the affiliate programme`}
      description={t`They count for what happens from then on. What promises more of the house's money takes a second operator.`}
      action={action}
      submit={t`Set the terms`}
      onSubmit={save}
      onClose={onClose}
    >
      <RewardFields {...props} />
      <PayoutFields {...props} />
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}

interface FieldsProps {
  readonly draft: TermsDraft;
  readonly issues: Readonly<Record<string, string>>;
  readonly onChange: (draft: TermsDraft) => void;
}

type TextName = "levels" | "minPayout" | "holdDays" | "assetCode" | "issuer" | "fourEyesAbove";

function textOf({ draft, issues, onChange }: FieldsProps, name: TextName) {
  return {
    name,
    value: draft[name],
    error: issues[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange({ ...draft, [name]: event.target.value }),
  };
}

function decimalOf({ draft, issues, onChange }: FieldsProps, name: TextName) {
  const onType = (text: string) => onChange({ ...draft, [name]: text });
  return { name, value: draft[name], error: issues[name], onType };
}

function RewardFields(props: FieldsProps) {
  const { draft, onChange } = props;
  const isFlat = draft.rewardType === "flat";
  return (
    <>
      <SwitchField
        label={t({ message: "Open", context: "the affiliate programme" })}
        hint={t`While it is closed nothing is earned and nobody is brought. What was earned is paid.`}
        checked={draft.active}
        onCheckedChange={(active) => onChange({ ...draft, active })}
      />
      <SelectField
        label={t`Kind of reward`}
        options={RewardType.options.map((value) => ({ value, label: rewardTypeText(value) }))}
        value={draft.rewardType}
        onValueChange={(rewardType) => onChange({ ...draft, rewardType })}
      />
      <TextField
        label={isFlat ? t`Dollars, level by level` : t`Percent, level by level`}
        hint={t`The nearest first, with spaces between; one number for one level.`}
        dir="ltr"
        autoComplete="off"
        {...textOf(props, "levels")}
      />
      <Preview draft={draft} />
      <TextField
        label={t`Days held`}
        hint={t`What was earned can be paid after so many days.`}
        inputMode="numeric"
        {...textOf(props, "holdDays")}
      />
    </>
  );
}

function Preview({ draft }: Pick<FieldsProps, "draft">) {
  const preview = previewOf(draft);
  if (preview === null) return null;
  const given = preview.levels.map((amount) => dollars(amount)).join(" · ");
  const cover = preview.cover === null ? null : dollars(preview.cover);
  return (
    <Notice>
      {cover === null
        ? t`Of $100 of collected fees: ${given}`
        : t`For each person: ${given}, once ${cover} were collected from them in fees`}
    </Notice>
  );
}

function PayoutFields(props: FieldsProps) {
  const { draft, onChange } = props;
  return (
    <>
      <SelectField
        label={t`Payouts are made`}
        options={PayoutSchedule.options.map((value) => ({ value, label: scheduleWords(value) }))}
        value={draft.payoutSchedule}
        onValueChange={(payoutSchedule) => onChange({ ...draft, payoutSchedule })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DecimalField label={t`Least payout, in USD`} {...decimalOf(props, "minPayout")} />
        <DecimalField
          label={t`Two operators above, in USD`}
          hint={t`All payouts that are made together.`}
          {...decimalOf(props, "fourEyesAbove")}
        />
        <TextField label={t`Paid in`} autoComplete="off" {...textOf(props, "assetCode")} />
        <TextField label={t`Issuer, empty for XLM`} autoComplete="off" {...textOf(props, "issuer")} />
      </div>
    </>
  );
}
