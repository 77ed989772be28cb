import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { HttpError, sentenceOf } from "#pwa/platform/api/http-error.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { useVisible } from "#pwa/platform/device/visible.ts";
import { MARKETS_ENDPOINTS } from "#schemas/endpoints/markets.ts";
import type { QuoteOutput, QuoteQuery } from "#schemas/market-data.ts";

/** Ledgers close every few seconds; a quote is of one ledger. */
const EVERY_MS = 1500;
/** While somebody types, nothing is asked. */
const TYPING_MS = 250;
/** A price that was read longer ago than this is said to be old. */
const OLD_MS = 8000;

export interface LiveQuote {
  /** The answer to the very question that is asked now, as long as that has one. */
  readonly quote: QuoteOutput | null;
  /** Seconds since it was read. */
  readonly age: number | null;
  /** Whether it was read so long ago that nothing can be built on it. */
  readonly isOld: boolean;
  /** Why there is no quote, or no newer one. */
  readonly problem: { readonly code: string | null; readonly message: string } | null;
  readonly isAsking: boolean;
}

/** What a swap would come to, asked again and again while it is looked at and there is a connection. */
export function useQuote(question: QuoteQuery | null): LiveQuote {
  const [isOnline, isVisible] = [useOnline(), useVisible()];
  const asked = useSettled(question === null ? "" : JSON.stringify(question));
  const isSettled = question !== null && asked === JSON.stringify(question);
  const isWatched = isOnline && isVisible && isSettled;
  const { data, error, isFetching } = useQuery({
    queryKey: ["quote", asked],
    queryFn: async ({ signal }) => {
      const query: QuoteQuery = JSON.parse(asked);
      return { quote: await call(MARKETS_ENDPOINTS.marketQuote, { query, signal }), readAtMs: nowMs() };
    },
    enabled: isWatched,
    refetchInterval: EVERY_MS,
    staleTime: 0,
    gcTime: 0,
  });
  const known = isSettled && data !== undefined ? data : null;
  const now = useSeconds(known !== null);
  const ageMs = known === null ? 0 : Math.max(0, now - known.readAtMs);
  return {
    // A market that has no price any more has none, whatever it had before.
    quote: known === null || isCertain(error) ? null : known.quote,
    age: known === null ? null : Math.floor(ageMs / 1000),
    isOld: ageMs > OLD_MS,
    problem: isSettled && error !== null ? problemOf(error) : null,
    isAsking: isOnline && question !== null && (!isSettled || (isFetching && known === null)),
  };
}

function problemOf(error: Error): NonNullable<LiveQuote["problem"]> {
  return {
    code: error instanceof HttpError ? error.code : null,
    message: sentenceOf(error, t`The price could not be read. It is asked for again.`),
  };
}

function isCertain(error: Error | null): boolean {
  return error instanceof HttpError && error.code !== null;
}

/** A text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The time now, refreshed every second while it is needed. */
function useSeconds(isNeeded: boolean): number {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const timer = setInterval(() => setNow(nowMs()), 1000);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}
