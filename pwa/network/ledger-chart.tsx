import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { LedgerOutput } from "#schemas/network-stats.ts";
import { formatCount } from "#pwa/ui/format.ts";

interface LedgerChartProps {
  /** What the bars say, for those who do not see them. */
  readonly label: string;
  readonly ledgers: readonly LedgerOutput[];
  /** Null where there is nothing to draw for a ledger. */
  readonly valueOf: (ledger: LedgerOutput) => number | null;
  readonly format: (value: number) => string;
}

const HEIGHT = 64;
const SLOT = 10;
const GAP = 2;
/** A ledger without any is seen, too. */
const LOWEST = 1.5;

/** A bar for each ledger, the newest at the right end. */
export function LedgerChart({ label, ledgers, valueOf, format }: LedgerChartProps) {
  const values = ledgers.map((ledger) => ({ sequence: ledger.sequence, value: valueOf(ledger) }));
  const highest = Math.max(0, ...values.map(({ value }) => value ?? 0));
  return (
    <div dir="ltr">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${Math.max(1, values.length) * SLOT} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-20 w-full"
      >
        {values.map(({ sequence, value }, index) => {
          if (value === null) return null;
          const height = Math.max(LOWEST, (value / Math.max(1, highest)) * HEIGHT);
          return (
            <rect
              key={sequence}
              x={index * SLOT}
              y={HEIGHT - height}
              width={SLOT - GAP}
              height={height}
              className={index === values.length - 1 ? "fill-accent" : "fill-line-strong"}
            />
          );
        })}
      </svg>
      <p className="mt-1 flex justify-between text-xs text-ink-3">
        <span>{values[0] ? t`Ledger ${{ ledger: formatCount(values[0].sequence) }}` : ""}</span>
        <span>
          <Trans>Highest {{ value: format(highest) }}</Trans>
        </span>
      </p>
    </div>
  );
}
