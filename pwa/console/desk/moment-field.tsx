import { TextField } from "#pwa/ui/field.tsx";

interface MomentFieldProps {
  readonly label: string;
  readonly hint?: string;
  /** As the field has it, such as `2026-02-28T14:30`. */
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (typed: string) => void;
}

/** A day and a time of where this device is. */
export function MomentField({ hint, onChange, ...props }: MomentFieldProps) {
  return (
    <TextField
      {...props}
      {...(hint !== undefined && { hint })}
      type="datetime-local"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** What such a field says, as an instant; null for what is none. */
export function momentOf(typed: string): string | null {
  const date = new Date(typed);
  return typed === "" || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** A moment (ms since the epoch) as such a field has it, to the minute. */
export function typedMoment(instantMs: number): string {
  const date = new Date(instantMs);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
