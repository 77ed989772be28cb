import { t } from "@lingui/core/macro";
import { Star } from "lucide-react";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import type { Watchlist } from "./use-watchlist.ts";
import type { WatchedThing } from "./watched.ts";

interface StarButtonProps {
  readonly thing: WatchedThing;
  readonly watchlist: Pick<Watchlist, "isReady" | "isWatched" | "toggle">;
}

/** Follows something, or no more. */
export function StarButton({ thing, watchlist }: StarButtonProps) {
  const isWatched = watchlist.isWatched(thing);
  const name = nameOf(thing);
  return (
    <button
      type="button"
      disabled={!watchlist.isReady}
      aria-pressed={isWatched}
      aria-label={t`${name} on your watchlist`}
      title={isWatched ? t`Take off your watchlist` : t`Put on your watchlist`}
      onClick={() => watchlist.toggle({ base: thing.base, quote: thing.quote })}
      className="grid size-11 shrink-0 place-items-center rounded-md text-ink-3 hover:text-ink aria-pressed:text-brass"
    >
      <Star aria-hidden="true" className={`size-4 ${isWatched ? "fill-current" : ""}`} />
    </button>
  );
}

/** "XLM", or "XLM / USDC". */
export function nameOf({ base, quote }: WatchedThing): string {
  return quote === "" ? codeOf(base) : `${codeOf(base)} / ${codeOf(quote)}`;
}
