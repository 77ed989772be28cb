import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { Plus, X } from "lucide-react";
import { useMemo } from "react";
import { codeOf, pairKey } from "#pwa/parts/market-data/pair.ts";
import { useTickers } from "#pwa/parts/market-data/use-tickers.ts";
import { proLink, Change } from "#pwa/trade/door.ts";
import { Button } from "#pwa/ui/button.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import { MAX_TABS } from "./tabs.ts";

interface PairTabsProps {
  readonly tabs: readonly PairQuery[];
  readonly chosen: PairQuery;
  readonly onClose: (pair: PairQuery) => void;
  readonly onAdd: () => void;
}

/** The pairs that are open, each with what it did within 24 hours. */
export function PairTabs({ tabs, chosen, onClose, onAdd }: PairTabsProps) {
  const { tickers } = useTickers();
  const changes = useMemo(() => new Map(tickers.map((ticker) => [pairKey(ticker), ticker.change])), [tickers]);
  const shown = pairKey(chosen);
  return (
    <nav aria-label={t`Open pairs`} className="min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]">
      <ul className="flex items-center gap-1 p-0.5">
        {tabs.map((tab) => {
          const key = pairKey(tab);
          const [isShown, name] = [key === shown, `${codeOf(tab.base)} / ${codeOf(tab.quote)}`];
          const change = changes.get(key);
          return (
            <li
              key={key}
              ref={isShown ? bringIntoSight : undefined}
              className={classNames(
                "flex shrink-0 items-center rounded-md border",
                isShown ? "border-line-strong bg-surface-2" : "border-line bg-surface",
              )}
            >
              <Link
                {...proLink(tab)}
                replace
                aria-current={isShown ? "page" : undefined}
                className="flex min-h-8 items-center gap-x-2 rounded-md px-2.5 text-sm font-medium hover:text-accent pointer-coarse:min-h-11"
              >
                <span className="whitespace-nowrap">{name}</span>
                {change == null ? null : (
                  <span className="text-xs whitespace-nowrap">
                    <Change percent={change} />
                  </span>
                )}
              </Link>
              {tabs.length < 2 ? null : (
                <button
                  type="button"
                  aria-label={t({ message: `Close ${name}`, context: "tab of a pair" })}
                  title={t({ message: "Close", context: "button" })}
                  onClick={() => onClose(tab)}
                  className="grid size-8 shrink-0 place-items-center rounded-md text-ink-3 hover:text-ink pointer-coarse:size-11"
                >
                  <X aria-hidden="true" className="size-3.5" />
                </button>
              )}
            </li>
          );
        })}
        <li>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t`Open another pair`}
            title={t`Open another pair, up to ${{ most: MAX_TABS }}`}
            className="size-8! pointer-coarse:size-11!"
            onClick={onAdd}
          >
            <Plus aria-hidden="true" className="size-4" />
          </Button>
        </li>
      </ul>
    </nav>
  );
}

function bringIntoSight(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
