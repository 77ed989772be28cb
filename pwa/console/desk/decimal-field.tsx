import type { ReactNode } from "react";
import { TextField } from "#pwa/ui/field.tsx";
import { fieldText, plainAmount, typedText } from "#pwa/ui/typed-amount.ts";

interface DecimalFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** As typed, with the point of English. */
  readonly value: string;
  readonly error: string | undefined;
  readonly disabled?: boolean;
  readonly onChange: (text: string) => void;
}

/** A decimal number as an operator types it, in the marks of the language that is shown. */
export function DecimalField({ value, onChange, ...field }: DecimalFieldProps) {
  return (
    <TextField
      {...field}
      autoComplete="off"
      inputMode="decimal"
      value={fieldText(value)}
      onChange={(event) => onChange(typedText(event.target.value))}
    />
  );
}

/** What was typed as a schema reads it: digits and a point. What could be read in two ways stays as it is, and is refused. */
export function plainDecimal(typed: string): string {
  const plain = plainAmount(typed);
  return "text" in plain ? plain.text : typed.trim();
}
