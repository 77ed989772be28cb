import { useCallback, useState } from "react";
import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { pairKey } from "#pwa/parts/market-data/pair.ts";
import { PairQuery } from "#schemas/market-data.ts";

const FAVOURITES_KEY = "astrolabe.favourite-pairs";
const LAST_KEY = "astrolabe.last-pair";
const MAX_FAVOURITES = 100;
const favourites = keptText(FAVOURITES_KEY, v.array(v.string()), null);
const lastPair = keptText(LAST_KEY, PairQuery, null);

/** The pairs that a person put a star to, on this device. */
export function useFavourites(): {
  readonly isFavourite: (key: string) => boolean;
  readonly toggle: (key: string) => void;
} {
  const [keys, setKeys] = useState(readFavourites);
  const isFavourite = useCallback((key: string) => keys.includes(key), [keys]);
  const toggle = useCallback((key: string) => {
    // Read anew: another tab may have changed them.
    const known = readFavourites();
    const next = known.includes(key)
      ? known.filter((other) => other !== key)
      : [key, ...known].slice(0, MAX_FAVOURITES);
    favourites.keep(next);
    setKeys(next);
  }, []);
  return { isFavourite, toggle };
}

function readFavourites(): readonly string[] {
  return favourites.read() ?? [];
}

/** The pair that was looked at last on this device. */
export function readLastPair(): PairQuery | null {
  return lastPair.read();
}

export function keepLastPair({ base, quote }: PairQuery): void {
  const last = readLastPair();
  if (last === null || pairKey(last) !== pairKey({ base, quote })) lastPair.keep({ base, quote });
}
