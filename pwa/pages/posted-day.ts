import { formatLongDate } from "#pwa/ui/format.ts";

/** The day that a post bears, the same wherever it is read. */
export function postedDay(postedAt: string): string {
  const at = new Date(postedAt);
  return formatLongDate(new Date(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()).getTime());
}
