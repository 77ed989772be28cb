import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { MomentField, momentOf, typedMoment } from "#pwa/console/desk/moment-field.tsx";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { formatDate } from "#pwa/ui/format.ts";
import { SelectField } from "#pwa/ui/select.tsx";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import { type MonitoredIssue, MOST_SNOOZE_DAYS, SnoozeIssueInput } from "#schemas/monitoring.ts";
import { issueActWords } from "./issue-act-words.ts";

const FIELDS = ["until", "reason"];
const HOUR_MS = 3_600_000;
/** In hours; 0 is a moment of one's own. */
const SPANS = [1, 4, 24, 72, 168, 0] as const;
type Span = `${(typeof SPANS)[number]}`;

interface SnoozeSheetProps {
  readonly issue: MonitoredIssue;
  readonly onClose: () => void;
}

/** Until when nobody is told of an issue, and why. */
export function SnoozeSheet({ issue, onClose }: SnoozeSheetProps) {
  const [span, setSpan] = useState<Span>("4");
  const [typed, setTyped] = useState(() => typedMoment(nowMs() + 24 * HOUR_MS));
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const { button, means, done } = issueActWords("snooze");
  const days = MOST_SNOOZE_DAYS;

  function save() {
    const until = span === "0" ? momentOf(typed) : new Date(nowMs() + Number(span) * HOUR_MS).toISOString();
    if (until === null) return action.refuse({ until: t`Enter a day and a time.` });
    const read = readForm(SnoozeIssueInput, { until, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      tellOutcome(await call(MONITORING_ENDPOINTS.snoozeIssue, { params: { id: issue.id }, body: read.value }), done);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet title={issue.title} description={means} action={action} submit={button} onSubmit={save} onClose={onClose}>
      <SelectField<Span>
        label={t({ message: "For how long", context: "an issue is snoozed" })}
        options={SPANS.map((hours) => ({ value: `${hours}` as const, label: spanWords(hours) }))}
        value={span}
        onValueChange={setSpan}
      />
      {span === "0" ? (
        <MomentField
          label={t({ message: "Until", context: "a moment" })}
          hint={t`${days} days from now at most.`}
          value={typed}
          error={action.issues["until"]}
          onChange={setTyped}
        />
      ) : (
        <Until hours={Number(span)} error={action.issues["until"]} />
      )}
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}

function Until({ hours, error }: { readonly hours: number; readonly error: string | undefined }) {
  const [fromMs] = useState(nowMs);
  const end = formatDate(fromMs + hours * HOUR_MS, { withTime: true });
  return error === undefined ? (
    <p className="-mt-2 text-sm text-ink-3">{t`Until ${end}.`}</p>
  ) : (
    <p role="alert" className="-mt-2 text-sm text-down">
      {error}
    </p>
  );
}

function spanWords(hours: (typeof SPANS)[number]): string {
  if (hours === 0) return t({ message: "Until a moment of my own", context: "an issue is snoozed" });
  if (hours < 24) return plural(hours, { one: "# hour", other: "# hours" });
  return plural(hours / 24, { one: "# day", other: "# days" });
}
