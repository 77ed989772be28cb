import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ArrowUpDown, Plus } from "lucide-react";
import { useState } from "react";
import { useKnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { later } from "#pwa/ui/later.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { MAX_MARKET_POOLS } from "#schemas/market-making.ts";
import { AboutMarketMaking } from "./about-card.tsx";
import { PoolList } from "./pool-list.tsx";
import { pairWords } from "#pwa/parts/market-making/pool-words.ts";
import { isOver, useMarketPools } from "./use-market-pools.ts";

const PoolPage = later(
  async () => (await import("./pool-page.tsx")).PoolPage,
  () => <Skeleton className="h-96 w-full" />,
);
const NewPoolSheet = later(async () => (await import("./new-pool-sheet.tsx")).NewPoolSheet);

/** `/market-making`, and `?pool=…` for one of one's pools. */
export function MarketMakingScreen() {
  const { user } = useSession();
  return user === null ? null : <MarketMaking key={user.id} userId={user.id} />;
}

function MarketMaking({ userId }: { readonly userId: number }) {
  const { pools, isLoading } = useMarketPools();
  const known = useKnownAssets();
  const isOnline = useOnline();
  const navigate = useNavigate();
  const { pool: asked }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const [isMaking, setMaking] = useState(false);
  const shown = pools.find(({ uid }) => uid === asked) ?? null;
  const isFull = pools.filter((pool) => !isOver(pool)).length >= MAX_MARKET_POOLS;
  const begin = () => setMaking(true);
  return (
    <Page
      width={shown === null ? "normal" : "wide"}
      title={shown === null ? t`Market making` : pairWords(shown.terms)}
      description={
        shown === null
          ? t`Offers of yours on both sides of a price, kept in place for you within your limits.`
          : t`A market-making pool of your own wallets.`
      }
      actions={
        shown !== null || pools.length === 0 ? null : (
          <Button onClick={begin} disabled={isFull}>
            <Plus aria-hidden="true" className="size-4" />
            <Trans>New pool</Trans>
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {isOnline ? null : (
          <Notice tone="warn">
            <Trans>You are offline: what runs goes on at our server. You see it as this device was last told.</Trans>
          </Notice>
        )}
        {isLoading ? (
          <Skeleton className="h-64 w-full" />
        ) : shown !== null ? (
          <PoolPage key={shown.uid} pool={shown} isOnline={isOnline} />
        ) : (
          <>
            {asked === undefined ? null : (
              <Notice tone="warn">
                <Trans>This pool is not known here.</Trans>
              </Notice>
            )}
            {pools.length === 0 ? <NoPool onBegin={begin} /> : <PoolList pools={pools} />}
            <Card aria-labelledby="about-market-making">
              <CardHeader id="about-market-making" title={t`What market making is`} />
              <AboutMarketMaking />
            </Card>
          </>
        )}
      </div>
      {!isMaking || known.isLoading || known.isListLoading ? null : (
        <NewPoolSheet
          {...{ userId, known, isOnline }}
          onOpen={(uid) => {
            setMaking(false);
            void navigate({ to: "/market-making", search: { pool: uid } });
          }}
          onClose={() => setMaking(false)}
        />
      )}
    </Page>
  );
}

/** The first step, for whoever has none. */
function NoPool({ onBegin }: { readonly onBegin: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={<ArrowUpDown />}
        title={t`No pool yet`}
        action={
          <Button onClick={onBegin}>
            <Trans>Set up a pool</Trans>
          </Button>
        }
      >
        <p>
          <Trans>You see what it binds and what it would have done in the last 90 days before anything is paid.</Trans>
        </p>
      </EmptyState>
    </Card>
  );
}
