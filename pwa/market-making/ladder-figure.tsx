import { Legend } from "#pwa/parts/charts/legend.tsx";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { priceWords } from "#pwa/parts/trading/figure-words.ts";
import { SideMark } from "#pwa/parts/trading/side-mark.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Cell, HeadCell, Table } from "#pwa/ui/table.tsx";
import type { LadderOffer } from "#schemas/market-making.ts";
import { type DrawnLadder, LADDER_SIZE, type LadderMark, viewOf } from "./ladder-view.ts";

interface LadderFigureProps {
  readonly offers: readonly LadderOffer[];
  readonly reference: string | null;
  readonly stops: DrawnLadder["stops"];
  readonly others: DrawnLadder["others"];
  /** Codes. */
  readonly base: string;
  readonly quote: string;
}

/** A ladder of offers around its reference: what each buys or sells, where the pool stops, and where others' best offers are. */
export function LadderFigure({ offers, reference, stops, others, base, quote }: LadderFigureProps) {
  const drawn = offers.map(({ side, price, amount }) => ({ side, price: Number(price), amount: Number(amount) }));
  const view = viewOf({ reference: reference === null ? null : Number(reference), offers: drawn, stops, others });
  const [bids, asks] = [offers.filter(({ side }) => side === "buy"), offers.filter(({ side }) => side === "sell")];
  if (view === null)
    return (
      <p className="text-sm text-ink-3">
        <Trans>There is no price to draw it around.</Trans>
      </p>
    );
  const { width, height } = LADDER_SIZE;
  const at = reference === null ? "" : priceWords(reference);
  return (
    <figure className="flex flex-col gap-2">
      <LadderLegend hasStops={view.stops.length > 0} hasOthers={view.others.length > 0} />
      <svg
        role="img"
        aria-label={t`Ladder: ${{ bids: bids.length }} offers to buy and ${{ asks: asks.length }} to sell ${base} around ${at} ${quote}`}
        viewBox={`0 0 ${width} ${height}`}
        className="h-auto w-full rounded-md border border-line bg-ground"
      >
        <line x1="0" x2={width} y1="120" y2="120" className="stroke-line" />
        {view.stops.map((mark) => (
          <StopLine key={mark.side} mark={mark} />
        ))}
        <line x1={view.middle} x2={view.middle} y1="4" y2="128" strokeWidth="1.5" className="stroke-accent" />
        {view.bars.map((bar) => (
          <rect
            key={`${bar.side} ${bar.x}`}
            x={bar.x}
            y={bar.y}
            width={bar.width}
            height={bar.height}
            rx="1.5"
            className={bar.side === "buy" ? "fill-up" : "fill-down"}
          />
        ))}
        {view.others.map(({ side, x }) => (
          <path key={side} d={`M${x} 121l-4 8h8z`} className="fill-ink" />
        ))}
      </svg>
      <Scale stops={stops} reference={at} quote={quote} />
      {offers.length === 0 ? null : <OfferTable offers={[...asks.toReversed(), ...bids]} base={base} quote={quote} />}
    </figure>
  );
}

function StopLine({ mark: { x, side, isOutside } }: { readonly mark: LadderMark }) {
  return (
    <>
      <line x1={x} x2={x} y1="4" y2="120" strokeWidth="1.5" strokeDasharray="4 4" className="stroke-warn" />
      {isOutside ? (
        <path d={side === "low" ? `M${x + 7} 8l-6 4l6 4z` : `M${x - 7} 8l6 4l-6 4z`} className="fill-warn" />
      ) : null}
    </>
  );
}

function LadderLegend({ hasStops, hasOthers }: { readonly hasStops: boolean; readonly hasOthers: boolean }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-3">
      <Legend mark={<span className="size-2.5 rounded-[2px] bg-up" />}>{t`Buys`}</Legend>
      <Legend mark={<span className="size-2.5 rounded-[2px] bg-down" />}>{t`Sells`}</Legend>
      <Legend mark={<span className="h-3 w-0.5 bg-accent" />}>
        {t({ message: "Reference", context: "price that a ladder stands around" })}
      </Legend>
      {hasStops ? (
        <Legend
          mark={
            <span className="flex flex-col gap-0.5 *:h-1 *:w-0.5 *:bg-warn">
              <i />
              <i />
            </span>
          }
        >{t`Stops there`}</Legend>
      ) : null}
      {hasOthers ? (
        <Legend mark={<span className="leading-none text-ink">▲</span>}>{t`Best offers of others`}</Legend>
      ) : null}
    </p>
  );
}

interface ScaleProps {
  readonly stops: DrawnLadder["stops"];
  /** As it is read; empty where there is none. */
  readonly reference: string;
  readonly quote: string;
}

/** Prices below the picture, which runs from left to right in every language. */
function Scale({ stops, reference, quote }: ScaleProps) {
  const stopText = (price: number) => t`stops at ${{ price: priceWords(plain(price)) }}`;
  return (
    <div dir="ltr" className="numeric grid grid-cols-3 items-start gap-2 text-xs text-ink-3">
      <bdi>{stops === null ? "" : stopText(stops.low)}</bdi>
      <bdi className="text-center font-medium text-ink">{reference === "" ? "" : `${reference} ${quote}`}</bdi>
      <bdi className="text-end">{stops === null ? "" : stopText(stops.high)}</bdi>
    </div>
  );
}

const PLACES = 12;
/** Without an exponent, as prices are written. */
function plain(price: number): string {
  return price.toFixed(PLACES);
}

interface OfferTableProps {
  readonly offers: readonly LadderOffer[];
  readonly base: string;
  readonly quote: string;
}

/** The same in numbers. */
function OfferTable({ offers, base, quote }: OfferTableProps) {
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-6 items-center text-ink-2 hover:underline pointer-coarse:min-h-11">
        <Trans>Show the offers as a table</Trans>
      </summary>
      <Table caption={t`Offers of the ladder`}>
        <thead>
          <tr>
            <HeadCell>{t({ message: "Side", context: "of an offer: buy or sell" })}</HeadCell>
            <HeadCell numeric>{t`Price (${quote})`}</HeadCell>
            <HeadCell numeric>{t`Amount (${base})`}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {offers.map(({ side, price, amount }) => (
            <tr key={`${side} ${price}`}>
              <Cell>
                <SideMark side={side} />
              </Cell>
              <Cell numeric>{priceWords(price)}</Cell>
              <Cell numeric>
                <Amount value={amount} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}
