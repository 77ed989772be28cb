import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, Star } from "lucide-react";
import { useState } from "react";
import { usePrices } from "#pwa/parts/assets/use-prices.ts";
import { useTickers } from "#pwa/parts/market-data/use-tickers.ts";
import { forgetFormerStars, readFormerStars } from "#pwa/parts/watchlist/former-stars.ts";
import { nameOf, StarButton } from "#pwa/parts/watchlist/star-button.tsx";
import type { Watchlist } from "#pwa/parts/watchlist/use-watchlist.ts";
import { WatchedLink } from "#pwa/parts/watchlist/watched-link.tsx";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { List } from "#pwa/ui/list.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";

/** What a person follows, in their own order. */
export function WatchedCard({ watchlist }: { readonly watchlist: Watchlist }) {
  const { rows, isLoading, move } = watchlist;
  const [isOrdering, setOrdering] = useState(false);
  const { tickers, seenAtMs } = useTickers();
  const { priceOf } = usePrices();
  const isOnline = useOnline();
  return (
    <Card aria-labelledby="watch-list">
      <CardHeader
        id="watch-list"
        title={t`Followed`}
        description={
          isOnline || seenAtMs === null ? undefined : (
            <Trans>
              You are offline. Prices last seen <TimeAgo at={seenAtMs} />.
            </Trans>
          )
        }
        action={
          rows.length < 2 ? undefined : (
            <Button variant="ghost" size="sm" aria-pressed={isOrdering} onClick={() => setOrdering(!isOrdering)}>
              {isOrdering
                ? t({ message: "Done", context: "button" })
                : t({ message: "Order", context: "button that lets a list be arranged" })}
            </Button>
          )
        }
      />
      {isLoading ? (
        <Skeleton className="h-32 w-full" />
      ) : rows.length === 0 ? (
        <NothingFollowed onFollow={watchlist.followAll} />
      ) : (
        <List aria-label={t`Followed`}>
          {rows.map((row, index) => (
            <li key={row.uid} className="flex items-center gap-1">
              <StarButton thing={row} watchlist={watchlist} />
              <WatchedLink thing={row} tickers={tickers} priceOf={priceOf} />
              {isOrdering ? (
                <span className="flex shrink-0">
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={t`Move ${{ name: nameOf(row) }} up`}
                    disabled={index === 0}
                    onClick={() => move(row.uid, -1)}
                  >
                    <ArrowUp aria-hidden="true" className="size-4" />
                  </Button>
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={t`Move ${{ name: nameOf(row) }} down`}
                    disabled={index === rows.length - 1}
                    onClick={() => move(row.uid, 1)}
                  >
                    <ArrowDown aria-hidden="true" className="size-4" />
                  </Button>
                </span>
              ) : null}
            </li>
          ))}
        </List>
      )}
    </Card>
  );
}

/** What was starred on this device before stars were a person's own is followed where they say so: somebody else may have done it. */
function NothingFollowed({ onFollow }: { readonly onFollow: Watchlist["followAll"] }) {
  const [former, setFormer] = useState(readFormerStars);
  const follow = (): void => {
    onFollow(former);
    forgetFormerStars();
    setFormer([]);
  };
  return (
    <EmptyState
      icon={<Star />}
      title={t`Nothing is followed yet`}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Button asChild variant="secondary">
            <Link to="/trade">
              <Trans>See the markets</Trans>
            </Link>
          </Button>
          {former.length === 0 ? null : (
            <Button variant="secondary" onClick={follow}>
              {plural(
                { count: former.length },
                { one: "Follow the # starred on this device", other: "Follow the # starred on this device" },
              )}
            </Button>
          )}
        </span>
      }
    >
      <Trans>
        Tap the star of a market, beside its name or in the list of pairs, or that of an asset on its own page.
      </Trans>
    </EmptyState>
  );
}
