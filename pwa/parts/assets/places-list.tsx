import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useNow } from "#pwa/ui/now.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { PLACES } from "./place-words.ts";
import type { Whole } from "./whole.ts";
import { formatUsd } from "./worth.ts";

/** What pools hold is said to be old as prices are. */
const OLD_MS = 15 * 60_000;

interface PlacesListProps {
  readonly whole: Pick<Whole, "places" | "pools" | "claims">;
  /** When what pools hold was told; null where it never was. */
  readonly poolsAtMs: number | null;
}

/** Where everything is, each part with its worth and its screen; nothing where all is free in the wallet. */
export function PlacesList({ whole: { places, pools, claims }, poolsAtMs }: PlacesListProps) {
  const now = useNow();
  if (places.every(({ place }) => place === "wallet"))
    // Where prices are yet to come, what stands below shall not move when they do.
    return pools.length + claims.length === 0 ? null : <div className="min-h-6 pointer-coarse:min-h-11" />;
  const areOld = poolsAtMs !== null && now - poolsAtMs > OLD_MS;
  return (
    <ul aria-label={t`Where it is`} className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {places.map(({ place, usd }) => {
        const { name, ...target } = PLACES[place];
        return (
          <li key={place}>
            <Link
              {...target}
              className="inline-flex min-h-6 items-center gap-1.5 hover:underline pointer-coarse:min-h-11"
            >
              <span className="text-ink-3">{name}</span>
              <span className="numeric font-medium" data-private="">
                {formatUsd(usd)}
              </span>
            </Link>
            {place === "pools" && areOld ? (
              <span className="ms-1.5 text-xs text-ink-3">
                <Trans>
                  as of <TimeAgo at={poolsAtMs} />
                </Trans>
              </span>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
