import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Info } from "lucide-react";
import { useRef, useState } from "react";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { later } from "#pwa/ui/later.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { formatCount } from "#pwa/ui/format.ts";

const AnchoredPopover = later(async () => (await import("#pwa/ui/overlays/anchored-popover.tsx")).AnchoredPopover);

interface AsOfProps {
  /** Whose balance: its code, or "All balances". */
  readonly what: string;
  readonly ledger: number;
}

/** Says on demand, by tap or key, as of which ledger a balance is true and when this device heard of it. */
export function AsOf({ what, ledger }: AsOfProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const label = t`${what}: as of which ledger`;
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
      {isOpen ? (
        <AnchoredPopover label={label} anchor={button} onClose={() => setOpen(false)}>
          <AsOfWords ledger={ledger} />
        </AnchoredPopover>
      ) : null}
    </>
  );
}

/** As of which ledger something is true, and since when nothing newer is known. */
function AsOfWords({ ledger }: Pick<AsOfProps, "ledger">) {
  const { state, lastSyncedAt } = useAtomValue(syncStatusAtom);
  const number = formatCount(ledger);
  return (
    <>
      <p className="font-medium">
        <Trans>
          As of ledger <span className="numeric">{number}</span>
        </Trans>
      </p>
      <p className="mt-1 text-ink-2">
        {state !== "offline" ? (
          t`Nothing newer has changed it: this device is in touch with the server.`
        ) : lastSyncedAt === null ? (
          t`This device has not been in touch with the server yet.`
        ) : (
          <Trans>
            This device was last in touch with the server <TimeAgo at={lastSyncedAt} />.
          </Trans>
        )}
      </p>
    </>
  );
}
