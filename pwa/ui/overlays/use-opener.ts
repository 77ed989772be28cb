import { useState } from "react";

/** What a dialog tells when it takes the focus, and when it is gone. */
interface FocusHandlers {
  readonly onOpenAutoFocus: () => void;
  readonly onCloseAutoFocus: (event: Event) => void;
}

/**
 * Gives the focus back to what had it when a dialog opened: dialogs that are opened by state have no trigger that Radix could
 * return to, and whoever uses a keyboard would begin again at the top of the page. Where something else took it, it stays there.
 */
export function useOpener(): FocusHandlers {
  const [handlers] = useState(makeHandlers);
  return handlers;
}

function makeHandlers(): FocusHandlers {
  let opener: Element | null = null;
  return {
    onOpenAutoFocus: () => {
      opener = document.activeElement;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const isFree = document.activeElement === null || document.activeElement === document.body;
      if (isFree && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
  };
}
