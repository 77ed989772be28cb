import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { RunnerNotice } from "#pwa/console/desk/runner-notice.tsx";
import { useMonitoring } from "#pwa/console/desk/use-monitoring.ts";
import { classNames } from "#pwa/ui/class-names.ts";
import { ChecksPart } from "./checks-part.tsx";
import { IssuesPart } from "./issues-part.tsx";
import { MONITORING_PARTS, type MonitoringPart, useMonitoringPlace } from "./monitoring-place.ts";
import { partWords } from "./monitoring-words.ts";
import { NoticesPart } from "./notices-part.tsx";
import { TasksPart } from "./tasks-part.tsx";
import { WindowsPart } from "./windows-part.tsx";

/** Where nothing is checked, nothing tells so: it is asked for. The question is one of those that keep no session awake. */
const FOLLOW_MS = 30_000;

/** What is wrong with the service, what is to be done about it, what looks for it, and who is told. */
export function MonitoringSection() {
  const { part = "issues" } = useMonitoringPlace().place;
  const runner = useMonitoring(FOLLOW_MS).value?.runner;
  return (
    <>
      <PartLinks now={part} />
      <RunnerNotice runner={runner} />
      <Part part={part} />
    </>
  );
}

function Part({ part }: { readonly part: MonitoringPart }) {
  switch (part) {
    case "issues":
      return <IssuesPart />;
    case "tasks":
      return <TasksPart />;
    case "checks":
      return <ChecksPart />;
    case "windows":
      return <WindowsPart />;
    case "notices":
      return <NoticesPart />;
  }
}

function PartLinks({ now }: { readonly now: MonitoringPart }) {
  return (
    <nav aria-label={t`Parts of monitoring`} className="mb-4 overflow-x-auto">
      <ul className="flex gap-5 border-b border-line">
        {MONITORING_PARTS.map((part) => (
          <li key={part}>
            <Link
              to="/admin-super/$tab"
              params={{ tab: "monitoring" }}
              search={part === "issues" ? {} : { part }}
              aria-current={part === now ? "page" : undefined}
              className={classNames(
                "-mb-px inline-flex min-h-9 items-center border-b-2 text-sm font-medium whitespace-nowrap transition-colors duration-150 pointer-coarse:min-h-11",
                part === now ? "border-accent text-ink" : "border-transparent text-ink-3 hover:text-ink",
              )}
            >
              {partWords(part)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
