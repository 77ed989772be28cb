import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAsk, useAskAgain } from "#pwa/console/desk/ask.ts";
import { usePlace } from "#pwa/console/desk/place.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import { MergeIssueInput, type MonitoredIssue } from "#schemas/monitoring.ts";
import { issueActWords } from "./issue-act-words.ts";

const FIELDS = ["into", "reason"];
const QUERY = { query: { show: "open", find: "" } } as const;

interface MergeSheetProps {
  readonly issue: MonitoredIssue;
  readonly onClose: () => void;
}

/** Makes an issue a part of another one that is open. */
export function MergeSheet({ issue, onClose }: MergeSheetProps) {
  const { go } = usePlace();
  const asked = useAsk(MONITORING_ENDPOINTS.monitoredIssues, QUERY);
  const others = (asked.value?.issues ?? []).filter(({ id, mergedInto }) => id !== issue.id && mergedInto === null);
  const [chosen, setChosen] = useState("");
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const { button, means, done } = issueActWords("merge");

  function save() {
    const into = Number(chosen);
    const read = readForm(MergeIssueInput, { into, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      tellOutcome(await call(MONITORING_ENDPOINTS.mergeIssue, { params: { id: issue.id }, body: read.value }), done);
      askAgain();
      onClose();
      go({ open: into }, "replace");
    });
  }

  return (
    <ActSheet
      title={issue.title}
      description={means}
      action={action}
      submit={button}
      isReady={chosen !== ""}
      onSubmit={save}
      onClose={onClose}
    >
      {asked.value !== null && others.length === 0 ? (
        <Notice>{t`No other issue is open.`}</Notice>
      ) : (
        <SelectField<string>
          label={t({ message: "Into", context: "which issue another one is merged" })}
          options={[
            { value: "", label: t({ message: "Choose an issue", context: "into which another one is merged" }) },
            ...others.map(({ id, title }) => ({ value: String(id), label: `#${id} ${title}` })),
          ]}
          value={chosen}
          error={action.issues["into"]}
          onValueChange={setChosen}
        />
      )}
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
