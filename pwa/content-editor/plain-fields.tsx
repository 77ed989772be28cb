import { t } from "@lingui/core/macro";
import { TextField } from "#pwa/ui/field.tsx";
import { SelectField, type SelectOption } from "#pwa/ui/select.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { type Change, useIssue, useWriting } from "./writing.ts";

interface OrderFieldProps {
  readonly label: string;
  readonly path: string;
  readonly value: number;
  readonly onChange: Change<number>;
}

const MOST_ORDER = 9999;

/** A place among others: the smaller comes first. */
export function OrderField({ label, path, value, onChange }: OrderFieldProps) {
  const { isReadOnly } = useWriting();
  const issue = useIssue(path);
  return (
    <TextField
      label={label}
      hint={t`The smallest number comes first.`}
      error={issue}
      inputMode="numeric"
      dir="ltr"
      maxLength={4}
      readOnly={isReadOnly}
      data-path={path}
      value={String(value)}
      onChange={(event) => onChange(Math.min(MOST_ORDER, Number(event.target.value.replaceAll(/\D/g, ""))), path)}
    />
  );
}

interface ShownFieldProps {
  readonly isActive: boolean;
  readonly onChange: Change<boolean>;
}

/** Whether readers see it at all. */
export function ShownField({ isActive, onChange }: ShownFieldProps) {
  const { isReadOnly } = useWriting();
  return (
    <SwitchField
      label={t({ message: "Shown", context: "a text or a menu, to everybody" })}
      checked={isActive}
      disabled={isReadOnly}
      onCheckedChange={(next) => onChange(next, null)}
    />
  );
}

interface MomentFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly path: string;
  /** Null for none. */
  readonly value: string | null;
  readonly onChange: Change<string | null>;
}

/** A moment by the writer's own clock. */
export function MomentField({ label, hint, path, value, onChange }: MomentFieldProps) {
  const { isReadOnly } = useWriting();
  const issue = useIssue(path);
  return (
    <TextField
      label={label}
      {...(hint !== undefined && { hint })}
      error={issue}
      type="datetime-local"
      readOnly={isReadOnly}
      data-path={path}
      value={value === null ? "" : localMoment(value)}
      onChange={(event) => {
        const at = new Date(event.target.value);
        onChange(Number.isNaN(at.getTime()) ? null : at.toISOString(), path);
      }}
    />
  );
}

function localMoment(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly options: readonly SelectOption<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export function ChoiceField<const Value extends string>({ label, options, value, onChange }: ChoiceFieldProps<Value>) {
  const { isReadOnly } = useWriting();
  return <SelectField label={label} options={options} value={value} disabled={isReadOnly} onValueChange={onChange} />;
}
