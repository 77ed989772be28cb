import { plural, t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { List } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { OVERVIEW_ENDPOINTS } from "#schemas/endpoints/overview.ts";
import type { IssueOutput } from "#schemas/overview.ts";
import { AsTyped } from "./as-typed.tsx";
import { useAgainOn, useAsk } from "./ask.ts";
import { useMay } from "./may.ts";
import { SeverityBadge } from "./severity.tsx";

interface IssuesCardProps {
  /** What they are about. */
  readonly only?: string;
  /** They are asked for anew whenever this is another. */
  readonly sign?: string;
  readonly renderActs?: (issue: IssueOutput) => ReactNode;
}

/** What the service found wrong with itself; nothing where nothing is. */
export function IssuesCard({ only, sign = "", renderActs }: IssuesCardProps) {
  const isOn = useMay()(OVERVIEW_ENDPOINTS.issues);
  const { value, again } = useAsk(OVERVIEW_ENDPOINTS.issues, {}, { isOn });
  useAgainOn(again, sign);
  const issues = (value?.issues ?? []).filter(({ type }) => only === undefined || type === only);
  if (issues.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t`What is wrong`} />
      <List>
        {issues.map((issue) => (
          <li key={issue.id} className="py-3">
            <Issue issue={issue} />
            {renderActs?.(issue)}
          </li>
        ))}
      </List>
    </Card>
  );
}

function Issue({ issue: { id, title, means, severity, occurrences, since } }: { readonly issue: IssueOutput }) {
  const count = formatCount(occurrences);
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Link
          to="/admin-super/$tab"
          params={{ tab: "monitoring" }}
          search={{ open: id }}
          className="min-w-0 font-medium hover:underline"
        >
          <AsTyped>{title}</AsTyped>
        </Link>
        <SeverityBadge severity={severity} />
      </p>
      <AsTyped className="break-words text-ink-2">{means}</AsTyped>
      <p className="text-ink-3">
        <TimeAgo at={since} />
      </p>
      {occurrences > 1 ? (
        <p className="text-ink-3">
          {plural(occurrences, { one: `Found ${count} time since`, other: `Found ${count} times since` })}
        </p>
      ) : null}
    </div>
  );
}
