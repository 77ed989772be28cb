import type { ComponentProps } from "react";
import { TextField } from "./field.tsx";
import { fieldText, typedText } from "./typed-amount.ts";

type DecimalFieldProps = Omit<ComponentProps<typeof TextField>, "value" | "onChange" | "inputMode"> & {
  /** As drafts have it, with the point of English. */
  readonly value: string;
  readonly onType: (text: string) => void;
};

/** A field for an amount, a price or a percentage, shown and read in the marks of the language that is shown. */
export function DecimalField({ value, onType, ...field }: DecimalFieldProps) {
  return (
    <TextField
      autoComplete="off"
      {...field}
      inputMode="decimal"
      value={fieldText(value)}
      onChange={(event) => onType(typedText(event.target.value))}
    />
  );
}
