import { t } from "@lingui/core/macro";
import { type Loss, LostNotices } from "#pwa/parts/lost-edits/lost-notices.tsx";
import { standing } from "#pwa/parts/lost-edits/standing.ts";
import { nameOf } from "#pwa/parts/watchlist/star-button.tsx";
import type { Watched } from "#pwa/parts/watchlist/watched.ts";
import { editPriceAlert, removePriceAlert, removeWatched, restorePriceAlert } from "#pwa/platform/db/edits.ts";
import { useLostEdits } from "#pwa/platform/db/use-lost-edits.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import type { PriceAlert } from "./alert-words.ts";
import { keptAlert, type LostAlert, lostAlerts, lostAlertWords, takeBackWords, takenBack } from "./lost-alerts.ts";

interface LostWatchedProps {
  readonly alerts: readonly PriceAlert[];
  readonly watched: readonly Watched[];
}

/** What was written here of alerts and of what is followed, and gave way to another device's writing. */
export function LostWatched({ alerts, watched }: LostWatchedProps) {
  const database = useUserDatabase();
  const ofAlerts = useLostEdits("price_alerts");
  const ofWatched = useLostEdits("watchlist");
  if (database === null) return null;
  const losses = [
    ...lostAlerts(standing(ofAlerts, alerts), alerts).map((lost) => alertLoss(database, lost, alerts)),
    ...standing(ofWatched, watched).flatMap((lost): Loss[] => {
      const row = watched.find(({ uid }) => uid === lost.uid);
      if (lost.kind !== "returned" || row === undefined) return [];
      const name = nameOf(row);
      return [
        {
          key: JSON.stringify(lost),
          words: t`“${name}” was removed here and is followed again, because it was moved on another device`,
          atMs: lost.atMs,
          label: t`Remove it again`,
          takeBack: () => removeWatched(database, [row.uid], nowMs()),
          keep: () => database.edits.settle(lost),
        },
      ];
    }),
  ].toSorted((left, right) => right.atMs - left.atMs);
  return <LostNotices losses={losses} />;
}

function alertLoss(database: UserDatabase, lost: LostAlert, alerts: readonly PriceAlert[]): Loss {
  const keep = () => lost.edits.forEach((edit) => database.edits.settle(edit));
  return {
    key: JSON.stringify(lost),
    words: lostAlertWords(
      lost,
      alerts.find(({ uid }) => uid === lost.uid),
    ),
    atMs: lost.atMs,
    label: takeBackWords(lost),
    takeBack: () => takeBack(database, lost, keep),
    keep,
  };
}

/** An ordinary edit of now, which settles the loss. */
async function takeBack(database: UserDatabase, lost: LostAlert, settle: () => void): Promise<void> {
  const setAt = new Date(nowMs()).toISOString();
  if (lost.kind === "replaced") return editPriceAlert(database, lost.uid, takenBack(lost, setAt), nowMs());
  if (lost.kind === "returned") return removePriceAlert(database, lost.uid, nowMs());
  const alert = keptAlert(lost, setAt);
  return alert === null ? settle() : restorePriceAlert(database, lost.uid, alert, nowMs());
}
