import { plural } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { MarketStore } from "#pwa/parts/market-data/market-store.ts";
import { codeOf, issuerOf } from "#pwa/parts/market-data/pair.ts";
import { useMarketPart } from "#pwa/parts/market-data/use-market.ts";
import { useListedAssets } from "#pwa/parts/market-data/use-tickers.ts";
import { shortenAddress, formatList } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import type { PairQuery } from "#schemas/market-data.ts";

interface MarketNoteProps {
  readonly pair: PairQuery;
  readonly market: MarketStore;
  readonly isOnline: boolean;
}

/** How far what stands below can be trusted: of now, of when, and whose assets these are. */
export function MarketNote({ pair, market, isOnline }: MarketNoteProps) {
  const flow = useMarketPart(market, ({ flow }) => flow);
  const state = useMarketPart(market, ({ market: shown }) => shown?.state ?? null);
  const problem = useMarketPart(market, ({ problem }) => problem);
  // While changes come in, the time of the last one is of no use to anybody, and would be drawn with each of them.
  const seenAtMs = useMarketPart(market, ({ flow, seenAtMs }) => (flow === "live" ? null : seenAtMs));
  const isFlowing = flow === "live" || flow === "polled";
  return (
    <div className="flex flex-col gap-2 px-4 pb-2 empty:hidden">
      <Unlisted pair={pair} />
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
      {isFlowing && state === "behind" ? (
        <Notice tone="warn">
          <Trans>
            Our market data is behind the network. What you see is as of an earlier ledger, and nothing is traded at
            once until it has caught up. Limit orders work.
          </Trans>
        </Notice>
      ) : null}
      {isFlowing && state === "building" ? (
        <Notice>
          <Trans>Our market data is being read in. Prices appear by themselves, within a minute as a rule.</Trans>
        </Notice>
      ) : null}
      {isFlowing && state === "horizon" ? (
        <p className="text-xs text-ink-3">
          <Trans>This pair is not listed here: its book is read every five seconds.</Trans>
        </p>
      ) : null}
      {isFlowing || problem !== null ? null : (
        <LastSeen seenAtMs={seenAtMs} isConnecting={isOnline && flow === "waiting"} />
      )}
    </div>
  );
}

interface LastSeenProps {
  readonly seenAtMs: number | null;
  /** That takes a moment: of when the figures are stands among them meanwhile, where it moves nothing. */
  readonly isConnecting: boolean;
}

function LastSeen({ seenAtMs, isConnecting }: LastSeenProps) {
  if (isConnecting) return null;
  if (seenAtMs === null)
    return (
      <Notice tone="warn">
        <Trans>This market was never seen on this device. It appears once you are connected.</Trans>
      </Notice>
    );
  return (
    <p role="status" className="text-sm text-warn">
      <Trans>
        Book and trades as last seen <TimeAgo at={seenAtMs} />. Nothing can be ordered until you are connected.
      </Trans>
    </p>
  );
}

/** Anybody can issue an asset by any code: whose it is decides what it is worth. */
function Unlisted({ pair: { base, quote } }: { readonly pair: PairQuery }) {
  const listed = useListedAssets();
  if (listed === null) return null;
  const known = new Set([NATIVE_CODE, ...listed.map(({ assetCode, issuer }) => `${assetCode}-${issuer}`)]);
  const strangers = [base, quote].filter((asset) => !known.has(asset));
  if (strangers.length === 0) return null;
  const codes = formatList(strangers.map(codeOf));
  return (
    <Notice
      tone="warn"
      title={plural(
        { count: strangers.length },
        { one: `${codes} is not listed here`, other: `${codes} are not listed here` },
      )}
    >
      <Trans>Anybody can issue an asset by this name. Trade it only if you know its issuer:</Trans>{" "}
      {strangers.map((asset) => (
        <Link key={asset} to="/assets/$asset" params={{ asset }} className="me-2 inline-block font-mono underline">
          {shortenAddress(issuerOf(asset))}
        </Link>
      ))}
    </Notice>
  );
}
