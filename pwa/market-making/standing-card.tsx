import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { dateWords, priceWords } from "#pwa/parts/trading/figure-words.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { later } from "#pwa/ui/later.tsx";
import { Standing } from "./pool-list.tsx";
import { referenceWords, statusTone, statusWords } from "#pwa/parts/market-making/pool-words.ts";
import { isOver, type MarketPool } from "./use-market-pools.ts";

const StartSheet = later(async () => (await import("./start-sheet.tsx")).StartSheet);
const ChangeSheet = later(async () => (await import("./change-sheet.tsx")).ChangeSheet);
const PauseSheet = later(async () => (await import("./pause-sheet.tsx")).PauseSheet);
const DrainSheet = later(async () => (await import("./drain-sheet.tsx")).DrainSheet);

interface StandingCardProps {
  readonly pool: MarketPool;
  readonly isOnline: boolean;
}

type Act = "start" | "pause" | "change" | "drain";

/** How it stands, what it has, and what its owner can do about it. */
export function StandingCard({ pool, isOnline }: StandingCardProps) {
  const { status } = pool;
  const [act, setAct] = useState<Act | null>(null);
  const close = () => setAct(null);
  const isAtRest = status === "stopped" || status === "stopping";
  return (
    <Card aria-label={t`How it stands`}>
      <CardHeader
        title={referenceWords(pool.terms.reference, pool.terms)}
        action={<Badge tone={statusTone(pool)}>{statusWords(pool)}</Badge>}
      />
      <Standing pool={pool} />
      <BalanceFacts pool={pool} />
      {status === "stopped" && pool.stop === null ? (
        <p className="mt-3 text-sm text-ink-2">
          <Trans>It trades nothing until you start it.</Trans>
        </p>
      ) : null}
      {isOver(pool) || status === "draining" || status === "opening" ? (
        <Passing status={status} />
      ) : (
        <div className="mt-3 flex flex-wrap gap-2">
          {isAtRest ? (
            <Button
              disabled={!isOnline || status === "stopping" || pool.stop === "operator"}
              onClick={() => setAct("start")}
            >
              <Trans context="a market-making pool">Start</Trans>
            </Button>
          ) : (
            <Button variant="danger" onClick={() => setAct("pause")}>
              <Trans context="a market-making pool">Pause</Trans>
            </Button>
          )}
          <Button variant="secondary" disabled={!isOnline} onClick={() => setAct("change")}>
            <Trans>Change settings</Trans>
          </Button>
          <Button variant="secondary" disabled={!isOnline} onClick={() => setAct("drain")}>
            <Trans context="a market-making pool">Drain</Trans>
          </Button>
        </div>
      )}
      {act === "start" ? <StartSheet pool={pool} onClose={close} /> : null}
      {act === "change" ? <ChangeSheet pool={pool} isOnline={isOnline} onClose={close} /> : null}
      {act === "pause" ? <PauseSheet pool={pool} onClose={close} /> : null}
      {act === "drain" ? <DrainSheet pool={pool} onClose={close} /> : null}
    </Card>
  );
}

/** What passes by itself, in a sentence. */
function Passing({ status }: Pick<MarketPool, "status">) {
  const words =
    status === "opening"
      ? t`A ledger is about to have its wallets. That takes a few seconds.`
      : status === "draining"
        ? t`Everything is on its way back to your account. You can leave this page.`
        : status === "failed"
          ? t`Nothing was taken from your account.`
          : t`Everything went back to your account.`;
  return (
    <p role="status" className="mt-3 text-sm text-ink-2">
      {words}
    </p>
  );
}

/** From left to right in every language, as amounts are. */
function PriceText({ price, quote }: { readonly price: string; readonly quote: string }) {
  return (
    <bdi dir="ltr" className="numeric">
      {`${priceWords(price)} ${quote}`}
    </bdi>
  );
}

function BalanceFacts({ pool }: { readonly pool: MarketPool }) {
  const { terms, baseBalance, quoteBalance, xlmAside, lastPrice, startPrice, openedAt, startedAt } = pool;
  const [base, quote] = [codeOf(terms.base), codeOf(terms.quote)];
  const price = (name: string, value: string | null) =>
    value === null ? [] : [{ name, value: <PriceText price={value} quote={quote} /> }];
  return (
    <Facts
      facts={[
        { name: base, value: <Amount value={baseBalance} assetCode={base} /> },
        { name: quote, value: <Amount value={quoteBalance} assetCode={quote} /> },
        { name: t`Reserves and fees`, value: <Amount value={xlmAside} assetCode="XLM" /> },
        ...price(t`Reference now`, lastPrice),
        ...price(t`Reference at the start`, startPrice),
        { name: t({ message: "Opened", context: "when a market-making pool was" }), value: dateWords(openedAt) },
        ...(startedAt === null
          ? []
          : [
              {
                name: t({ message: "Started", context: "when a market-making pool was" }),
                value: dateWords(startedAt),
              },
            ]),
      ]}
    />
  );
}
