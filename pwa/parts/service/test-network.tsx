import { t } from "@lingui/core/macro";
import { FlaskConical } from "lucide-react";
import { classNames } from "#pwa/ui/class-names.ts";
import { useService } from "./use-service.ts";

/** The one sentence by which pretend money is known. */
export function testNetworkWords(): string {
  return t`Test network: this money is not real`;
}

/** Says so wherever the network is not the public one; nothing there. */
export function TestNetworkBand({ className }: { readonly className?: string }) {
  if (useService()?.network !== "test") return null;
  return (
    <p
      className={classNames(
        "flex items-center justify-center gap-2 bg-surface-2 px-4 py-1.5 text-center text-xs text-ink-2",
        className,
      )}
    >
      <FlaskConical aria-hidden="true" className="size-3.5 shrink-0" />
      {testNetworkWords()}
    </p>
  );
}
