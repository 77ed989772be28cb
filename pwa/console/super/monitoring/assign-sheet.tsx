import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAsk, useAskAgain } from "#pwa/console/desk/ask.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { SelectField } from "#pwa/ui/select.tsx";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import { ROLES_ENDPOINTS } from "#schemas/endpoints/roles.ts";
import { AssignIssueInput, type MonitoredIssue } from "#schemas/monitoring.ts";
import { issueActWords } from "./issue-act-words.ts";

const FIELDS = ["assignedTo", "reason"];

interface AssignSheetProps {
  readonly issue: MonitoredIssue;
  readonly onClose: () => void;
}

/** Says who is at it: one of the operators, or nobody. */
export function AssignSheet({ issue, onClose }: AssignSheetProps) {
  const operators = useAsk(ROLES_ENDPOINTS.operators, {}).value?.operators ?? [];
  const [chosen, setChosen] = useState(String(issue.assignedTo ?? ""));
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const { button, means, done } = issueActWords("assign");
  const isKnown = chosen === "" || operators.some(({ userId }) => String(userId) === chosen);

  function save() {
    const read = readForm(AssignIssueInput, { assignedTo: chosen === "" ? null : Number(chosen), reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      tellOutcome(await call(MONITORING_ENDPOINTS.assignIssue, { params: { id: issue.id }, body: read.value }), done);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet title={issue.title} description={means} action={action} submit={button} onSubmit={save} onClose={onClose}>
      <SelectField<string>
        label={t({ message: "At it", context: "who works on an issue" })}
        options={[
          { value: "", label: t({ message: "nobody", context: "who works on an issue" }) },
          ...operators.map(({ userId, username }) => ({ value: String(userId), label: username })),
          ...(isKnown ? [] : [{ value: chosen, label: t`Operator ${chosen}` }]),
        ]}
        value={chosen}
        error={action.issues["assignedTo"]}
        onValueChange={setChosen}
      />
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
