import { memo } from "react";
import { PaintedText } from "#pwa/parts/painting/painted-text.tsx";
import { classNames } from "#pwa/ui/class-names.ts";

interface RungLineProps {
  /** Whether the tab key stops here. */
  readonly isStop: boolean;
  readonly onPrice: (price: string) => void;
}

/** Prices have as much room as the longest of them needs, and both sides the same. */
export const LADDER_COLUMNS = "grid grid-cols-[minmax(0,1fr)_minmax(var(--price-room),1fr)_minmax(0,1fr)]";
/** Of the row's height: what stands in it changes the size of nothing. */
const CELL = "block h-full leading-6 whitespace-nowrap [contain:size_layout] pointer-coarse:leading-11";
const BAR = "absolute inset-0 -z-10";

/** A price for `openLadderPainter`. */
export const RungLine = memo(function RungLine({ isStop, onPrice }: RungLineProps) {
  return (
    <tr
      data-line=""
      className={classNames(
        LADDER_COLUMNS,
        "group relative h-6 grid-rows-[100%] items-stretch border-t border-line contain-strict hover:bg-surface-2 pointer-coarse:h-11",
      )}
    >
      <td className="relative isolate ps-2">
        <span data-bid-bar="" aria-hidden="true" className={`${BAR} origin-right bg-up-soft`} />
        <Own name="own-bid" className="start-0.5" />
        <PaintedText name="bid" className={CELL} />
      </td>
      <td className="bg-ground">
        <button
          type="button"
          data-rung=""
          tabIndex={isStop ? 0 : -1}
          onClick={({ currentTarget }) => onPrice(currentTarget.value)}
          className="block h-full w-full text-center font-medium text-ink-3 -outline-offset-2 group-data-last:bg-accent-soft group-data-[side=ask]:text-down group-data-[side=bid]:text-up after:absolute after:inset-0"
        >
          <PaintedText name="price" className={CELL} />
        </button>
      </td>
      <td className="pointer-events-none relative isolate pe-2 text-end">
        <span data-ask-bar="" aria-hidden="true" className={`${BAR} origin-left bg-down-soft`} />
        <PaintedText name="ask" className={CELL} />
        <Own name="own-ask" className="end-0.5" />
      </td>
    </tr>
  );
});

/** In the margin, so that it takes no room from the amount. */
function Own({ name, className }: { readonly name: string; readonly className: string }) {
  return (
    <span
      {...{ [`data-${name}`]: "" }}
      hidden
      aria-hidden="true"
      className={classNames("absolute top-1/2 size-1.5 -translate-y-1/2 rounded-full bg-brass", className)}
    />
  );
}
