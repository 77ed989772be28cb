import type { ReactNode } from "react";
import { classNames } from "#pwa/ui/class-names.ts";

export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="divide-y divide-line border-t border-line first:border-t-0">{children}</dl>;
}

interface FactProps {
  readonly label: string;
  readonly isBad?: boolean;
  readonly children: ReactNode;
}

/** One line of figures: what, and how much. */
export function Fact({ label, isBad = false, children }: FactProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2 text-sm">
      <dt className="text-ink-2">{label}</dt>
      <dd className={classNames("numeric text-end font-medium", isBad && "text-warn")}>{children}</dd>
    </div>
  );
}
