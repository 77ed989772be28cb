import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import type { FormIssues } from "#pwa/parts/forms/form-issues.ts";
import { Button } from "#pwa/ui/button.tsx";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { API_KEY_MOST_ALLOWED } from "#schemas/api-keys.ts";
import { type KeyForm, NO_RECIPIENT, recipientField, type TypedRecipient } from "./key-form.ts";

const MEMO_KINDS = [
  {
    value: "text",
    get label() {
      return t`A text`;
    },
  },
  {
    value: "id",
    get label() {
      return t`A number`;
    },
  },
  {
    value: "hash",
    get label() {
      return t`A hash`;
    },
  },
] as const;

interface PayFieldsProps {
  readonly form: KeyForm;
  readonly issues: FormIssues;
  readonly onChange: (fields: Partial<KeyForm>) => void;
}

/** Whom a key pays, and how much. Neither can be changed later. */
export function PayFields({ form, issues, onChange }: PayFieldsProps) {
  const { recipients } = form;
  const put = (index: number, fields: Partial<TypedRecipient>) =>
    onChange({ recipients: recipients.map((each, at) => (at === index ? { ...each, ...fields } : each)) });
  return (
    <>
      <DecimalField
        label={t`Within 24 hours, in USD`}
        hint={t`Where no price is known, XLM count instead; of an asset that nobody prices, its own units.`}
        name="dailyLimit"
        value={form.dailyLimit}
        error={issues["dailyLimit"]}
        onType={(text) => onChange({ dailyLimit: text })}
      />
      {recipients.map((recipient, index) => (
        <RecipientFields
          // oxlint-disable-next-line react/no-array-index-key -- nothing tells the lines of a form apart but their place.
          key={index}
          index={index}
          recipient={recipient}
          issues={issues}
          onChange={(fields) => put(index, fields)}
          onRemove={
            recipients.length === 1 ? null : () => onChange({ recipients: recipients.filter((_, at) => at !== index) })
          }
        />
      ))}
      {recipients.length < API_KEY_MOST_ALLOWED ? (
        <div>
          <Button variant="secondary" size="sm" onClick={() => onChange({ recipients: [...recipients, NO_RECIPIENT] })}>
            <Plus aria-hidden="true" className="size-4" />
            <Trans>Another recipient</Trans>
          </Button>
        </div>
      ) : null}
    </>
  );
}

interface RecipientFieldsProps {
  readonly index: number;
  readonly recipient: TypedRecipient;
  readonly issues: FormIssues;
  readonly onChange: (fields: Partial<TypedRecipient>) => void;
  readonly onRemove: (() => void) | null;
}

function RecipientFields({ index, recipient, issues, onChange, onRemove }: RecipientFieldsProps) {
  const number = index + 1;
  const bind = (field: "label" | "address" | "memo") => ({
    name: recipientField(index, field),
    autoComplete: "off",
    value: recipient[field],
    error: issues[recipientField(index, field)],
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  });
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-medium text-ink-2">{t`Recipient ${number}`}</legend>
      <TextField label={t({ message: "Name", context: "of an address" })} maxLength={100} {...bind("label")} />
      <TextField
        label={t`Stellar address`}
        autoCapitalize="none"
        spellCheck={false}
        inputClassName="font-mono text-sm"
        hint={t`It starts with G or M. An M address stands for the one number in it.`}
        {...bind("address")}
      />
      <TextField
        label={t`Memo (optional)`}
        maxLength={64}
        hint={t`Payments go through with exactly this memo, and without one where this is empty.`}
        {...bind("memo")}
      />
      {recipient.memo === "" ? null : (
        <SelectField
          label={t`Kind of memo`}
          options={MEMO_KINDS}
          value={recipient.memoType}
          onValueChange={(memoType) => onChange({ memoType })}
        />
      )}
      {onRemove === null ? null : (
        <div>
          <Button variant="ghost" size="sm" onClick={onRemove}>
            <Trans>Remove this recipient</Trans>
          </Button>
        </div>
      )}
    </fieldset>
  );
}
