import { t } from "@lingui/core/macro";
import { Field, TextField, Textarea } from "#pwa/ui/field.tsx";

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
