import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { ArrowUpDown, Bot, ChartCandlestick, Keyboard, LayoutPanelLeft, type LucideIcon } from "lucide-react";
import type { MarketStore } from "#pwa/parts/market-data/market-store.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { tradeLink, MarketFigures } from "#pwa/trade/door.ts";
import { Button } from "#pwa/ui/button.tsx";
import type { PairQuery } from "#schemas/market-data.ts";
import type { Overlay } from "./commands.ts";
import { PairTabs } from "./pair-tabs.tsx";

interface ProHeadProps {
  readonly pair: PairQuery;
  readonly market: MarketStore;
  readonly tabs: readonly PairQuery[];
  /** What came of the last key. */
  readonly said: string;
  /** Whether there are panels whose size can be chosen. */
  readonly hasPanels: boolean;
  readonly onOpen: (overlay: Overlay) => void;
  readonly onClosePair: (pair: PairQuery) => void;
}

/** The open pairs, what the one that is shown did within 24 hours, and what the screen can do. */
export function ProHead({ pair, market, tabs, said, hasPanels, onOpen, onClosePair }: ProHeadProps) {
  const [base, quote] = [codeOf(pair.base), codeOf(pair.quote)];
  return (
    <header className="px-3 py-1.5 sm:px-2">
      <div className="flex items-center justify-between gap-x-4">
        <PairTabs tabs={tabs} chosen={pair} onClose={onClosePair} onAdd={() => onOpen("find-pair")} />
        <div className="flex shrink-0 items-center gap-1">
          {hasPanels ? <Tool name={t`Panels`} icon={LayoutPanelLeft} onClick={() => onOpen("layout")} /> : null}
          <Tool name={t`Keyboard shortcuts`} icon={Keyboard} onClick={() => onOpen("help")} />
          <Button asChild variant="ghost" size="icon" className={SMALL}>
            <Link to="/automated-trading" aria-label={t`Automated trading`} title={t`Automated trading`}>
              <Bot aria-hidden="true" className="size-4" />
            </Link>
          </Button>
          <Button asChild variant="ghost" size="icon" className={SMALL}>
            <Link to="/market-making" aria-label={t`Market making`} title={t`Market making`}>
              <ArrowUpDown aria-hidden="true" className="size-4" />
            </Link>
          </Button>
          <Button asChild variant="ghost" size="icon" className={SMALL}>
            <Link
              {...tradeLink(pair)}
              aria-label={t`Open in the plain trade screen`}
              title={t({ message: "Trade", context: "name of a screen" })}
            >
              <ChartCandlestick aria-hidden="true" className="size-4" />
            </Link>
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 pt-1.5">
        <h1 className="min-w-0 text-lg font-semibold break-words">
          {base}
          <span className="text-ink-3"> / </span>
          {quote}
        </h1>
        <MarketFigures market={market} base={base} quote={quote} />
        <p role="status" className="numeric ms-auto text-sm text-ink-2">
          {said}
        </p>
      </div>
    </header>
  );
}

const SMALL = "size-8! pointer-coarse:size-11!";

interface ToolProps {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly onClick: () => void;
}

function Tool({ name, icon: Icon, onClick }: ToolProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={name} title={name} className={SMALL} onClick={onClick}>
      <Icon aria-hidden="true" className="size-4" />
    </Button>
  );
}
