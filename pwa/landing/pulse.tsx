import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { call } from "#pwa/platform/api/call.ts";
import { formatCount, formatPercent, formatPrice } from "#pwa/ui/format.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { PULSE_ENDPOINTS } from "#schemas/endpoints/pulse.ts";
import type { PulseOutput } from "#schemas/pulse.ts";

const ASK_EVERY_MS = 10_000;

/** That the ledger moves, and what some assets are traded for. Nothing stands here where nobody knows. */
export function Pulse() {
  const { data } = useQuery({
    queryKey: [PULSE_ENDPOINTS.pulse.path],
    queryFn: ({ signal }) => call(PULSE_ENDPOINTS.pulse, { signal }),
    refetchInterval: ASK_EVERY_MS,
  });
  if (data === undefined || data.ledger === null) return null;
  const { ledger, closedAt, pairs } = data;
  const number = formatCount(ledger);
  return (
    <dl className="flex flex-wrap items-baseline gap-x-8 gap-y-2 text-sm" data-pulse>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <dt className="text-ink-3">
          <Trans>Last ledger</Trans>
        </dt>
        <dd className="numeric font-medium">
          <bdi>{number}</bdi>
          {closedAt === null ? null : <TimeAgo at={closedAt} className="ms-2 text-ink-3" />}
        </dd>
      </div>
      {pairs.map((pair) => (
        <PairPrice key={`${pair.base} ${pair.quote}`} pair={pair} />
      ))}
    </dl>
  );
}

function PairPrice({ pair: { base, quote, last, change } }: { readonly pair: PulseOutput["pairs"][number] }) {
  const isDown = change?.startsWith("-") === true;
  return (
    <div className="flex items-baseline gap-x-2">
      <dt className="text-ink-3">
        <bdi dir="ltr">{`${base}/${quote}`}</bdi>
      </dt>
      <dd className="numeric font-medium">
        <bdi>{formatPrice(last)}</bdi>
        {change === null ? null : (
          <span className={`ms-2 ${isDown ? "text-down" : "text-up"}`} title={t`Within 24 hours`}>
            <bdi>{formatPercent(change)}</bdi>
          </span>
        )}
      </dd>
    </div>
  );
}
