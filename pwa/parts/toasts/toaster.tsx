import { useAtomValue } from "jotai";
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { useLanguage } from "#pwa/platform/language/show-language.ts";
import { loadToastRegion } from "./load-region.ts";
import { dismissAll, dismissToast, type ShownToast, toastAtom } from "./toasts.ts";

type Region = ComponentType<{
  readonly toast: ShownToast;
  readonly onOpenChange: (open: boolean) => void;
}>;

/** Holds the app and the one toast above it. */
export function Toaster({ children }: { readonly children: ReactNode }) {
  const toast = useAtomValue(toastAtom);
  // Not suspended on: React would keep the first one back for 300 ms, and a page that is left then shows it no longer than 500.
  const [Region, setRegion] = useState<Region | null>(null);
  const isWanted = toast !== null && Region === null;
  useEffect(() => {
    if (isWanted) void loadToastRegion().then((loaded) => setRegion(() => loaded));
  }, [isWanted]);
  const language = useLanguage();
  const worded = useRef(language);
  useEffect(() => {
    if (worded.current === language) return;
    worded.current = language;
    // It was worded in the former language; what happened stands under the bell.
    dismissAll();
  }, [language]);
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
