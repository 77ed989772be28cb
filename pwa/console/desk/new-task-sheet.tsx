import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "./act-sheet.tsx";
import { useAskAgain } from "./ask.ts";
import { MomentField, momentOf } from "./moment-field.tsx";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Field, Textarea, TextField } from "#pwa/ui/field.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { TASKS_ENDPOINTS } from "#schemas/endpoints/tasks.ts";
import type { IssueOutput } from "#schemas/overview.ts";
import { NewTaskInput, TASK_PRIORITIES, TASK_TEXT, TASK_TITLE, type TaskPriority } from "#schemas/tasks.ts";
import { priorityOf, priorityWords } from "./task-words.ts";

const FIELDS = ["title", "description", "priority", "dueAt", "reason"];

interface NewTaskSheetProps {
  /** What is wrong, where it is about that. */
  readonly issue: IssueOutput | null;
  readonly onClose: () => void;
}

/** Something that one of the operators has to do. */
export function NewTaskSheet({ issue, onClose }: NewTaskSheetProps) {
  const [title, setTitle] = useState(issue?.title.slice(0, TASK_TITLE) ?? "");
  const [description, setDescription] = useState(issue?.means.slice(0, TASK_TEXT) ?? "");
  const [priority, setPriority] = useState<TaskPriority>(issue === null ? "medium" : priorityOf(issue.severity));
  const [due, setDue] = useState("");
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();

  function save() {
    const dueAt = momentOf(due);
    const read = readForm(NewTaskInput, { issueId: issue?.id ?? null, title, description, priority, dueAt, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      tellOutcome(await call(TASKS_ENDPOINTS.addTask, { body: read.value }), t`The task waits for somebody`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`New task`}
      description={t`It waits until an operator takes it on. Every operator reads it, whatever their role.`}
      action={action}
      submit={t`Add the task`}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={t({ message: "What is to be done", context: "title of a task" })}
        name="title"
        dir="auto"
        maxLength={TASK_TITLE}
        value={title}
        error={action.issues["title"]}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Field label={t({ message: "Details", context: "of a task" })} error={action.issues["description"]}>
        {(control) => (
          <Textarea
            {...control}
            name="description"
            dir="auto"
            maxLength={TASK_TEXT}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
      <SelectField<TaskPriority>
        label={t({ message: "Urgency", context: "of a task" })}
        options={TASK_PRIORITIES.map((value) => ({ value, label: priorityWords(value) }))}
        value={priority}
        onValueChange={setPriority}
      />
      <MomentField
        label={t({ message: "Due", context: "until when a task is to be done" })}
        hint={t`Empty for whenever.`}
        value={due}
        error={action.issues["dueAt"]}
        onChange={setDue}
      />
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
