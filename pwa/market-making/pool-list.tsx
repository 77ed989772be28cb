import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Gain } from "#pwa/parts/charts/gain.tsx";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { readSaid } from "#schemas/said.ts";
import { pairWords, referenceWords, statusTone, statusWords, stopWords } from "#pwa/parts/market-making/pool-words.ts";
import type { MarketPool } from "./use-market-pools.ts";

/** One's pools, each with how it stands. */
export function PoolList({ pools }: { readonly pools: readonly MarketPool[] }) {
  return (
    <ul aria-label={t`Your market-making pools`} className="grid gap-4 lg:grid-cols-2">
      {pools.map((pool) => (
        <li key={pool.uid}>
          <PoolCard pool={pool} />
        </li>
      ))}
    </ul>
  );
}

function PoolCard({ pool }: { readonly pool: MarketPool }) {
  const { uid, terms, worth, profitLoss, offers, tradeCount } = pool;
  const [quote, pair] = [codeOf(terms.quote), pairWords(terms)];
  return (
    <Card aria-label={pair} className="flex h-full flex-col">
      <CardHeader
        title={pair}
        description={referenceWords(terms.reference, terms)}
        action={<Badge tone={statusTone(pool)}>{statusWords(pool)}</Badge>}
      />
      <Standing pool={pool} />
      <Facts
        facts={[
          {
            name: t({ message: "Worth", context: "of a market-making pool" }),
            value: <Amount value={worth} assetCode={quote} />,
          },
          { name: t`Beside holding`, value: <Gain amount={profitLoss} assetCode={quote} /> },
          { name: t`Offers in the book`, value: formatCount(offers.length) },
          { name: t({ message: "Fills", context: "how many trades a pool made" }), value: formatCount(tradeCount) },
        ]}
      />
      <div className="mt-auto pt-3">
        <Button asChild variant="secondary">
          <Link to="/market-making" search={{ pool: uid }} aria-label={t`Open ${pair}`}>
            <Trans context="button">Open</Trans>
          </Link>
        </Button>
      </div>
    </Card>
  );
}

/** Reasons without figures say no more than what is said of the stop itself. */
const SAID_ALREADY = [
  "said.market-operator",
  "said.market-account",
  "said.market-market",
  "said.market-feed",
  "said.market-check",
  "said.market-reconciliation",
];

/** Why it stopped or has no offers; nothing while there is nothing to say. */
export function Standing({ pool: { status, stop, reason } }: { readonly pool: MarketPool }) {
  const isStopped = status === "stopped" || status === "stopping";
  const isSaid = isStopped && stop !== null;
  const code = readSaid(reason)?.code ?? "";
  const words = [
    isSaid ? stopWords(stop) : "",
    reason === "" || (isSaid && SAID_ALREADY.includes(code)) ? "" : saidWords(reason),
  ].filter((each) => each !== "");
  if (words.length === 0) return null;
  return (
    <div className="mb-2">
      <Notice tone={stop === "owner" && reason === "" ? "info" : "warn"}>
        {words.map((each) => (
          <p key={each}>{each}</p>
        ))}
      </Notice>
    </div>
  );
}
