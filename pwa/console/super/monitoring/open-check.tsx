import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { SeverityBadge } from "#pwa/console/desk/severity.tsx";
import { formatCount, formatDate } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { CheckOutput } from "#schemas/monitoring.ts";
import { CheckState, msText } from "./check-columns.tsx";
import { CheckNow } from "./check-now.tsx";
import { spanWords } from "./check-words.ts";
import { IssueLink } from "./issue-badges.tsx";
import { IssueSteps } from "./issue-steps.tsx";

/** What a check looks at, how it stands, and what to do where it finds something. */
export function OpenCheck({ check }: { readonly check: CheckOutput }) {
  const { severity, means, steps, problem, unknownBecauseOf, failing, id } = check;
  return (
    <div className="flex flex-col gap-5 text-sm">
      <div className="flex flex-col gap-2">
        <p className="flex flex-wrap gap-1">
          <CheckState check={check} />
          <SeverityBadge severity={severity} />
        </p>
        <AsTyped className="text-ink-2">{means}</AsTyped>
      </div>
      {problem === "" ? null : (
        <Notice tone="warn" title={t`The check could not be made`}>
          <AsTyped>{problem}</AsTyped>
        </Notice>
      )}
      {unknownBecauseOf === null ? null : (
        <Notice>
          <Trans>
            Unknown because of <IssueLink id={unknownBecauseOf}>#{unknownBecauseOf}</IssueLink>
          </Trans>
        </Notice>
      )}
      <Failing failing={failing} />
      <CheckNow checkId={id} />
      <IssueSteps steps={steps} />
      <CheckFacts check={check} />
    </div>
  );
}

function Failing({ failing }: Pick<CheckOutput, "failing">) {
  if (failing.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-semibold">
        <Trans>What it finds now</Trans>
      </h3>
      <ul className="divide-y divide-line">
        {failing.map(({ subject, means, issueId }) => (
          <li key={subject} className="flex items-baseline gap-2 py-2">
            {issueId === null ? null : <IssueLink id={issueId}>#{issueId}</IssueLink>}
            <AsTyped className="min-w-0">{means}</AsTyped>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CheckFacts({ check }: { readonly check: CheckOutput }) {
  const { id, version, intervalMs, failures, passes, dependsOn, isRepairing, lastRunAt, lastDurationMs, nextRunAt } =
    check;
  const moment = (at: string | null) =>
    at === null ? t({ message: "never", context: "a check was made" }) : formatDate(Date.parse(at), { withTime: true });
  return (
    <Facts
      facts={[
        { name: t({ message: "Last made", context: "column of a list: when" }), value: moment(lastRunAt) },
        ...(lastDurationMs === null
          ? []
          : [{ name: t({ message: "Took", context: "column of a list: how long" }), value: msText(lastDurationMs) }]),
        ...(nextRunAt === null
          ? []
          : [{ name: t({ message: "Next", context: "when a check is made" }), value: moment(nextRunAt) }]),
        { name: t({ message: "Every", context: "column of a list: how often" }), value: spanWords(intervalMs) },
        { name: t`Opens an issue after failures in a row`, value: formatCount(failures) },
        { name: t`Closes it after passes in a row`, value: formatCount(passes) },
        ...(isRepairing ? [{ name: t`Repairs itself`, value: t({ message: "yes", context: "as a fact" }) }] : []),
        ...(dependsOn.length === 0
          ? []
          : [{ name: t({ message: "Rests upon", context: "other checks" }), value: <Names names={dependsOn} /> }]),
        { name: t({ message: "Name", context: "of a check" }), value: <Names names={[`${id} ${version}`]} /> },
      ]}
    />
  );
}

function Names({ names }: { readonly names: readonly string[] }) {
  return (
    <bdi dir="ltr" className="font-mono text-xs">
      {names.join(", ")}
    </bdi>
  );
}
