import { t } from "@lingui/core/macro";
import { type ComponentProps, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { codeOf, pairKey } from "#pwa/parts/market-data/pair.ts";
import type { StandingParts } from "#pwa/parts/trading/standing-parts.ts";
import { useMedia } from "#pwa/platform/device/media.ts";
import {
  BookCard,
  CancelSheet,
  CandleCard,
  MarketNote,
  OrderForm,
  OrdersCard,
  PairPicker,
  proLink,
  ReviewSheet,
  TapeCard,
  type Desk,
  useDesk,
} from "#pwa/trade/door.ts";
import type { OrderDraft } from "#pwa/parts/trading/order-draft.ts";
import type { Reviewed } from "#pwa/parts/trading/order-draft.ts";
import { later } from "#pwa/ui/later.tsx";
import type { PairQuery } from "#schemas/market-data.ts";
import { type CommandParts, type Overlay, runCommand } from "./commands.ts";
import { DepthCard } from "./depth-card.tsx";
import { Fitting } from "./fitting.tsx";
import type { KeptScreen } from "./kept-screen.ts";
import { LadderCard } from "./ladder-card.tsx";
import { type PanelName, withPanel } from "./layout.ts";
import { ProHead } from "./pro-head.tsx";
import { type PhonePlace, placeOf, ProPhone } from "./pro-phone.tsx";
import { withPrice } from "./take-price.ts";
import { useHotkeys } from "./use-hotkeys.ts";
import { Workspace } from "./workspace.tsx";
import { what } from "#pwa/parts/confirming/what-words.ts";

const ShortcutsSheet = later(async () => (await import("./shortcuts-sheet.tsx")).ShortcutsSheet);
const LayoutSheet = later(async () => (await import("./layout-sheet.tsx")).LayoutSheet);

/** From this width on all panels stand beside each other. */
const WIDE = "(min-width: 75rem)";
/** Whoever has a mouse needs less room for a control. */
const DENSE_FORM =
  "pointer-fine:[&_:is(input,select)]:min-h-8! pointer-fine:[&_input[type=text]]:text-sm! pointer-fine:[&_button[type=submit]]:min-h-10! pointer-fine:[&_form]:gap-2! pointer-fine:[&_fieldset_label]:basis-10! pointer-fine:[&_fieldset_label]:px-0! pointer-fine:[&_fieldset_label]:text-xs!";
const DENSE_TABLE =
  "max-sm:[&_table]:text-xs! max-sm:[&_:is(td,th)]:px-1! pointer-fine:[&_table]:text-xs! pointer-fine:[&_:is(td,th)]:px-1.5! pointer-fine:[&_:is(td,th)]:py-0.5! pointer-fine:[&_td_button]:size-8! pointer-fine:[&_td:first-child]:whitespace-nowrap";
/** Beside each other columns are narrow: the figures need what is left, and price and amount before all. */
const NARROW_TABLE =
  "[&_:is(td,th)]:px-1! @max-[13rem]:[&_tr:has(>:nth-child(3))]:grid-cols-2! @max-[13rem]:[&_:is(td,th):nth-child(3)]:hidden";
const NARROW_TAPE =
  "@max-[12rem]:[&_tr]:grid-cols-2! @max-[12rem]:[&_:is(td,th):nth-child(3)]:hidden [&_:is(td,th)]:px-0.5! [&_:is(td,th):first-child]:ps-1.5! [&_:is(td,th):last-child]:pe-1.5!";

interface ProDeskProps {
  readonly pair: PairQuery;
  readonly screen: KeptScreen;
  readonly onScreen: (change: Partial<KeptScreen>) => void;
  readonly draft: OrderDraft;
  readonly onDraft: (change: Partial<OrderDraft>) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onClosePair: (pair: PairQuery) => void;
  readonly standing: StandingParts;
}

/** One pair on the dense screen; what was typed for another one waits there. */
export function ProDesk(props: ProDeskProps) {
  const { pair: asked, screen, onScreen, draft, onDraft, onStep, onClosePair, standing } = props;
  const desk = useDesk(asked);
  const { pair, market, around, places, isOnline, open, own, lines, fills } = desk;
  const isWide = useMedia(WIDE);
  const [place, setPlace] = useState<PhonePlace>("chart");
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const [said, setSaid] = useState("");
  const close = useCallback(() => setOverlay(null), []);
  // What was ordered must not be ordered once more by a slip.
  const clear = useCallback(() => onDraft({ amount: "", plan: null }), [onDraft]);
  const reveal = (panel: PanelName) => {
    setPlace(placeOf(panel));
    onScreen({ layout: withPanel(screen.layout, panel, true) });
  };
  const parts: CommandParts = { desk, draft, change: onDraft, reveal, open: setOverlay, step: onStep, say: setSaid };
  useHotkeys(screen.hasHotkeys, (command) => {
    setSaid("");
    runCommand(command, parts);
  });
  const typeIn = useCallback(
    (change: Partial<OrderDraft>) => {
      // What a key did before is over once something else is typed.
      setSaid("");
      onDraft(change);
    },
    [onDraft],
  );
  const takePrice = useTakenPrice(draft, (change, price) => {
    onDraft(change);
    setPlace("order");
    setSaid(t`Price in the form: ${price}`);
  });

  const levels = { pair, market, around, own, onPrice: takePrice };
  const panels = {
    chart: <CandleCard pair={pair} market={market} places={places} fills={fills} orders={lines} />,
    depth: <DepthCard pair={pair} market={market} places={places} />,
    orders: (
      <div className={DENSE_TABLE}>
        <OrdersCard pair={pair} open={open} StandingOrders={standing.Orders} />
      </div>
    ),
    book: <BookCard {...levels} />,
    tape: <TapeCard pair={pair} market={market} around={around} />,
    ladder: <LadderCard {...levels} rows={PHONE_RUNGS} />,
    order: (
      <div className={DENSE_FORM}>
        <OrderForm
          {...{ pair, market, places, draft, isOnline }}
          onDraft={typeIn}
          onReview={setReviewed}
          StandingForm={standing.Form}
          beside={isWide ? undefined : <BookCard {...levels} rows={5} isNarrow />}
        />
      </div>
    ),
  };
  return (
    <div
      className={
        isWide ? "flex h-[calc(100dvh-3.5rem-1px)] min-h-[38rem] flex-col px-2 pb-2" : "mx-auto w-full max-w-3xl pb-4"
      }
    >
      <ProHead
        pair={pair}
        market={market}
        tabs={screen.tabs}
        said={said}
        hasPanels={isWide}
        onOpen={setOverlay}
        onClosePair={onClosePair}
      />
      <MarketNote pair={pair} market={market} isOnline={isOnline} />
      {isWide ? (
        <Workspace
          layout={screen.layout}
          onLayout={(layout) => onScreen({ layout })}
          panels={{ ...panels, ...besideEachOther(levels, panels.tape) }}
        />
      ) : (
        <ProPhone panels={panels} place={place} onPlace={setPlace} openCount={own.length} />
      )}
      <ReviewSheet
        reviewed={reviewed}
        onConfirmed={clear}
        onClose={() => setReviewed(null)}
        StandingReview={standing.Review}
      />
      <ProOverlay overlay={overlay} {...{ pair, open, isOnline, screen, onScreen }} onClose={close} />
    </div>
  );
}

/** Puts a price into what stands in the form then; the same function for every draft, since each level of the book holds it. */
function useTakenPrice(draft: OrderDraft, onTaken: (change: Partial<OrderDraft>, price: string) => void) {
  const latest = useRef({ draft, onTaken });
  useEffect(() => {
    latest.current = { draft, onTaken };
  });
  return useCallback((price: string) => latest.current.onTaken(withPrice(latest.current.draft, price), price), []);
}

/** What is drawn otherwise where all panels share the screen: with as many rows as there is room for. */
function besideEachOther(levels: Levels, tape: ReactNode) {
  return {
    book: (
      <div className={`@container h-full ${NARROW_TABLE}`}>
        <Fitting {...BOOK_ROOM} renderRows={(rows) => <BookCard {...levels} rows={Math.floor(rows / 2)} />} />
      </div>
    ),
    tape: <div className={`@container h-full ${NARROW_TAPE}`}>{tape}</div>,
    ladder: <Fitting {...LADDER_ROOM} renderRows={(rows) => <LadderCard {...levels} rows={rows} />} />,
  };
}

type Levels = Omit<ComponentProps<typeof LadderCard>, "rows">;

interface ProOverlayProps {
  readonly overlay: Overlay | null;
  readonly pair: PairQuery;
  readonly open: Desk["open"];
  readonly isOnline: boolean;
  readonly screen: KeptScreen;
  readonly onScreen: (change: Partial<KeptScreen>) => void;
  readonly onClose: () => void;
}

/** What lies over the desk. */
function ProOverlay({ overlay, pair, open, isOnline, screen, onScreen, onClose }: ProOverlayProps) {
  switch (overlay) {
    case "help":
      return (
        <ShortcutsSheet
          isOn={screen.hasHotkeys}
          onChange={(hasHotkeys) => onScreen({ hasHotkeys })}
          onClose={onClose}
        />
      );
    case "layout":
      return <LayoutSheet layout={screen.layout} onLayout={(layout) => onScreen({ layout })} onClose={onClose} />;
    case "find-pair":
      return <PairPicker chosen={pairKey(pair)} isOnline={isOnline} linkTo={proLink} onClose={onClose} />;
    case "cancel-pair":
      return (
        <CancelSheet
          what={what("pair-cancel", { base: codeOf(pair.base), quote: codeOf(pair.quote) })}
          cancel={{ which: "pair", ...pair }}
          orders={open}
          onClose={onClose}
        />
      );
    case "cancel-all":
      return <CancelSheet what={what("all-cancel")} cancel={EVERYTHING} orders={open} onClose={onClose} />;
    case null:
      return null;
  }
}

const PHONE_RUNGS = 15;
const EVERYTHING = { which: "all" } as const;
/** Title, head of the table and what stands in the middle. */
const BOOK_ROOM = { rowRem: 1.5, coarseRowRem: 2.75, takenRem: 8.25, least: 8 } as const;
const LADDER_ROOM = { rowRem: 1.5, coarseRowRem: 2.75, takenRem: 4.5, least: 6 } as const;
