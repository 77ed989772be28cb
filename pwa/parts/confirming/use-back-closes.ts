import { useBlocker } from "@tanstack/react-router";

/**
 * While a review is open, the browser's or the phone's Back closes it as its cross does, and what was typed stays behind it.
 * Where it may not be closed, Back leaves as ever: nothing holds a person on a page.
 */
export function useBackCloses(onClose: () => void, mayClose: boolean): void {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== "BACK") return false;
      onClose();
      return true;
    },
    disabled: !mayClose,
    enableBeforeUnload: false,
  });
}
