import { t } from "@lingui/core/macro";
import { memo } from "react";
import { classNames } from "#pwa/ui/class-names.ts";
import { commaList } from "#pwa/parts/trading/comma-list.ts";

interface RungLineProps {
  readonly price: string;
  readonly priceText: string;
  readonly bid: string;
  readonly ask: string;
  /** Of the largest amount in sight, in percent. */
  readonly bidShare: number;
  readonly askShare: number;
  readonly isOwnBid: boolean;
  readonly isOwnAsk: boolean;
  /** Whether it was traded here last. */
  readonly isLast: boolean;
  /** Whether the tab key stops here. */
  readonly isStop: boolean;
  readonly onPrice: (price: string) => void;
}

/** Prices have as much room as the longest of them needs, and both sides the same. */
export const LADDER_COLUMNS = "grid grid-cols-[minmax(0,1fr)_minmax(var(--price-room),1fr)_minmax(0,1fr)]";

/** Plain values only, so that a price whose figures stayed is not drawn again. */
export const RungLine = memo(function RungLine(props: RungLineProps) {
  const { price, priceText, bid, ask, bidShare, askShare, isOwnBid, isOwnAsk, isLast, isStop, onPrice } = props;
  return (
    <tr
      className={classNames(
        LADDER_COLUMNS,
        "relative h-6 items-stretch border-t border-line contain-strict hover:bg-surface-2 pointer-coarse:h-11",
      )}
    >
      <td
        className="relative bg-linear-to-l from-up-soft to-up-soft bg-right bg-no-repeat ps-2 whitespace-nowrap leading-6 pointer-coarse:leading-11"
        style={{ backgroundSize: `${bidShare}% 100%` }}
      >
        {isOwnBid ? <Own className="start-0.5" /> : null}
        {bid}
      </td>
      <td className="bg-ground">
        <button
          type="button"
          data-rung=""
          tabIndex={isStop ? 0 : -1}
          aria-label={t`${price}, ${{ offered: wordsOf(props) }}: use this price`}
          onClick={() => onPrice(price)}
          className={classNames(
            "block h-full w-full text-center whitespace-nowrap font-medium -outline-offset-2 after:absolute after:inset-0",
            bid !== "" ? "text-up" : ask !== "" ? "text-down" : "text-ink-3",
            isLast && "bg-accent-soft",
          )}
        >
          {priceText}
        </button>
      </td>
      <td
        className="relative bg-linear-to-r from-down-soft to-down-soft bg-left bg-no-repeat pe-2 text-end whitespace-nowrap leading-6 pointer-coarse:leading-11"
        style={{ backgroundSize: `${askShare}% 100%` }}
      >
        {ask}
        {isOwnAsk ? <Own className="end-0.5" /> : null}
      </td>
    </tr>
  );
});

/** In the margin, so that it takes no room from the amount. */
function Own({ className }: { readonly className: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames("absolute top-1/2 size-1.5 -translate-y-1/2 rounded-full bg-brass", className)}
    />
  );
}

function wordsOf({ bid, ask, isOwnBid, isOwnAsk, isLast }: RungLineProps): string {
  return commaList([
    bid === "" ? "" : isOwnBid ? t`${bid} bid for, yours among them` : t`${bid} bid for`,
    ask === "" ? "" : isOwnAsk ? t`${ask} offered, yours among them` : t`${ask} offered`,
    bid === "" && ask === "" ? t`nothing offered` : "",
    isLast ? t`traded here last` : "",
  ]);
}
