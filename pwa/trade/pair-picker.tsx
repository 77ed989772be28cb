import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { showLarge, showPrice, pricePlaces } from "#pwa/parts/market-data/figures.ts";
import { codeOf, issuerOf } from "#pwa/parts/market-data/pair.ts";
import { usePutForward } from "#pwa/parts/market-data/put-forward.ts";
import { useTickers } from "#pwa/parts/market-data/use-tickers.ts";
import { nameOf, StarButton } from "#pwa/parts/watchlist/star-button.tsx";
import { useWatchlist } from "#pwa/parts/watchlist/use-watchlist.ts";
import { useKnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { Input } from "#pwa/ui/field.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { PairQuery, Ticker } from "#schemas/market-data.ts";
import { Change } from "./change.tsx";
import type { PairTarget } from "./pair-link.ts";
import { choicesOf, type PairChoice, searchPairs } from "./search-pairs.ts";

interface PairPickerProps {
  /** Null where none is. */
  readonly chosen: string | null;
  readonly isOnline: boolean;
  /** Where a pair that is chosen is looked at. */
  readonly linkTo: (pair: PairQuery) => PairTarget;
  readonly onClose: () => void;
}

/** Finds a pair among those that are listed and those of what is held. */
export function PairPicker({ chosen, isOnline, linkTo, onClose }: PairPickerProps) {
  const [text, setText] = useState("");
  const { tickers, seenAtMs } = useTickers();
  const { assets } = useKnownAssets();
  const watchlist = useWatchlist();
  const { isWatched } = watchlist;
  const forward = usePutForward();
  const choices = useMemo(
    () =>
      choicesOf(
        tickers,
        assets.map(({ key }) => key),
        forward,
      ),
    [tickers, assets, forward],
  );
  const found = useMemo(
    () =>
      searchPairs(choices, text)
        .filter((choice) => text.trim() !== "" || !choice.isAside || isWatched(choice))
        .toSorted((left, right) => Number(isWatched(right)) - Number(isWatched(left))),
    [choices, text, isWatched],
  );
  return (
    <Sheet onClose={onClose} title={t`Choose a pair`} size="lg">
      <Input
        type="search"
        aria-label={t`Search pairs`}
        placeholder={t`Search by code, such as XLM or XLM/USDC`}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isOnline || seenAtMs === null ? null : (
        <p className="mt-2 text-sm text-warn">
          <Trans>
            You are offline. Prices last seen <TimeAgo at={seenAtMs} />.
          </Trans>
        </p>
      )}
      {found.length === 0 ? (
        <EmptyState title={t`No such pair`}>
          <Trans>Listed assets and those you hold can be chosen. Add another asset under Assets first.</Trans>
        </EmptyState>
      ) : (
        <ul aria-label={t`Pairs`} className="mt-2 divide-y divide-line">
          {found.map((choice) => (
            <li key={choice.key} className="flex items-center gap-1">
              <StarButton thing={choice} watchlist={watchlist} />
              <PairLink choice={choice} target={linkTo(choice)} isChosen={choice.key === chosen} onChoose={onClose} />
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}

interface PairLinkProps {
  readonly choice: PairChoice;
  readonly target: PairTarget;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function PairLink({ choice, target, isChosen, onChoose }: PairLinkProps) {
  const { ticker } = choice;
  return (
    <Link
      {...target}
      aria-current={isChosen ? "true" : undefined}
      onClick={onChoose}
      className="flex min-h-14 min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 rounded-sm px-2 hover:bg-surface-2 aria-[current]:bg-accent-soft"
    >
      <span className="min-w-0">
        <span className="block text-sm font-medium">{nameOf(choice)}</span>
        <span className="block truncate font-mono text-xs text-ink-3">{issuersOf(choice)}</span>
      </span>
      {ticker === null ? null : <PairFigures ticker={ticker} />}
    </Link>
  );
}

function PairFigures({ ticker }: { readonly ticker: Ticker }) {
  const { last, change, baseVolume, base } = ticker;
  return (
    <span className="text-end">
      <span className="numeric block text-sm">
        {last === null ? t`No trades` : showPrice(last, pricePlaces(Number(last)))}
        <span className="ms-2 inline-block min-w-16 text-end">
          <Change percent={change} />
        </span>
      </span>
      <span className="numeric block text-xs text-ink-3">
        <Trans>
          {{ volume: showLarge(baseVolume) }} {{ code: codeOf(base) }} in 24 h
        </Trans>
      </span>
    </span>
  );
}

function issuersOf({ base, quote }: PairChoice): string {
  return [base, quote]
    .map(issuerOf)
    .filter((issuer) => issuer !== "")
    .map(shortenAddress)
    .join(" / ");
}
