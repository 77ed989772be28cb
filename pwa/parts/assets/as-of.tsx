import { Info } from "lucide-react";
import { useRef, useState } from "react";
import { later } from "#pwa/ui/later.tsx";

const AsOfPopover = later(async () => (await import("./as-of-popover.tsx")).AsOfPopover);

interface AsOfProps {
  /** Whose balance: its code, or "All balances". */
  readonly what: string;
  readonly ledger: number;
}

/** Says on demand, by tap or key, as of which ledger a balance is true and when this device heard of it. */
export function AsOf({ what, ledger }: AsOfProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const label = `${what}: as of which ledger`;
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen((was) => !was)}
        className="inline-grid size-6 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-surface-2 hover:text-ink aria-expanded:text-ink pointer-coarse:size-11"
      >
        <Info aria-hidden="true" className="size-4" />
      </button>
      {isOpen ? <AsOfPopover label={label} ledger={ledger} anchor={button} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
