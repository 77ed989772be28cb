import { Trans } from "@lingui/react/macro";
import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { FillsCard } from "./fills-card.tsx";
import { LadderCard } from "./ladder-card.tsx";
import { ResultCard } from "./result-card.tsx";
import { SettingsFacts } from "./reviewed-pool.tsx";
import { StandingCard } from "./standing-card.tsx";
import type { MarketPool } from "./use-market-pools.ts";
import { WalletsCard } from "./wallets-card.tsx";

interface PoolPageProps {
  readonly pool: MarketPool;
  readonly isOnline: boolean;
}

/** One pool: how it stands, its ladder, what came of it, its fills and wallets, and the ways to change that. */
export function PoolPage({ pool, isOnline }: PoolPageProps) {
  const { terms } = pool;
  return (
    <div className="flex flex-col gap-4">
      <p>
        <Link
          to="/market-making"
          className="inline-flex min-h-6 items-center gap-1.5 text-sm text-ink-2 hover:underline"
        >
          <ArrowLeft aria-hidden="true" className="size-4 rtl:rotate-180" />
          <Trans>All pools</Trans>
        </Link>
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <StandingCard pool={pool} isOnline={isOnline} />
          <LadderCard pool={pool} />
          <ResultCard pool={pool} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <FillsCard pool={pool} />
          <WalletsCard pool={pool} />
          <Card aria-labelledby="agreed-settings">
            <CardHeader id="agreed-settings" title={t`Its settings`} />
            <SettingsFacts pair={terms} settings={terms} />
          </Card>
        </div>
      </div>
    </div>
  );
}
