import { SeverityBadge } from "#pwa/console/desk/severity.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { type MonitoringOutput, SEVERITIES } from "#schemas/monitoring.ts";

/** How many issues are open, the gravest first; nothing where none is. */
export function IssueCounts({ open }: { readonly open: MonitoringOutput["open"] }) {
  return (
    <p className="mt-2 flex flex-wrap gap-1 empty:hidden">
      {SEVERITIES.toReversed()
        .filter((severity) => open[severity] > 0)
        .map((severity) => (
          <SeverityBadge key={severity} severity={severity} count={formatCount(open[severity])} />
        ))}
    </p>
  );
}
