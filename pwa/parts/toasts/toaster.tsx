import { useAtomValue } from "jotai";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { loadToastRegion } from "./load-region.ts";
import { dismissToast, type ShownToast, toastAtom } from "./toasts.ts";

type Region = ComponentType<{
  readonly toast: ShownToast;
  readonly onOpenChange: (open: boolean) => void;
}>;

/** Holds the app and the one toast above it. */
export function Toaster({ children }: { readonly children: ReactNode }) {
  const toast = useAtomValue(toastAtom);
  // Not suspended on: React would keep the first one back for 300 ms, and who signs out sees it no longer than 500.
  const [Region, setRegion] = useState<Region | null>(null);
  const isWanted = toast !== null && Region === null;
  useEffect(() => {
    if (isWanted) void loadToastRegion().then((loaded) => setRegion(() => loaded));
  }, [isWanted]);
  return (
    <>
      {children}
      {toast === null || Region === null ? null : (
        <Region
          key={toast.id}
          toast={toast}
          onOpenChange={(open) => {
            if (!open) dismissToast(toast.id);
          }}
        />
      )}
    </>
  );
}
