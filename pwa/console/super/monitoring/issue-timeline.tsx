import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { Person } from "#pwa/console/desk/person.tsx";
import { usePages } from "#pwa/console/desk/use-pages.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import type { MonitorEntry } from "#schemas/monitoring.ts";
import { monitorActionWords } from "./action-words.ts";

/** What became of an issue so far, the latest first. */
export function IssueTimeline({ id }: { readonly id: number }) {
  const { asked, hasMore, more } = usePages(MONITORING_ENDPOINTS.issueTimeline.path, id, async (after, signal) => {
    const page = await call(MONITORING_ENDPOINTS.issueTimeline, {
      params: { id },
      query: { after },
      signal,
    });
    return { rows: page.entries, next: page.next };
  });
  return (
    <section>
      <h3 className="mb-3 font-semibold">
        <Trans context="what became of an issue">Timeline</Trans>
      </h3>
      <AskedState asked={asked}>
        {asked.value?.length === 0 ? <p className="text-ink-3">{t`Nothing is written down of it.`}</p> : null}
        <ol className="ms-1.5 border-s border-line">
          {asked.value?.map((entry) => (
            <li key={entry.id} className="relative ps-5 pb-4 last:pb-0">
              <Entry entry={entry} />
            </li>
          ))}
        </ol>
        {hasMore ? (
          <Button variant="secondary" size="sm" className="mt-3" loading={asked.isAsking} onClick={more}>
            <Trans>Show earlier ones</Trans>
          </Button>
        ) : null}
      </AskedState>
    </section>
  );
}

function Entry({ entry: { at, action, text, by, isSuccessful, problem } }: { readonly entry: MonitorEntry }) {
  return (
    <>
      <span
        aria-hidden="true"
        className={classNames(
          "absolute start-0 top-1.5 size-2.5 -translate-x-1/2 rounded-full border-2 border-surface rtl:translate-x-1/2",
          dotLook(action, isSuccessful),
        )}
      />
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{monitorActionWords(action, isSuccessful)}</span>
        {by === null ? null : (
          <span className="min-w-0 text-ink-3">
            <Person id={by} />
          </span>
        )}
        <TimeAgo at={at} className="ms-auto text-xs whitespace-nowrap text-ink-3" />
      </p>
      {text === "" ? null : <AsTyped className="text-ink-2">{text}</AsTyped>}
      {problem === "" ? null : (
        <p className="text-down">
          <AsTyped>{problem}</AsTyped>
        </p>
      )}
    </>
  );
}

function dotLook(action: MonitorEntry["action"], isSuccessful: boolean): string {
  if (!isSuccessful || action === "opened" || action === "reopened") return "bg-down";
  if (action === "passed" || action === "closed" || action === "repaired") return "bg-up";
  return "bg-line-strong";
}
