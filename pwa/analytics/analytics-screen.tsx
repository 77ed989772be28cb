import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { PriceNote } from "#pwa/parts/assets/price-note.tsx";
import { useOnline } from "#pwa/platform/device/online.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { formatCount } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { PriceRange } from "#schemas/markets.ts";
import { RangePicker } from "#pwa/parts/charts/range-picker.tsx";
import { AllocationSection } from "./allocation-section.tsx";
import { FeesSection, FlowsSection } from "./flows-section.tsx";
import { MissingNotice } from "./missing-notice.tsx";
import { GainsSection } from "./gains-section.tsx";
import { RealisedSection } from "./realised-section.tsx";
import { useBook } from "./use-book.ts";
import { useCurve } from "./use-curve.ts";
import { useSteadyNow } from "#pwa/parts/journal/steady-now.ts";
import { useWhole } from "#pwa/parts/assets/use-whole.ts";
import { ValueSection } from "./value-section.tsx";

export function AnalyticsScreen() {
  const { user } = useSession();
  return user === null ? null : <Analytics key={user.id} />;
}

function Analytics() {
  const [range, setRange] = useState<PriceRange>("30d");
  const state = useWhole();
  const { whole, prices, poolsAtMs } = state;
  const curve = useCurve(range, state);
  const { book, facts, missing, rowsRead, total, isReading, problem } = useBook(range, state);
  const [read, all] = [formatCount(rowsRead), formatCount(total)];
  const isOnline = useOnline();
  const sync = useAtomValue(syncStatusAtom).state;
  const day = localDay(useSteadyNow());
  return (
    <Page
      title={t`Analytics`}
      description={t`Worked out on this device from your own history. Nobody else is asked, and nobody is told.`}
      actions={<RangePicker label={t`Time looked at`} value={range} onChange={setRange} />}
    >
      <div className="flex flex-col gap-4">
        {problem === null ? null : (
          <Notice tone="error" title={t`The history on this device could not be read`}>
            {problem}
          </Notice>
        )}
        <p role="status" className="numeric min-h-10 text-sm text-ink-3 sm:min-h-5">
          {isReading && total > 0 ? (
            t`Reading your history: ${read} of ${all}`
          ) : (
            <>
              {plural(total, { one: `${all} movement.`, other: `${all} movements.` })} <PriceNote prices={prices} />
              {sync === "syncing" ? t`More is on its way to this device; what is shown follows it.` : null}
              {isOnline || curve.pricedAt === null ? null : (
                <>
                  {" "}
                  <Trans>
                    Curves of prices last seen <TimeAgo at={curve.pricedAt} />.
                  </Trans>
                </>
              )}
            </>
          )}
        </p>
        <MissingNotice times={missing} />
        <ValueSection state={curve} range={range} day={day} />
        <GainsSection book={book} day={day} />
        <RealisedSection facts={facts} />
        <div className="grid items-start gap-4 lg:grid-cols-5">
          <div className="lg:col-span-3">
            <FlowsSection book={book} range={range} day={day} />
          </div>
          <div className="flex flex-col gap-4 lg:col-span-2">
            <AllocationSection whole={whole} poolsAtMs={poolsAtMs} />
            <FeesSection book={book} range={range} />
          </div>
        </div>
      </div>
    </Page>
  );
}

function localDay(atMs: number): string {
  const date = new Date(atMs);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
