import { Info } from "lucide-react";
import { useAtomValue } from "jotai";
import { Popover } from "radix-ui";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";

interface AsOfProps {
  /** Whose balance: its code, or "All balances". */
  readonly what: string;
  readonly ledger: number;
}

/** Says on demand, by tap or key, as of which ledger a balance is true and when this device heard of it. */
export function AsOf({ what, ledger }: AsOfProps) {
  const { state, lastSyncedAt } = useAtomValue(syncStatusAtom);
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={`${what}: as of which ledger`}
        className="inline-grid size-6 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-surface-2 hover:text-ink data-[state=open]:text-ink pointer-coarse:size-11"
      >
        <Info aria-hidden="true" className="size-4" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          sideOffset={4}
          collisionPadding={12}
          aria-label={`${what}: as of which ledger`}
          className="z-60 max-w-72 rounded-md border border-line bg-surface-2 px-3.5 py-3 text-sm text-ink shadow-overlay data-[state=open]:animate-fade-in"
        >
          <p className="font-medium">
            As of ledger <span className="numeric">{ledger.toLocaleString("en-US")}</span>
          </p>
          <p className="mt-1 text-ink-2">
            {state !== "offline" ? (
              "Nothing newer has changed it: this device is in touch with the server."
            ) : lastSyncedAt === null ? (
              "This device has not been in touch with the server yet."
            ) : (
              <>
                You are offline. This device was last in touch <TimeAgo at={lastSyncedAt} />.
              </>
            )}
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
