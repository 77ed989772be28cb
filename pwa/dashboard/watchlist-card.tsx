import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Prices } from "#pwa/parts/assets/use-prices.ts";
import { useHiddenFeatures } from "#pwa/parts/service/use-interface.ts";
import { useTickers } from "#pwa/parts/market-data/use-tickers.ts";
import { useWatchlist } from "#pwa/parts/watchlist/use-watchlist.ts";
import type { Watched } from "#pwa/parts/watchlist/watched.ts";
import { WatchedLink } from "#pwa/parts/watchlist/watched-link.tsx";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { List } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { formatCount } from "#pwa/ui/format.ts";

/** The home screen stays short. */
const SHOWN = 6;

/** What is followed; nothing for whoever follows nothing. */
export function WatchlistCard({ prices }: { readonly prices: Prices }) {
  const { rows } = useWatchlist();
  const isHidden = useHiddenFeatures().includes("watchlist");
  return rows.length === 0 || isHidden ? null : <Followed rows={rows} prices={prices} />;
}

/** Apart, so that nobody who follows nothing asks for markets. */
function Followed({ rows, prices }: { readonly rows: readonly Watched[]; readonly prices: Prices }) {
  const { tickers, seenAtMs } = useTickers();
  const isOnline = useOnline();
  const count = formatCount(rows.length);
  return (
    <Card aria-labelledby="dashboard-watchlist">
      <CardHeader
        id="dashboard-watchlist"
        title={t`Watchlist`}
        description={
          isOnline || seenAtMs === null ? undefined : (
            <Trans>
              Prices last seen <TimeAgo at={seenAtMs} />.
            </Trans>
          )
        }
        action={
          <Button asChild variant="link" size="inline">
            <Link to="/watchlist">
              {rows.length > SHOWN
                ? t({ message: `All ${count}`, context: "link to the whole watchlist" })
                : t`See all`}
            </Link>
          </Button>
        }
      />
      <List aria-label={t`Watchlist`}>
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.uid} className="flex">
            <WatchedLink thing={row} tickers={tickers} priceOf={prices.priceOf} />
          </li>
        ))}
      </List>
    </Card>
  );
}
