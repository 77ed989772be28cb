import { classNames } from "#pwa/ui/class-names.ts";
import { useNow } from "#pwa/ui/now.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";

/** What waits for longer stands out. */
const LONG_MS = 24 * 60 * 60 * 1000;

/** For how long something waits. */
export function Age({ since }: { readonly since: string }) {
  const isLong = useNow() - Date.parse(since) > LONG_MS;
  return <TimeAgo at={since} className={classNames("whitespace-nowrap", isLong && "font-medium text-warn")} />;
}
