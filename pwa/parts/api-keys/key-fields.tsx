import { t } from "@lingui/core/macro";
import { Field, TextField, Textarea } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";

interface KeyFieldProps {
  readonly value: string;
  readonly issue: string | undefined;
  readonly onChange: (text: string) => void;
}

/** What a key is called that is being made. */
export function KeyNameField({ value, issue, onChange }: KeyFieldProps) {
  return (
    <TextField
      label={t({ message: "Name", context: "of an API key" })}
      name="name"
      autoComplete="off"
      maxLength={64}
      hint={t`So that you recognise it in the list.`}
      value={value}
      error={issue}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Something that a key may be for. */
export interface KeyScopeChoice {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

interface KeyScopesFieldProps {
  readonly legend: string;
  readonly choices: readonly KeyScopeChoice[];
  readonly issue: string | undefined;
}

/** What a key is for: one thing at least. */
export function KeyScopesField({ legend, choices, issue }: KeyScopesFieldProps) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="text-sm font-medium text-ink-2">{legend}</legend>
      {choices.map(({ name, label, hint, isOn, onChange }) => (
        <SwitchField key={name} label={label} hint={hint} checked={isOn} onCheckedChange={onChange} />
      ))}
      {issue === undefined ? null : <Notice tone="error">{issue}</Notice>}
    </fieldset>
  );
}

interface KeyDaysFieldProps {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (days: string) => void;
}

/** For how long it holds. */
export function KeyDaysField({ options, value, onChange }: KeyDaysFieldProps) {
  return <SelectField label={t`It holds for`} options={options} value={value} onValueChange={onChange} />;
}

/** From where it may be used: one address or network a line. */
export function KeyAddressesField({ value, issue, onChange }: KeyFieldProps) {
  return (
    <Field
      label={t`Only from these addresses (optional)`}
      hint={t`Where your program runs, such as 192.0.2.7 or 2001:db8::/32, one on each line. Empty for anywhere.`}
      error={issue}
    >
      {(control) => (
        <Textarea
          {...control}
          name="addresses"
          rows={2}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-sm"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
