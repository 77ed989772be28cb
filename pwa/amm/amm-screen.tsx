import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { useOnline } from "#pwa/platform/device/online.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { type KnownAssets, useKnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { later } from "#pwa/ui/later.tsx";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { PoolList } from "./pool-list.tsx";
import { nameOfPool } from "./pool-words.ts";
import { type Pools, type ShownPool, usePools } from "./use-pools.ts";
import { formatCount } from "#pwa/ui/format.ts";

const PoolPage = later(async () => (await import("./pool-page.tsx")).PoolPage);
const NewPool = later(async () => (await import("./new-pool.tsx")).NewPool);

export function AmmScreen() {
  const { user } = useSession();
  return user === null ? null : <Amm key={user.id} />;
}

function Amm() {
  const pools = usePools();
  const known = useKnownAssets();
  const isOnline = useOnline();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const chosen = search["pool"];
  const shown = useChosen(pools, chosen);
  const isLoading = pools.isLoading || known.isLoading;
  if (typeof chosen === "string" && shown !== null)
    return (
      <Page title={nameOfPool(shown.pool)} description={t`A pool of the network, run by nobody.`}>
        <Standing pools={pools} isOnline={isOnline} />
        <PoolPage key={shown.pool.poolId} {...{ shown, known, isOnline }} />
      </Page>
    );
  return (
    <Page
      title={t`Liquidity pools`}
      description={t`Put two assets into a pool, and get your part of what everybody pays who exchanges them.`}
      actions={<MakeButton known={known} pools={pools} isOnline={isOnline} />}
    >
      <Standing pools={pools} isOnline={isOnline} />
      {isLoading ? (
        <Skeleton className="h-64 w-full" />
      ) : (
        <div className="flex flex-col gap-4">
          {typeof chosen === "string" && isOnline ? (
            <Notice tone="warn">
              <Trans>This pool is not among those of two listed assets.</Trans>
            </Notice>
          ) : null}
          <Card aria-label={t`All pools`}>
            <PoolList pools={pools.pools} byKey={known.byKey} />
          </Card>
          <OtherShares pools={pools} />
          <p className="text-sm text-ink-2">
            <Trans>You can also make a market yourself, with offers at your own prices.</Trans>{" "}
            <Link to="/market-making" className="inline-flex min-h-6 items-center text-accent hover:underline">
              <Trans>Market making</Trans>
            </Link>
          </p>
        </div>
      )}
    </Page>
  );
}

/** The chosen pool. One whose last share was taken out is gone, and stays to be looked at as it was. */
function useChosen({ pools }: Pools, chosen: unknown): ShownPool | null {
  const found = pools.find(({ pool }) => pool.poolId === chosen) ?? null;
  const [seen, setSeen] = useState<ShownPool | null>(null);
  if (found !== null && found !== seen) setSeen(found);
  return found ?? (seen !== null && seen.pool.poolId === chosen ? { ...seen, shares: 0n } : null);
}

interface MakeButtonProps {
  readonly known: KnownAssets;
  readonly pools: Pools;
  readonly isOnline: boolean;
}

function MakeButton({ known, pools, isOnline }: MakeButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)} disabled={!isOnline}>
        <Plus aria-hidden="true" className="size-4" />
        <Trans>New pool</Trans>
      </Button>
      {isOpen ? (
        <NewPool
          {...{ known, isOnline }}
          pools={pools.pools}
          onOpen={(poolId) => {
            setOpen(false);
            void navigate({ to: "/amm", search: { pool: poolId } });
          }}
          onClose={() => {
            setOpen(false);
            pools.refresh();
          }}
        />
      ) : null}
    </>
  );
}

/** From when what is shown is, where it is not of now. */
function Standing({
  pools: { readAtMs, isKept, problem, isLoading },
  isOnline,
}: {
  readonly pools: Pools;
  readonly isOnline: boolean;
}) {
  const words =
    isKept && readAtMs !== null && !isLoading ? (
      <Notice tone="warn">
        {isOnline ? (
          <Trans>
            Your pools as of <TimeAgo at={readAtMs} />. Newer figures are on their way.
          </Trans>
        ) : (
          <Trans>
            Your pools as of <TimeAgo at={readAtMs} />. You are offline: nothing can be deposited or withdrawn.
          </Trans>
        )}
      </Notice>
    ) : isOnline ? null : (
      <Notice tone="warn">
        <Trans>You are offline, and this device was told of no pools yet.</Trans>
      </Notice>
    );
  if (words === null && problem === null) return null;
  return (
    <div className="mb-4 flex flex-col gap-2">
      {words}
      {problem === null || !isOnline ? null : <Notice tone="error">{problem}</Notice>}
    </div>
  );
}

/** Shares of pools that are not listed, or of which nothing is known here: they are the person's all the same. */
function OtherShares({ pools: { unknown } }: { readonly pools: Pools }) {
  if (unknown.length === 0) return null;
  return (
    <Card aria-labelledby="other-shares">
      <CardHeader
        id="other-shares"
        title={t`Your other shares`}
        description={t`What these pools hold is not known here now.`}
      />
      <List aria-label={t`Your other shares`}>
        {unknown.map(({ uid, assetA, assetB, shares, asOfLedger }) => (
          <li key={uid}>
            <ListRow
              title={`${codeOf(assetA)} / ${codeOf(assetB)}`}
              detail={t`As of ledger ${{ ledger: formatCount(asOfLedger) }}`}
              trail={<Amount value={shares} />}
              trailDetail={t({ message: "shares", context: "of a pool, below how many" })}
            />
          </li>
        ))}
      </List>
      <p className="mt-3 text-sm">
        <Link to="/transactions" className="inline-flex min-h-6 items-center text-accent hover:underline">
          <Trans>See what you put in</Trans>
        </Link>
      </p>
    </Card>
  );
}
