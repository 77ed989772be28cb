import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronDown, ChevronUp, Crosshair } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { amountPlaces, showFitting, showPrice } from "#pwa/parts/market-data/figures.ts";
import { type BookSide, type LevelStep, stepsFor } from "#pwa/parts/market-data/group-levels.ts";
import type { MarketPicture, MarketStore } from "#pwa/parts/market-data/market-store.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { useMarketPart } from "#pwa/parts/market-data/use-market.ts";
import { Button } from "#pwa/ui/button.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { SeenOrder } from "#pwa/trade/door.ts";
import type { BookLevelRow, PairQuery } from "#schemas/market-data.ts";
import { atLeastOnce, fittingStep, lastRung, middleOf, type Rung, rungOf, rungsOf, topAround } from "./ladder.ts";
import { LADDER_COLUMNS, RungLine } from "./rung-line.tsx";
import { SmallSelect } from "./small-select.tsx";

const NO_LEVELS: BookLevelRow[] = [];

interface LadderCardProps {
  readonly pair: PairQuery;
  readonly market: MarketStore;
  /** A price around which this pair trades. */
  readonly around: number;
  readonly own: readonly SeenOrder[];
  readonly rows: number;
  readonly onPrice: (price: string) => void;
}

/** Evenly spaced prices with what is bid for and offered at each: a price stands where it stands, however the book moves. */
export function LadderCard({ around, ...shown }: LadderCardProps) {
  const magnitude = Math.floor(Math.log10(around));
  const steps = useMemo(() => stepsFor(10 ** magnitude), [magnitude]);
  const bid = useMarketPart(shown.market, bidOf, "figures");
  const ask = useMarketPart(shown.market, askOf, "figures");
  /** Null until it is known what fits, or a person knows better. */
  const [chosen, setChosen] = useState<number | null>(null);
  if (chosen === null && bid !== undefined && ask !== undefined)
    setChosen(fittingStep({ bid, ask, last: null }, steps));
  const at = chosen ?? fittingStep({ bid, ask, last: null }, steps);
  const step = steps[at];
  if (step === undefined) return null;
  const select = (
    <SmallSelect
      label={t`Step between two prices`}
      options={steps.map(({ text }, index) => ({ value: String(index), label: text }))}
      value={String(at)}
      onValueChange={(value) => setChosen(Number(value))}
    />
  );
  return <Ladder key={step.text} {...shown} step={step} select={select} places={amountPlaces(around)} />;
}

/** The highest of so many prices. */
interface Followed {
  readonly top: bigint;
  readonly rows: number;
}

interface LadderProps extends Omit<LadderCardProps, "around"> {
  readonly step: LevelStep;
  readonly select: ReactNode;
  /** Of an amount. */
  readonly places: number;
}

function Ladder({ pair, market, own, rows, step, select, places, onPrice }: LadderProps) {
  const bids = useMarketPart(market, bidsOf, "book");
  const asks = useMarketPart(market, asksOf, "book");
  const last = useMarketPart(market, lastOf, "figures");
  const isKnown = useMarketPart(market, isTold, "figures");
  const [table, setTable] = useState<HTMLTableElement | null>(null);
  /** The highest price where a person has moved it; null while it follows the market. */
  const [chosenTop, setChosenTop] = useState<bigint | null>(null);
  const [followed, setFollowed] = useState<Followed | null>(null);
  // With more or fewer rows the market is somewhere else in them.
  const followedTop = followed?.rows === rows ? followed.top : null;
  const [isPointedAt, setPointedAt] = useState(false);
  const [focused, setFocused] = useState<number | null>(null);
  // A price that is pointed at, or has the focus, must not become another one under the finger.
  const isHeld = isPointedAt || focused !== null;
  const middle = middleOf({ bid: bids[0], ask: asks[0], last }, step);
  const top =
    chosenTop ?? (isHeld ? followedTop : null) ?? (middle === null ? null : topAround(middle, rows, followedTop));
  if (top !== null && chosenTop === null && top !== followedTop) setFollowed({ top, rows });
  const ownRungs = useMemo(() => ownRungsOf(own, step), [own, step]);

  const move = (by: number) => {
    if (top !== null) setChosenTop(atLeastOnce(top + BigInt(by), rows));
  };
  const centre = () => {
    setChosenTop(null);
    setFollowed(middle === null ? null : { top: topAround(middle, rows, null), rows });
  };
  useWheel(table, move);
  if (top === null)
    return (
      <Frame select={select} tools={null}>
        {isKnown ? (
          <p className="px-2 pb-3 text-sm text-ink-3">
            <Trans>Nothing is offered here, and nothing was traded yet.</Trans>
          </p>
        ) : (
          <Skeleton className="m-2 h-48" />
        )}
      </Frame>
    );
  const rungs = rungsOf(bids, asks, step, top, rows);
  const widest = rungs.reduce((most, { bid, ask }) => (bid > most ? bid : ask > most ? ask : most), 0n);
  const lastAt = lastRung(last, step);
  return (
    <Frame
      select={select}
      tools={
        <>
          <Tool name={t`Higher prices`} onClick={() => move(Math.ceil(rows / 2))} icon={ChevronUp} />
          <Tool name={t`Lower prices`} onClick={() => move(-Math.ceil(rows / 2))} icon={ChevronDown} />
          <Tool name={t`Back to the market`} onClick={centre} icon={Crosshair} isOn={chosenTop !== null} />
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the buttons in it */}
      <table
        ref={setTable}
        dir="ltr"
        className="numeric block w-full text-xs"
        style={{ "--price-room": `calc(${priceLength(rungs, step)}ch + 0.5rem)` }}
        onKeyDown={(event) => walk(event, table, { rows, move, centre })}
        onFocus={({ target }) => setFocused(rungsIn(table).findIndex((rung) => rung === target))}
        onBlur={() => setFocused(null)}
        onPointerEnter={() => setPointedAt(true)}
        onPointerLeave={() => setPointedAt(false)}
      >
        <caption className="sr-only">
          <Trans>
            Prices of {codeOf(pair.base)} in {codeOf(pair.quote)}, the highest first, with what is bid for and offered
            at each. Arrow keys go from price to price, Enter takes one into the order form.
          </Trans>
        </caption>
        <LadderHead quote={codeOf(pair.quote)} />
        <tbody className="block">
          {rungs.map((rung, index) => (
            <RungLine
              key={index}
              {...linePartsOf(rung, places, widest)}
              priceText={showPrice(rung.price, step.places)}
              isStop={index === (focused ?? Math.floor(rows / 2))}
              isLast={rung.at === lastAt}
              isOwnBid={ownRungs.has(`bids ${rung.at}`)}
              isOwnAsk={ownRungs.has(`asks ${rung.at}`)}
              onPrice={onPrice}
            />
          ))}
        </tbody>
      </table>
    </Frame>
  );
}

function LadderHead({ quote }: { readonly quote: string }) {
  return (
    <thead className="block">
      <tr className={classNames(LADDER_COLUMNS, "text-ink-3")}>
        <th scope="col" className="py-1 ps-2 text-start font-medium">
          <Trans>Bids</Trans>
        </th>
        <th scope="col" className="py-1 text-center font-medium break-words">
          {quote}
        </th>
        <th scope="col" className="py-1 pe-2 text-end font-medium">
          <Trans>Asks</Trans>
        </th>
      </tr>
    </thead>
  );
}

interface Moves {
  readonly rows: number;
  readonly move: (by: number) => void;
  readonly centre: () => void;
}

/** Keys go from price to price, and beyond the last one the prices move. */
function walk(event: KeyboardEvent<HTMLElement>, table: HTMLElement | null, { rows, move, centre }: Moves): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const rungs = rungsIn(table);
  const at = rungs.findIndex((rung) => rung === event.target);
  const by = { ArrowUp: -1, ArrowDown: 1, PageUp: -rows, PageDown: rows, Home: 0 }[event.key];
  if (at === -1 || by === undefined) return;
  event.preventDefault();
  if (event.key === "Home") {
    centre();
    rungs[Math.floor(rows / 2)]?.focus();
    return;
  }
  const next = rungs[at + by];
  if (next === undefined) move(-by);
  else next.focus();
}

function priceLength(rungs: readonly Rung[], { places }: LevelStep): number {
  return rungs.reduce((most, { price }) => Math.max(most, showPrice(price, places).length), 0);
}

function isTold({ market }: MarketPicture): boolean {
  return market !== null;
}

function rungsIn(table: HTMLElement | null): readonly HTMLElement[] {
  return [...(table?.querySelectorAll<HTMLElement>("[data-rung]") ?? [])];
}

function bidsOf({ market }: MarketPicture): readonly BookLevelRow[] {
  return market?.bids ?? NO_LEVELS;
}

function asksOf({ market }: MarketPicture): readonly BookLevelRow[] {
  return market?.asks ?? NO_LEVELS;
}

function bidOf({ market }: MarketPicture): BookLevelRow | undefined {
  return market?.bids[0];
}

function askOf({ market }: MarketPicture): BookLevelRow | undefined {
  return market?.asks[0];
}

function lastOf({ market }: MarketPicture): string | null {
  return market?.ticker.last ?? null;
}

function ownRungsOf(own: readonly SeenOrder[], step: LevelStep): ReadonlySet<string> {
  return new Set(
    own.map(({ side, price: { n, d } }) => {
      const bookSide: BookSide = side === "buy" ? "bids" : "asks";
      return `${bookSide} ${rungOf([n, d], bookSide, step)}`;
    }),
  );
}

function linePartsOf({ price, bid, ask }: Rung, places: number, widest: bigint) {
  const share = (amount: bigint) => (widest === 0n ? 0 : Number((amount * 100n) / widest));
  const text = (amount: bigint) => (amount === 0n ? "" : showFitting(amount, places));
  return { price, bid: text(bid), ask: text(ask), bidShare: share(bid), askShare: share(ask) };
}

/** The wheel moves the prices, not the page: React itself listens in a way that cannot keep the page still. */
function useWheel(table: HTMLElement | null, move: (by: number) => void): void {
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });
  useEffect(() => {
    if (table === null) return undefined;
    const turn = (event: WheelEvent) => {
      if (event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      latest.current(event.deltaY > 0 ? -2 : 2);
    };
    table.addEventListener("wheel", turn, { passive: false });
    return () => table.removeEventListener("wheel", turn);
  }, [table]);
}

interface FrameProps {
  readonly select: ReactNode;
  readonly tools: ReactNode;
  readonly children: ReactNode;
}

function Frame({ select, tools, children }: FrameProps) {
  return (
    <div className="@container flex min-w-0 flex-col">
      <div className="flex items-center px-2 pt-2 pb-1">
        <h2 className="min-w-0 flex-1 truncate text-sm font-semibold @max-[14rem]:sr-only">
          <Trans>Ladder</Trans>
        </h2>
        {tools}
        {select}
      </div>
      {children}
    </div>
  );
}

interface ToolProps {
  readonly name: string;
  readonly icon: typeof Crosshair;
  readonly isOn?: boolean;
  readonly onClick: () => void;
}

function Tool({ name, icon: Icon, isOn = false, onClick }: ToolProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={name}
      title={name}
      onClick={onClick}
      className={classNames("size-7! pointer-coarse:size-11!", isOn && "text-accent!")}
    >
      <Icon aria-hidden="true" className="size-4" />
    </Button>
  );
}
