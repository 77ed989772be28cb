import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";

interface SwitchFieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** A setting that is on or off, with its label before it; takes effect at once. */
export function SwitchField({ label, hint, checked, onCheckedChange, disabled = false }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 grow basis-32">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint === undefined ? null : (
          <p id={`${id}-hint`} className="text-sm text-ink-3">
            {hint}
          </p>
        )}
      </div>
      <Switch
        id={id}
        {...(hint === undefined ? {} : { "aria-describedby": `${id}-hint` })}
        checked={checked}
        onCheckedChange={onCheckedChange}
        disabled={disabled}
      />
    </div>
  );
}

interface SwitchProps extends Omit<ComponentProps<"button">, "type" | "role" | "onClick" | "children"> {
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
}

/** The switch alone, for where its name stands elsewhere: give it an `aria-label`. */
export function Switch({ className, checked, onCheckedChange, ...props }: SwitchProps) {
  return (
    <button
      {...props}
      type="button"
      role="switch"
      aria-checked={checked}
      onClick={() => onCheckedChange(!checked)}
      className={classNames(
        "group relative h-7 w-12 shrink-0 justify-self-center rounded-full border border-line-strong bg-surface-2 transition-colors duration-150",
        "aria-checked:border-accent aria-checked:bg-accent-fill disabled:opacity-55",
        className,
      )}
    >
      <span className="ms-0.75 block size-5 rounded-full bg-ink-2 transition-[margin] duration-150 group-aria-checked:ms-5.5 group-aria-checked:bg-accent-ink" />
    </button>
  );
}
