import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PairQuery } from "#schemas/market-data.ts";
import { LISTED_QUESTION, readKeptListed } from "./listed-assets.ts";

const LISTED_FRESH_MS = 5 * 60_000;
const NONE: readonly PairQuery[] = [];

/** The pairs that the operators put forward, whichever way round one looks at them; their pools are those of the same assets. */
export interface PutForward {
  /** Its place from 0; null where it is none of them. Where nothing is put forward, everything is, and nothing before anything else. */
  readonly placeOf: (pair: PairQuery) => number | null;
}

export function putForward(pairs: readonly PairQuery[]): PutForward {
  if (pairs.length === 0) return { placeOf: () => 0 };
  const places = new Map(pairs.flatMap((pair, at) => [[nameOf(pair), at] as const]));
  return { placeOf: (pair) => places.get(nameOf(pair)) ?? null };
}

/** As the server says, or as this device was last told. */
export function usePutForward(): PutForward {
  const { data } = useQuery({ ...LISTED_QUESTION, staleTime: LISTED_FRESH_MS });
  return useMemo(() => putForward((data ?? readKeptListed())?.pairs ?? NONE), [data]);
}

function nameOf({ base, quote }: PairQuery): string {
  return base < quote ? `${base} ${quote}` : `${quote} ${base}`;
}
