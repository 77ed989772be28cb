import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Badge } from "#pwa/ui/badge.tsx";
import { formatCount, formatDate } from "#pwa/ui/format.ts";
import type { MonitoredIssue } from "#schemas/monitoring.ts";

/** How an issue stands, besides how bad it is; nothing of one that is just open. */
export function IssueBadges({ issue }: { readonly issue: MonitoredIssue }) {
  const { status, isAutoResolved, isFlapping, isRepairing, snooze, windowId, mergedCount, openTasks } = issue;
  const merged = formatCount(mergedCount);
  const tasks = formatCount(openTasks);
  return (
    <>
      {status === "resolved" ? (
        <Badge tone="up">
          {isAutoResolved
            ? t({ message: "Passed by itself", context: "an issue" })
            : t({ message: "Resolved", context: "an issue" })}
        </Badge>
      ) : null}
      <UnknownBadge issue={issue} />
      <MergedBadge issue={issue} />
      {isFlapping ? <Badge tone="warn">{t({ message: "Comes and goes", context: "an issue" })}</Badge> : null}
      {snooze === null ? null : <SnoozedBadge until={snooze.until} />}
      {windowId === null ? null : <Badge>{t({ message: "Under maintenance", context: "an issue" })}</Badge>}
      {isRepairing && status === "active" ? (
        <Badge tone="accent">{t({ message: "Repairs itself", context: "an issue" })}</Badge>
      ) : null}
      {mergedCount === 0 ? null : (
        <Badge>{plural(mergedCount, { one: `${merged} merged in`, other: `${merged} merged in` })}</Badge>
      )}
      {openTasks === 0 ? null : (
        <Badge tone="accent">{plural(openTasks, { one: `${tasks} task`, other: `${tasks} tasks` })}</Badge>
      )}
    </>
  );
}

function UnknownBadge({ issue: { unknownBecauseOf: id } }: { readonly issue: MonitoredIssue }) {
  if (id === null) return null;
  return (
    <Badge>
      <Trans>
        Unknown because of <IssueLink id={id}>#{id}</IssueLink>
      </Trans>
    </Badge>
  );
}

function MergedBadge({ issue: { mergedInto: id } }: { readonly issue: MonitoredIssue }) {
  if (id === null) return null;
  return (
    <Badge>
      <Trans>
        Part of <IssueLink id={id}>#{id}</IssueLink>
      </Trans>
    </Badge>
  );
}

function SnoozedBadge({ until }: { readonly until: string }) {
  const end = formatDate(Date.parse(until), { withTime: true });
  return <Badge>{t({ message: `Snoozed until ${end}`, context: "an issue" })}</Badge>;
}

interface IssueLinkProps {
  readonly id: number;
  readonly children: ReactNode;
}

/** Leads to an issue, whatever list it is in. */
export function IssueLink({ id, children }: IssueLinkProps) {
  return (
    <Link
      to="/admin-super/$tab"
      params={{ tab: "monitoring" }}
      search={{ open: id }}
      dir="ltr"
      // Above the link that lies over the whole line of a list.
      className="numeric relative z-10 text-accent underline underline-offset-2"
    >
      {children}
    </Link>
  );
}
