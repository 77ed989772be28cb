import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import type { StepProps } from "./form-steps.ts";
import type { DraftField as Field, PoolDraft } from "./pool-draft.ts";

interface DraftFieldProps extends StepProps {
  readonly name: Exclude<Field, "referenceKind">;
  readonly label: string;
  readonly hint: string;
}

/** A number of the form, with what stands against it. */
export function DraftField({ draft, problems, onDraft, name, label, hint }: DraftFieldProps) {
  return (
    <DecimalField
      name={name}
      label={label}
      hint={hint}
      inputClassName="numeric"
      value={draft[name]}
      error={problems[name]}
      onType={(text) => onDraft({ ...draft, [name]: text } satisfies PoolDraft)}
    />
  );
}
