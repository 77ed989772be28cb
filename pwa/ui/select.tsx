import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { CONTROL_LOOK, Field } from "./field.tsx";

export interface SelectOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

interface SelectProps<Value extends string> extends Omit<
  ComponentProps<"select">,
  "value" | "onChange" | "children" | "className"
> {
  readonly options: readonly SelectOption<Value>[];
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
}

/** The platform's own picker: on phones nothing is quicker to use or better announced. */
export function Select<const Value extends string>({ options, value, onValueChange, ...rest }: SelectProps<Value>) {
  return (
    <div className="relative">
      <select
        {...rest}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onValueChange(chosen.value);
        }}
        className={classNames(CONTROL_LOOK, "appearance-none pe-10")}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-ink-3"
      />
    </div>
  );
}

interface SelectFieldProps<Value extends string> extends SelectProps<Value> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

export function SelectField<const Value extends string>({ label, hint, error, ...select }: SelectFieldProps<Value>) {
  return (
    <Field label={label} error={error} {...(hint === undefined ? {} : { hint })}>
      {(control) => <Select {...select} {...control} />}
    </Field>
  );
}
