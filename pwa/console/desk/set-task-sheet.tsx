import { t } from "@lingui/core/macro";
import { AsTyped } from "./as-typed.tsx";
import { ReasonSheet } from "./reason-sheet.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { TASKS_ENDPOINTS } from "#schemas/endpoints/tasks.ts";
import type { TaskOutput, TasksOutput, TaskStatus } from "#schemas/tasks.ts";

/** What an operator does about a task, in words. */
export function taskActWords(status: TaskStatus): { readonly does: string; readonly done: string } {
  switch (status) {
    case "in_progress":
      return { does: t`Take it on`, done: t`The task is yours` };
    case "pending":
      return { does: t`Give it back`, done: t`The task waits for somebody` };
    case "completed":
      return { does: t({ message: "It is done", context: "a task" }), done: t`The task is done` };
    case "cancelled":
      return { does: t({ message: "Drop it", context: "a task" }), done: t`The task is dropped` };
  }
}

interface SetTaskSheetProps {
  readonly task: TaskOutput;
  readonly status: TaskStatus;
  readonly onClose: () => void;
}

/** Asks why, and changes the task as long as it stands as it was shown. */
export function SetTaskSheet({ task, status, onClose }: SetTaskSheetProps) {
  const { does, done } = taskActWords(status);
  const former = { status: task.status, assignedTo: task.assignedTo };
  return (
    <ReasonSheet
      title={does}
      submit={does}
      tone={status === "cancelled" ? "danger" : "primary"}
      carryOut={({ reason }) =>
        call(TASKS_ENDPOINTS.setTask, { params: { id: task.id }, body: { status, former, reason } })
      }
      done={({ recheck }) => (recheck === undefined ? done : recheckWords(recheck))}
      onClose={onClose}
    >
      <AsTyped className="text-sm font-medium">{task.title}</AsTyped>
    </ReasonSheet>
  );
}

/** What came of the check that was made anew because its task is done. */
function recheckWords({ issueId, stands }: NonNullable<TasksOutput["recheck"]>): string {
  switch (stands) {
    case "closed":
      return t`The task is done and the check passes: issue ${issueId} is closed`;
    case "open":
      return t`The task is done, but the check still finds issue ${issueId}`;
    case "unknown":
      return t`The task is done; whether issue ${issueId} is over cannot be told yet`;
  }
}
