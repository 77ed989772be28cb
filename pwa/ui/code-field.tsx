import { t } from "@lingui/core/macro";
import { TextField } from "./field.tsx";
import { westernDigits } from "./western-digits.ts";

interface CodeFieldProps {
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (code: string) => void;
}

/** The code of an authenticator app, or a recovery code. */
export function CodeField({ value, error, onChange }: CodeFieldProps) {
  return (
    <TextField
      label={t`Code of your authenticator app`}
      name="code"
      // Phones offer the code they were sent or hold; a recovery code has letters, so no digits-only keyboard.
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={24}
      value={value}
      error={error}
      hint={t`Six digits, or one of your recovery codes.`}
      onChange={(event) => onChange(westernDigits(event.target.value))}
    />
  );
}
