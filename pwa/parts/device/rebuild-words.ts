import { plural, t } from "@lingui/core/macro";
import type { RebuildOutcome } from "#pwa/platform/rxdb/rebuild-database.ts";

/** What stands against fetching everything anew before it is begun; null where nothing does. */
export function rebuildRefusal(isOffline: boolean, waiting: number): string | null {
  if (!isOffline) return null;
  return waiting === 0
    ? t`You are offline. What is on this device stays as it is until your data can be fetched again.`
    : plural(waiting, {
        one: "You are offline, and # change has not reached the server yet. They stay on this device; try again once you are connected.",
        other:
          "You are offline, and # changes have not reached the server yet. They stay on this device; try again once you are connected.",
      });
}

/** What became of it, for the person. */
export function outcomeWords(outcome: RebuildOutcome): string {
  switch (outcome) {
    case "done":
      return t`Everything was sent, and your data is being fetched anew.`;
    case "offline":
      return t`The connection was lost. Nothing was removed; try again once you are connected.`;
    case "unsent":
      return t`Some of your changes could not be sent, so nothing was removed. Try again in a moment.`;
    case "other-tab":
      return t`Another tab with your data does not answer. Close the other tabs of this app and try again. Nothing was removed.`;
    case "unsupported":
      return t`This browser cannot tell whether other tabs have your data open. Nothing was removed.`;
    case "no-room":
      return t`This device has no room left to note what is being done. Free some space and try again. Nothing was removed.`;
    case "failed":
      return t`The copy on this device could not be replaced. Everything you changed was sent. Close the app and open it again.`;
  }
}
