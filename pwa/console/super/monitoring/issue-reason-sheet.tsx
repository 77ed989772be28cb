import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useOwnId } from "#pwa/console/desk/may.ts";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import { IssueActInput, type MonitoredIssue } from "#schemas/monitoring.ts";
import { issueActWords, type PlainIssueAct } from "./issue-act-words.ts";

interface IssueReasonSheetProps {
  readonly act: PlainIssueAct;
  readonly issue: MonitoredIssue;
  readonly onClose: () => void;
}

/** Asks why, and does it. */
export function IssueReasonSheet({ act, issue, onClose }: IssueReasonSheetProps) {
  const ownId = useOwnId();
  const { button, means, done } = issueActWords(act);
  return (
    <ReasonSheet
      title={button}
      description={means}
      submit={button}
      schema={IssueActInput}
      carryOut={({ reason }) => carryOut(act, issue.id, { reason, ownId })}
      done={done}
      onClose={onClose}
    >
      <AsTyped className="text-sm font-medium">{issue.title}</AsTyped>
    </ReasonSheet>
  );
}

interface Given {
  readonly reason: string;
  readonly ownId: number;
}

function carryOut(act: PlainIssueAct, id: number, { reason, ownId }: Given): Promise<object> {
  const [params, body] = [{ id }, { reason }];
  switch (act) {
    case "take":
      return call(MONITORING_ENDPOINTS.assignIssue, { params, body: { assignedTo: ownId, reason } });
    case "acknowledge":
      return call(MONITORING_ENDPOINTS.acknowledgeIssue, { params, body });
    case "wake":
      return call(MONITORING_ENDPOINTS.snoozeIssue, { params, body: { until: null, reason } });
    case "close":
      return call(MONITORING_ENDPOINTS.closeIssue, { params, body });
    case "unmerge":
      return call(MONITORING_ENDPOINTS.unmergeIssue, { params, body });
  }
}
