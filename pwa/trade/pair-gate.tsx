import { Navigate } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { useListedAssets } from "#pwa/parts/market-data/use-tickers.ts";
import { later } from "#pwa/ui/later.tsx";
import type { PairQuery } from "#schemas/market-data.ts";
import type { PairTarget } from "./pair-link.ts";
import { readPair } from "./read-pair.ts";

const NoPair = later(async () => (await import("./no-pair.tsx")).NoPair);

interface PairGateProps {
  /** Of the page, as long as there is no pair on it. */
  readonly title: string;
  /** As the page's address has them. */
  readonly base: string | undefined;
  readonly quote: string | undefined;
  /** Where such a page is, of a pair. */
  readonly linkTo: (pair: PairQuery) => PairTarget;
  /** Where to go without a pair in the address; without it to the one looked at last. */
  readonly first?: PairQuery | null;
  readonly renderPair: (pair: PairQuery) => ReactNode;
}

/** Finds the pair that a page's address asks for, and leads to one where it names none. */
export function PairGate({ title, base, quote, linkTo, first = null, renderPair }: PairGateProps) {
  const listed = useListedAssets();
  const asked = useMemo(
    () => (base === undefined || quote === undefined ? null : readPair(base, quote, listed)),
    [base, quote, listed],
  );
  switch (asked?.kind) {
    case "pair":
      return renderPair({ base: asked.base, quote: asked.quote });
    case "moved":
      return <Navigate {...linkTo(asked)} replace />;
    default:
      return <NoPair title={title} asked={asked} linkTo={linkTo} first={first} />;
  }
}
