import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { ShowFilter } from "#pwa/console/desk/show-filter.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import { hasWords } from "#schemas/values/fold-text.ts";
import { checkColumns, CheckState, type NumberedCheck } from "./check-columns.tsx";
import { SHOWN_CHECKS, shownCheckWords } from "./check-words.ts";
import { useMonitoringPlace } from "./monitoring-place.ts";
import { OpenCheck } from "./open-check.tsx";

const FOLLOW_MS = 30_000;

/** What looks after the service: each check, when it was made the last time, and how it stands. */
export function ChecksPart() {
  const place = useMonitoringPlace();
  const { find = "", show } = place.place;
  const shown = SHOWN_CHECKS.find((each) => each === show) ?? "all";
  const columns = useMemo(() => checkColumns(), []);
  const asked = useAsk(MONITORING_ENDPOINTS.checks, {}, { followMs: FOLLOW_MS });
  const all = useMemo(
    () => (asked.value?.checks ?? []).map((check, at): NumberedCheck => ({ ...check, number: at + 1 })),
    [asked.value],
  );
  const rows = useMemo(
    () =>
      all.filter(
        (check) => (shown === "all" || isTrouble(check)) && hasWords([check.title, check.id, check.type], find),
      ),
    [all, shown, find],
  );
  return (
    <ListView
      label={t({ message: "Checks", context: "what looks whether something is wrong" })}
      fileName="checks"
      asked={asked}
      all={all}
      rows={rows}
      columns={columns}
      idOf={({ number }) => number}
      titleOf={(number) =>
        all.find((check) => check.number === number)?.title ?? t({ message: "Check", context: "that found an issue" })
      }
      place={place}
      isChosenFrom={false}
      renderCard={(check) => <CheckCard check={check} />}
      searchLabel={t`Search by name`}
      filters={
        <ShowFilter
          label={t({ message: "Which", context: "checks" })}
          items={SHOWN_CHECKS.map((value) => ({ value, label: shownCheckWords(value) }))}
          value={shown}
          onValueChange={(value) => place.go({ show: value === "all" ? undefined : value }, "replace")}
        />
      }
      empty={{ title: t`There are no checks`, text: t`The server named none.` }}
      renderOpen={(number) => {
        const check = all.find((each) => each.number === number);
        if (check) return <OpenCheck key={check.id} check={check} />;
        return asked.value === null ? null : <Notice>{t`There is no such check.`}</Notice>;
      }}
    />
  );
}

/** Whether a check calls for a person; one that was not made yet does not. */
function isTrouble({ state }: NumberedCheck): boolean {
  return state !== "passing" && state !== "new";
}

function CheckCard({ check }: { readonly check: NumberedCheck }) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <AsTyped className="font-medium">{check.title}</AsTyped>
      <p className="flex flex-wrap items-center gap-2 text-ink-3">
        <CheckState check={check} />
        {check.lastRunAt === null ? null : <TimeAgo at={check.lastRunAt} />}
      </p>
    </div>
  );
}
