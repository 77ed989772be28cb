import { useState } from "react";
import { useMay, useOwnId } from "#pwa/console/desk/may.ts";
import { Button } from "#pwa/ui/button.tsx";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import type { MonitoredIssue } from "#schemas/monitoring.ts";
import { AssignSheet } from "./assign-sheet.tsx";
import { IssueReasonSheet } from "./issue-reason-sheet.tsx";
import { issueActWords, type IssueAct } from "./issue-act-words.ts";
import { MergeSheet } from "./merge-sheet.tsx";
import { SnoozeSheet } from "./snooze-sheet.tsx";

/** What an operator may do about an issue as it stands. */
export function IssueActs({ issue }: { readonly issue: MonitoredIssue }) {
  const may = useMay();
  const ownId = useOwnId();
  const [chosen, setChosen] = useState<IssueAct | null>(null);
  const acts = actsFor(issue, ownId);
  if (!may(MONITORING_ENDPOINTS.closeIssue) || acts.length === 0) return null;
  const close = () => setChosen(null);
  return (
    <div className="flex flex-wrap gap-2">
      {acts.map((act, at) => (
        <Button key={act} size="sm" variant={at === 0 ? "primary" : "secondary"} onClick={() => setChosen(act)}>
          {issueActWords(act).button}
        </Button>
      ))}
      {chosen === null ? null : <ActOf act={chosen} issue={issue} onClose={close} />}
    </div>
  );
}

/** The first one is what is most likely meant. */
export function actsFor(issue: MonitoredIssue, ownId: number): readonly IssueAct[] {
  const { status, mergedInto, snooze, assignedTo, acknowledged } = issue;
  if (mergedInto !== null) return ["unmerge"];
  if (status === "resolved") return [];
  return [
    assignedTo === ownId ? "close" : "take",
    ...(acknowledged === null ? ["acknowledge" as const] : []),
    "assign",
    snooze === null ? "snooze" : "wake",
    ...(assignedTo === ownId ? [] : ["close" as const]),
    "merge",
  ];
}

interface ActProps {
  readonly act: IssueAct;
  readonly issue: MonitoredIssue;
  readonly onClose: () => void;
}

function ActOf({ act, issue, onClose }: ActProps) {
  switch (act) {
    case "assign":
      return <AssignSheet issue={issue} onClose={onClose} />;
    case "snooze":
      return <SnoozeSheet issue={issue} onClose={onClose} />;
    case "merge":
      return <MergeSheet issue={issue} onClose={onClose} />;
    default:
      return <IssueReasonSheet act={act} issue={issue} onClose={onClose} />;
  }
}
