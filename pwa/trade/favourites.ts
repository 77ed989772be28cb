import { useCallback, useState } from "react";
import * as v from "valibot";
import { readStored, writeStored } from "#pwa/platform/device/storage.ts";
import { pairKey } from "#pwa/parts/market-data/pair.ts";
import { PairQuery } from "#schemas/market-data.ts";

const FAVOURITES_KEY = "astrolabe.favourite-pairs";
const LAST_KEY = "astrolabe.last-pair";
const MAX_FAVOURITES = 100;
const Keys = v.pipe(v.string(), v.parseJson(), v.array(v.string()));
const Pair = v.pipe(v.string(), v.parseJson(), PairQuery);

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
    writeStored(FAVOURITES_KEY, JSON.stringify(next));
    setKeys(next);
  }, []);
  return { isFavourite, toggle };
}

function readFavourites(): readonly string[] {
  const stored = v.safeParse(Keys, readStored(FAVOURITES_KEY));
  return stored.success ? stored.output : [];
}

/** The pair that was looked at last on this device. */
export function readLastPair(): PairQuery | null {
  const stored = v.safeParse(Pair, readStored(LAST_KEY));
  return stored.success ? stored.output : null;
}

export function keepLastPair({ base, quote }: PairQuery): void {
  const last = readLastPair();
  if (last === null || pairKey(last) !== pairKey({ base, quote }))
    writeStored(LAST_KEY, JSON.stringify({ base, quote }));
}
