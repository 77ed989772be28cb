import { Trans } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Search } from "lucide-react";
import { openPalette, paletteAtom } from "./palette-open.ts";
import { isApple, shortcutText } from "./shortcut.ts";

/** The way to the palette in the header: it looks like a field where there is room for one. */
export function PaletteButton({ onReach }: { readonly onReach: () => void }) {
  const isOpen = useAtomValue(paletteAtom) === "open";
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-keyshortcuts={isApple() ? "Meta+K" : "Control+K"}
      onPointerEnter={onReach}
      onClick={openPalette}
      className="flex size-11 shrink-0 items-center justify-center gap-2 rounded-md text-ink-2 transition-colors duration-150 hover:bg-surface-2 hover:text-ink md:h-9 md:w-56 md:justify-start md:border md:border-line md:bg-surface md:px-3 md:text-ink-3 md:pointer-coarse:h-11"
    >
      <Search aria-hidden="true" className="size-5 shrink-0 md:size-4" />
      <span className="sr-only md:not-sr-only md:flex-1 md:text-start md:text-sm">
        <Trans>Search</Trans>
      </span>
      <kbd
        aria-hidden="true"
        className="hidden rounded-sm border border-line px-1.5 font-mono text-xs md:pointer-fine:block"
      >
        {shortcutText()}
      </kbd>
    </button>
  );
}
