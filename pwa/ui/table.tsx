import { type ComponentProps, type ReactNode, useRef } from "react";
import { classNames } from "./class-names.ts";
import { useIsScrollStop } from "./use-is-scroll-stop.ts";

/** A table that scrolls inside itself where the screen is too narrow, by keys too. `caption` names it for screen readers. */
export function Table({ caption, children }: { readonly caption: string; readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const isStop = useIsScrollStop(frame, table);
  return (
    <div
      ref={frame}
      {...(isStop ? { tabIndex: 0, role: "group", "aria-label": caption } : {})}
      className="w-full overflow-x-auto"
    >
      <table ref={table} className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

interface CellProps {
  readonly numeric?: boolean;
}

export function HeadCell({ numeric = false, className, ...props }: ComponentProps<"th"> & CellProps) {
  return (
    <th
      scope="col"
      {...props}
      className={classNames(
        "border-b border-line px-3 py-2 text-xs font-medium whitespace-nowrap text-ink-3 first:ps-0 last:pe-0",
        numeric ? "text-end" : "text-start",
        className,
      )}
    />
  );
}

export function Cell({ numeric = false, className, ...props }: ComponentProps<"td"> & CellProps) {
  return (
    <td
      {...props}
      className={classNames(
        "border-b border-line px-3 py-3 align-middle first:ps-0 last:pe-0",
        numeric && "numeric text-end",
        className,
      )}
    />
  );
}
