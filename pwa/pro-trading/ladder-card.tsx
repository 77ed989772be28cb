import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronDown, ChevronUp, Crosshair } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "react";
import { amountPlaces } from "#pwa/parts/market-data/figures.ts";
import { type LevelStep, stepsFor } from "#pwa/parts/market-data/group-levels.ts";
import type { MarketPicture, MarketStore } from "#pwa/parts/market-data/market-store.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { useMarketPart } from "#pwa/parts/market-data/use-market.ts";
import { usePaintedMarket } from "#pwa/parts/painting/use-painted-market.ts";
import { Button } from "#pwa/ui/button.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { SeenOrder } from "#pwa/trade/door.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import { fittingStep } from "./ladder.ts";
import { linesIn, middleIn, ownRungsOf } from "./ladder-lines.ts";
import { openLadderPainter } from "./ladder-painter.ts";
import { openLadderTop } from "./ladder-top.ts";
import { LADDER_COLUMNS, RungLine } from "./rung-line.tsx";
import { SmallSelect } from "./small-select.tsx";

const NOTHING = { bid: undefined, ask: undefined, last: null };

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
  const fitting = useMarketPart(shown.market, (picture) => fittingIn(picture, steps), "figures");
  /** Null until it is known what fits, or a person knows better. */
  const [chosen, setChosen] = useState<number | null>(null);
  if (chosen === null && fitting !== null) setChosen(fitting);
  const at = chosen ?? fitting ?? fittingStep(NOTHING, steps);
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

/** The step that fits the market; null while not both sides are known. */
function fittingIn({ market }: MarketPicture, steps: readonly LevelStep[]): number | null {
  const [bid, ask] = [market?.bids[0], market?.asks[0]];
  return bid === undefined || ask === undefined ? null : fittingStep({ bid, ask, last: null }, steps);
}

interface LadderProps extends Omit<LadderCardProps, "around"> {
  readonly step: LevelStep;
  readonly select: ReactNode;
  /** Of an amount. */
  readonly places: number;
}

function Ladder({ pair, market, own, rows, step, select, places, onPrice }: LadderProps) {
  const isKnown = useMarketPart(market, isTold, "figures");
  const hasMarket = useMarketPart(market, (picture) => middleIn(picture, step) !== null, "figures");
  const [top] = useState(openLadderTop);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [table, setTable] = useState<HTMLTableElement | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const [isPointedAt, setPointedAt] = useState(false);
  useEffect(() => top.hold(isPointedAt || focused !== null), [top, isPointedAt, focused]);
  const ownRungs = useMemo(() => ownRungsOf(own, step), [own, step]);
  const paint = usePaintedMarket(market, "book", openLadderPainter, (picture) =>
    linesIn(picture, top.at(middleIn(picture, step), rows), { step, rows, places, ownRungs }),
  );
  const ref = useCallback(
    (element: HTMLTableElement | null) => {
      paint(element);
      setTable(element);
    },
    [paint],
  );

  const move = (by: number) => {
    top.move(by);
    draw();
  };
  const centre = () => {
    top.centre();
    draw();
  };
  useWheel(table, move);
  if (!hasMarket && !top.isMoved())
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
  return (
    <Frame
      select={select}
      tools={
        <>
          <Tool name={t`Higher prices`} onClick={() => move(Math.ceil(rows / 2))} icon={ChevronUp} />
          <Tool name={t`Lower prices`} onClick={() => move(-Math.ceil(rows / 2))} icon={ChevronDown} />
          <Tool name={t`Back to the market`} onClick={centre} icon={Crosshair} isOn={top.isMoved()} />
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the buttons in it */}
      <table
        // Other rows are painted by another painter.
        key={rows}
        ref={ref}
        dir="ltr"
        className="numeric block w-full text-xs"
        onKeyDown={(event) => walk(event, table, { rows, move, centre })}
        onFocus={({ target }) => setFocused(rungsIn(table).findIndex((rung) => rung === target))}
        onBlur={() => setFocused(null)}
        onPointerEnter={() => setPointedAt(true)}
        onPointerLeave={() => setPointedAt(false)}
      >
        <caption className="sr-only">
          <Trans>
            Prices of {{ base: codeOf(pair.base) }} in {{ quote: codeOf(pair.quote) }}, the highest first, with what is
            bid for and offered at each. Arrow keys go from price to price, Enter takes one into the order form.
          </Trans>
        </caption>
        <LadderHead quote={codeOf(pair.quote)} />
        <tbody className="block">
          {Array.from({ length: rows }, (_, index) => (
            <RungLine key={index} isStop={index === (focused ?? Math.floor(rows / 2))} onPrice={onPrice} />
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
          <Trans context="in an order book">Bids</Trans>
        </th>
        <th scope="col" className="py-1 text-center font-medium break-words">
          {quote}
        </th>
        <th scope="col" className="py-1 pe-2 text-end font-medium">
          <Trans context="in an order book">Asks</Trans>
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

function isTold({ market }: MarketPicture): boolean {
  return market !== null;
}

function rungsIn(table: HTMLElement | null): readonly HTMLElement[] {
  return [...(table?.querySelectorAll<HTMLElement>("[data-rung]") ?? [])];
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
