import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EntryLineProps {
  readonly icon: LucideIcon;
  readonly title: ReactNode;
  /** Where it belongs. */
  readonly place?: string | undefined;
}

/** A screen or an action as a line of the palette. */
export function EntryLine({ icon: Icon, title, place }: EntryLineProps) {
  return (
    <div className="flex min-h-11 items-center gap-3 py-2 text-sm">
      <span aria-hidden="true" className="grid w-9 shrink-0 place-items-center text-ink-3">
        <Icon className="size-4.5" />
      </span>
      <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
      {place === undefined ? null : <span className="max-w-[45%] truncate text-ink-3">{place}</span>}
    </div>
  );
}
