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

interface PoolPageProps {
  readonly shown: ShownPool;
  readonly known: KnownAssets;
  readonly isOnline: boolean;
}

/** One pool: what it holds, one's own share, and the ways in and out. */
export function PoolPage({ shown, known, isOnline }: PoolPageProps) {
  const { pool, shares, assetA, assetB } = shown;
  const [way, setWay] = useState<"deposit" | "withdraw">("deposit");
  return (
    <div className="flex flex-col gap-4">
      <p>
        <Link to="/amm" className="inline-flex min-h-6 items-center gap-1.5 text-sm text-ink-2 hover:underline">
          <ArrowLeft aria-hidden="true" className="size-4" />
          All pools
        </Link>
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
        {/* On a phone what one can do stands right below one's own position. */}
        {shares === 0n ? null : (
          <div className="min-w-0 lg:col-start-1">
            <PositionCard shown={shown} />
          </div>
        )}
        <Card aria-label="Your share" className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Tabs
            label="What to do"
            value={way}
            onValueChange={setWay}
            items={[
              {
                value: "deposit",
                label: "Deposit",
                content: <DepositForm target={{ ...shown, state: pool }} known={known} isOnline={isOnline} />,
              },
              { value: "withdraw", label: "Withdraw", content: <WithdrawForm shown={shown} isOnline={isOnline} /> },
            ]}
          />
        </Card>
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-1">
          <Card aria-labelledby="pool-facts">
            <CardHeader
              id="pool-facts"
              title={`What ${nameOfPool(pool)} holds`}
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
  const holders = pool.holders === 1 ? "1 account" : `${pool.holders.toLocaleString("en-US")} accounts`;
  return (
    <>
      {isEmptyPool(pool) ? <Notice>This pool is empty. Whoever deposits first sets its price.</Notice> : null}
      <Facts
        facts={[
          { name: "Worth", value: worthWords(depth) },
          { name: pool.assetA.assetCode, value: <Amount value={pool.reserveA} /> },
          { name: pool.assetB.assetCode, value: <Amount value={pool.reserveB} /> },
          { name: "Fee of each trade", value: feeWords(pool) },
          { name: "Traded in 7 days", value: `${worthWords(volume)} in ${pool.trades.toLocaleString("en-US")} trades` },
          { name: "Yearly rate, from these days", value: rateWords(pool) },
          { name: "Held by", value: holders },
        ]}
      />
    </>
  );
}

function Risks() {
  return (
    <Card aria-labelledby="pool-risks">
      <CardHeader id="pool-risks" title="What you should know" />
      <ul className="flex list-disc flex-col gap-2 ps-5 text-sm text-ink-2">
        <li>Everybody who exchanges through the pool pays its fee, and you get your part of it while you are in.</li>
        <li>
          When the price of the two assets moves, the pool ends up with more of the one that lost. You may take out less
          than if you had simply held both. This is called divergence loss.
        </li>
        <li>The yearly rate is what the last seven days paid. It promises nothing.</li>
        <li>If an asset becomes worthless, so does your part in the pool.</li>
      </ul>
    </Card>
  );
}
