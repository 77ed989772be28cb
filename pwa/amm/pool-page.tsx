import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import type { KnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Tabs } from "#pwa/ui/tabs.tsx";
import { DepositForm } from "./deposit-form.tsx";
import { isEmptyPool } from "#pwa/parts/market-data/pool-math.ts";
import { PoolMarks } from "./pool-marks.tsx";
import { feeWords, nameOfPool, rateWords, worthWords } from "./pool-words.ts";
import { PositionCard } from "./position-card.tsx";
import type { ShownPool } from "./use-pools.ts";
import { WithdrawForm } from "./withdraw-form.tsx";
import { formatUsd } from "#pwa/parts/assets/worth.ts";

interface PoolPageProps {
  readonly shown: ShownPool;
  readonly known: KnownAssets;
  readonly isOnline: boolean;
}

/** One pool: what it holds, one's own share, and the ways in and out. */
export function PoolPage({ shown, known, isOnline }: PoolPageProps) {
  const { pool, shares, assetA, assetB } = shown;
  const [chosen, setChosen] = useState<"deposit" | "withdraw" | null>(null);
  const isListed = [assetA, assetB].every((key) => known.byKey.get(key)?.isListed === true);
  // Of what is not listed here one takes out what one has. A page that was opened first does not know yet what is listed.
  const way = chosen ?? (known.isListKnown && !isListed ? "withdraw" : "deposit");
  return (
    <div className="flex flex-col gap-4">
      <p>
        <Link to="/amm" className="inline-flex min-h-6 items-center gap-1.5 text-sm text-ink-2 hover:underline">
          <ArrowLeft aria-hidden="true" className="size-4" />
          <Trans>All pools</Trans>
        </Link>
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
        {/* On a phone what one can do stands right below one's own position. */}
        {shares === 0n ? null : (
          <div className="min-w-0 lg:col-start-1">
            <PositionCard shown={shown} />
          </div>
        )}
        <Card aria-label={t`Your share`} className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Tabs
            label={t`What to do`}
            value={way}
            onValueChange={setChosen}
            items={[
              {
                value: "deposit",
                label: t({ message: "Deposit", context: "into a pool" }),
                content: <DepositForm target={{ ...shown, state: pool }} known={known} isOnline={isOnline} />,
              },
              {
                value: "withdraw",
                label: t({ message: "Withdraw", context: "from a pool" }),
                content: <WithdrawForm shown={shown} isOnline={isOnline} />,
              },
            ]}
          />
        </Card>
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-1">
          <Card aria-labelledby="pool-facts">
            <CardHeader
              id="pool-facts"
              title={t`What ${{ pool: nameOfPool(pool) }} holds`}
              action={<PoolMarks pool={pool} keys={[assetA, assetB]} byKey={known.byKey} />}
            />
            <PoolFacts shown={shown} />
          </Card>
          <Risks />
        </div>
      </div>
    </div>
  );
}

function PoolFacts({ shown: { pool, depth, volume } }: { readonly shown: ShownPool }) {
  const holders = plural({ holders: pool.holders }, { one: "# account", other: "# accounts" });
  return (
    <>
      {isEmptyPool(pool) ? (
        <Notice>
          <Trans>This pool is empty. Whoever deposits first sets its price.</Trans>
        </Notice>
      ) : null}
      <Facts
        facts={[
          { name: t({ message: "Worth", context: "in dollars, noun" }), value: worthWords(depth) },
          { name: pool.assetA.assetCode, value: <Amount value={pool.reserveA} /> },
          { name: pool.assetB.assetCode, value: <Amount value={pool.reserveB} /> },
          { name: t`Fee of each trade`, value: feeWords(pool) },
          {
            name: t`Traded in 7 days`,
            value: tradedWords(volume, pool.trades),
          },
          { name: t`Yearly rate, from these days`, value: rateWords(pool) },
          { name: t`Held by`, value: holders },
        ]}
      />
    </>
  );
}

function tradedWords(volume: bigint | null, trades: number): string {
  if (volume === null) return plural(trades, { one: "no price known in # trade", other: "no price known in # trades" });
  const worth = formatUsd(volume);
  return plural(trades, { one: `${worth} in # trade`, other: `${worth} in # trades` });
}

function Risks() {
  return (
    <Card aria-labelledby="pool-risks">
      <CardHeader id="pool-risks" title={t`What you should know`} />
      <ul className="flex list-disc flex-col gap-2 ps-5 text-sm text-ink-2">
        <li>
          <Trans>
            Everybody who exchanges through the pool pays its fee, and you get your part of it while you are in.
          </Trans>
        </li>
        <li>
          <Trans>
            When the price of the two assets moves, the pool ends up with more of the one that lost. You may take out
            less than if you had simply held both. This is called divergence loss.
          </Trans>
        </li>
        <li>
          <Trans>The yearly rate is what the last seven days paid. It promises nothing.</Trans>
        </li>
        <li>
          <Trans>If an asset becomes worthless, so does your part in the pool.</Trans>
        </li>
      </ul>
    </Card>
  );
}
