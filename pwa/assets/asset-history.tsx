import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { useExplorerUrl } from "#pwa/parts/history/use-explorer-url.ts";
import { MovementItem, useRowRoom } from "#pwa/parts/history/movement-row.tsx";
import { useRepeated } from "#pwa/parts/history/use-repeated.ts";
import { assetKeyOf, isOfAsset, type MovementRow } from "#pwa/parts/history/movement.ts";
import { useHistory } from "#pwa/parts/history/use-history.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { later } from "#pwa/ui/later.tsx";
import { List } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { AssetName } from "#pwa/parts/assets/asset-key.ts";

const MovementSheet = later(async () => (await import("#pwa/parts/history/movement-sheet.tsx")).MovementSheet);

const SHOWN = 10;
const FIRST_ROWS = 200;
/** An asset that seldom moves is looked for in the newest so many movements; older ones are a search of the history. */
const MOST_ROWS = 3000;

/** The last movements of the asset, from this device. */
export function AssetHistory({ asset }: { readonly asset: AssetName }) {
  const { user } = useSession();
  const hasRoom = useRowRoom();
  const isRepeated = useRepeated();
  const { directory } = useDirectory();
  const explorerUrl = useExplorerUrl();
  const { view, want } = useHistory(FIRST_ROWS);
  const [opened, setOpened] = useState<MovementRow | null>(null);
  const { assetCode } = asset;
  const key = assetKeyOf(asset);
  const found = useMemo(() => view.rows.filter((row) => isOfAsset(row, key)).slice(0, SHOWN), [view, key]);
  const isShort = found.length < SHOWN && !view.isComplete && view.problem === null && view.rows.length < MOST_ROWS;
  useEffect(() => {
    if (isShort && !view.isLoading) void want(MOST_ROWS);
  }, [isShort, view.isLoading, want]);
  return (
    <Card aria-labelledby="asset-history">
      <CardHeader
        id="asset-history"
        title={t`Movements`}
        action={
          <Button asChild variant="link" size="inline">
            <Link to="/transactions" search={{ asset: key }}>
              <Trans>See all</Trans>
            </Link>
          </Button>
        }
      />
      {view.problem === null ? null : <Notice tone="error">{view.problem}</Notice>}
      {found.length === 0 && isShort ? <Skeleton className="h-40 w-full" /> : null}
      {found.length === 0 && !isShort && view.problem === null ? (
        <EmptyState title={view.isComplete ? t`No ${assetCode} has moved yet` : t`No ${assetCode} has moved lately`}>
          <Trans>Payments of this asset that you send and receive appear here.</Trans>
        </EmptyState>
      ) : null}
      <List aria-label={t`Movements`}>
        {found.map((row) => (
          <li key={row.uid}>
            <button
              type="button"
              onClick={() => setOpened(row)}
              className="-mx-2 block w-[calc(100%+1rem)] rounded-sm px-2 text-start transition-colors duration-150 hover:bg-surface-2"
            >
              <MovementItem
                row={row}
                isRepeated={isRepeated(row)}
                directory={directory}
                ownAddress={user?.walletAddress}
                hasRoom={hasRoom}
                asset={key}
              />
            </button>
          </li>
        ))}
      </List>
      <MovementSheet
        row={opened}
        directory={directory}
        ownAddress={user?.walletAddress}
        explorerUrl={explorerUrl}
        onClose={() => setOpened(null)}
      />
    </Card>
  );
}
