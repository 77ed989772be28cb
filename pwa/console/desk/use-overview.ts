import { useEffect, useState } from "react";
import { OVERVIEW_ENDPOINTS } from "#schemas/endpoints/overview.ts";
import type { OverviewOutput } from "#schemas/overview.ts";
import { type Asked, useAsk } from "./ask.ts";
import { followOverview, type Live, NOTHING_LIVE } from "./live-overview.ts";

async function fetchLink() {
  return (await import("#pwa/platform/sync/console-link.ts")).openConsoleLink;
}

/** What the socket tells of the overview as long as this is shown; it is not asked for besides. */
export function useLiveOverview(): Live {
  const [live, setLive] = useState<Live>(NOTHING_LIVE);
  useEffect(() => followOverview(fetchLink, setLive), []);
  return live;
}

/** The overview: asked for once, then told of by the socket as long as it is shown. The device asks nothing by itself. */
export function useOverview(): { readonly asked: Asked<OverviewOutput>; readonly isLive: boolean } {
  const first = useAsk(OVERVIEW_ENDPOINTS.overview, {});
  const { picture, isLive } = useLiveOverview();
  const value = newerOf(first.value, picture);
  // While it is live nothing is missing, whatever became of the question.
  const error = isLive ? null : first.error;
  return { asked: { ...first, value, error, atMs: value ? Date.parse(value.at) : 0 }, isLive };
}

function newerOf(one: OverviewOutput | null, other: OverviewOutput | null): OverviewOutput | null {
  if (one === null || other === null) return one ?? other;
  return other.at >= one.at ? other : one;
}
