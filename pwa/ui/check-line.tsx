import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface CheckLineProps {
  readonly checked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Something that is said by ticking it, as one line that can be tapped anywhere. */
export function CheckLine({ checked, onChange, className, children }: CheckLineProps) {
  return (
    <label className={classNames("flex min-h-11 cursor-pointer items-center gap-2.5 text-sm font-medium", className)}>
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-accent-fill"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
