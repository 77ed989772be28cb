import { t } from "@lingui/core/macro";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Sheet } from "#pwa/ui/sheet.tsx";

interface RowPanelProps {
  readonly title: string;
  readonly isDesk: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The open row: beside the list at a desk, in a sheet on a phone. */
export function RowPanel({ title, isDesk, onClose, children }: RowPanelProps) {
  if (isDesk)
    return (
      <Beside title={title} onClose={onClose}>
        {children}
      </Beside>
    );
  return (
    <Sheet title={title} onClose={onClose}>
      {children}
    </Sheet>
  );
}

function Beside({ title, onClose, children }: Omit<RowPanelProps, "isDesk">) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Who opened the row by its line reads on here; who walks through the lines stays there (`use-console-keys.ts`).
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement.dataset["row"] !== undefined && !isWalking(activeElement))
      heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <aside
      aria-label={title}
      className="sticky top-18 max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-lg border border-line bg-surface p-4 shadow-raised"
    >
      <header className="mb-3 flex items-start justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
          {title}
        </h2>
        <button
          type="button"
          aria-label={t({ message: "Close", context: "button" })}
          onClick={onClose}
          className="-mt-2 -me-2 grid size-10 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-surface-2 hover:text-ink"
        >
          <X aria-hidden="true" className="size-4.5" />
        </button>
      </header>
      {children}
    </aside>
  );
}

/** Whether the focus came to a line by the keys that lead from one to the next. */
function isWalking(line: HTMLElement): boolean {
  return line.dataset["walked"] !== undefined;
}
