import { Switch as Radix } from "radix-ui";
import { type ReactNode, useId } from "react";

interface SwitchFieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** A setting that is on or off, with its label on the left; takes effect at once. */
export function SwitchField({ label, hint, checked, onCheckedChange, disabled = false }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint === undefined ? null : (
          <p id={`${id}-hint`} className="text-sm text-ink-3">
            {hint}
          </p>
        )}
      </div>
      <Radix.Root
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        checked={checked}
        onCheckedChange={onCheckedChange}
        disabled={disabled}
        className="relative h-7 w-12 shrink-0 rounded-full border border-line-strong bg-surface-2 transition-colors duration-150 data-[state=checked]:border-accent data-[state=checked]:bg-accent-fill disabled:opacity-55"
      >
        <Radix.Thumb className="block size-5 translate-x-0.75 rounded-full bg-ink-2 transition-transform duration-150 data-[state=checked]:translate-x-5.5 data-[state=checked]:bg-accent-ink" />
      </Radix.Root>
    </div>
  );
}
