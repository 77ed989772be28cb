import type { ReactNode } from "react";
import { CONTROL_LOOK } from "#pwa/ui/field.tsx";
import { fieldText, typedText } from "#pwa/ui/typed-amount.ts";

interface PlainAmountProps {
  readonly name: string;
  /** What is typed into it, in words. */
  readonly children: ReactNode;
  /** As drafts have it, with the point of English. */
  readonly value: string;
  readonly onType: (text: string) => void;
}

/** A field for an amount or a price on the plain screens, in the marks of the language that is shown. */
export function PlainAmount({ name, children, value, onType }: PlainAmountProps) {
  return (
    <label className="min-w-0 grow basis-28 text-sm">
      {children}
      <input
        name={name}
        required
        inputMode="decimal"
        autoComplete="off"
        className={CONTROL_LOOK}
        value={fieldText(value)}
        onChange={(event) => onType(typedText(event.target.value))}
      />
    </label>
  );
}
