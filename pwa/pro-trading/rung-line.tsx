import { memo } from "react";
import { classNames } from "#pwa/ui/class-names.ts";

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

/** Plain values only, so that a price whose figures stayed is not drawn again. */
export const RungLine = memo(function RungLine(props: RungLineProps) {
  const { price, priceText, bid, ask, bidShare, askShare, isOwnBid, isOwnAsk, isLast, isStop, onPrice } = props;
  return (
    <tr className="relative grid h-6 grid-cols-[1fr_1.2fr_1fr] items-stretch border-t border-line contain-strict hover:bg-surface-2 pointer-coarse:h-11">
      <td
        className="truncate bg-linear-to-l from-up-soft to-up-soft bg-right bg-no-repeat pl-2 leading-6 pointer-coarse:leading-11"
        style={{ backgroundSize: `${bidShare}% 100%` }}
      >
        {isOwnBid ? <Own /> : null}
        {bid}
      </td>
      <td className="bg-ground">
        <button
          type="button"
          data-rung=""
          tabIndex={isStop ? 0 : -1}
          aria-label={`${price}, ${wordsOf(props)}: use this price`}
          onClick={() => onPrice(price)}
          className={classNames(
            "block h-full w-full truncate text-center font-medium -outline-offset-2 after:absolute after:inset-0",
            bid !== "" ? "text-up" : ask !== "" ? "text-down" : "text-ink-3",
            isLast && "bg-accent-soft",
          )}
        >
          {priceText}
        </button>
      </td>
      <td
        className="truncate bg-linear-to-r from-down-soft to-down-soft bg-left bg-no-repeat pr-2 text-right leading-6 pointer-coarse:leading-11"
        style={{ backgroundSize: `${askShare}% 100%` }}
      >
        {ask}
        {isOwnAsk ? <Own /> : null}
      </td>
    </tr>
  );
});

function Own() {
  return <span aria-hidden="true" className="mx-1 inline-block size-1.5 rounded-full bg-brass align-middle" />;
}

function wordsOf({ bid, ask, isOwnBid, isOwnAsk, isLast }: RungLineProps): string {
  const parts = [
    bid === "" ? null : `${bid} bid for${isOwnBid ? ", yours among them" : ""}`,
    ask === "" ? null : `${ask} offered${isOwnAsk ? ", yours among them" : ""}`,
    bid === "" && ask === "" ? "nothing offered" : null,
    isLast ? "traded here last" : null,
  ];
  return parts.filter((part) => part !== null).join(", ");
}
