import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { AsTyped } from "./as-typed.tsx";
import { useAgainOn, useAsk } from "./ask.ts";
import { useMay, useOwnId } from "./may.ts";
import { Person } from "./person.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { List } from "#pwa/ui/list.tsx";
import { useNow } from "#pwa/ui/now.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import { TASKS_ENDPOINTS } from "#schemas/endpoints/tasks.ts";
import type { TaskOutput, TaskStatus } from "#schemas/tasks.ts";
import { NewTaskSheet } from "./new-task-sheet.tsx";
import { SetTaskSheet, taskActWords } from "./set-task-sheet.tsx";
import { TaskDoing } from "./task-doing.tsx";
import { priorityWords } from "./task-words.ts";

const NONE: readonly TaskOutput[] = [];

/** What operators have to do, and who is at it; asked anew whenever `sign` is another. */
export function TasksCard({ sign }: { readonly sign: string }) {
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const asked = useAsk(TASKS_ENDPOINTS.tasks, {}, { isOn: may(TASKS_ENDPOINTS.tasks) });
  useAgainOn(asked.again, sign);
  const tasks = asked.value?.tasks ?? NONE;
  if (!may(TASKS_ENDPOINTS.tasks)) return null;
  return (
    <Card>
      <CardHeader
        title={t`Tasks`}
        action={
          may(TASKS_ENDPOINTS.addTask) ? (
            <Button size="sm" variant="secondary" onClick={() => setAdding(true)}>
              {t`New task`}
            </Button>
          ) : undefined
        }
      />
      {tasks.length === 0 ? (
        <p className="text-sm text-ink-3">{t`Nothing is to be done.`}</p>
      ) : (
        <TasksList tasks={tasks} />
      )}
      {isAdding ? <NewTaskSheet issue={null} onClose={() => setAdding(false)} /> : null}
    </Card>
  );
}

/** Tasks with what is to be done, by when, and who is at it. */
export function TasksList({ tasks }: { readonly tasks: readonly TaskOutput[] }) {
  return (
    <List>
      {tasks.map((task) => (
        <li key={task.id} className="py-3">
          <Task task={task} />
        </li>
      ))}
    </List>
  );
}

function Task({ task }: { readonly task: TaskOutput }) {
  const { title, description, priority, doing, issueId } = task;
  const may = useMay();
  const isUrgent = priority === "critical" || priority === "high";
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <AsTyped className="min-w-0 font-medium break-words">{title}</AsTyped>
        <Badge tone={isUrgent ? "down" : "neutral"}>{priorityWords(priority)}</Badge>
        <TaskState task={task} />
      </p>
      {description === "" ? null : <AsTyped className="break-words text-ink-2">{description}</AsTyped>}
      {doing === null ? null : <TaskDoing doing={doing} />}
      <Standing task={task} />
      {issueId === null || !may(MONITORING_ENDPOINTS.monitoredIssue) ? null : (
        <Link
          to="/admin-super/$tab"
          params={{ tab: "monitoring" }}
          search={{ open: issueId }}
          className="w-fit text-accent hover:underline"
        >
          {t`What is wrong: issue ${issueId}`}
        </Link>
      )}
      <Acts task={task} />
    </div>
  );
}

/** Nothing of one that is under way: who is at it is said beneath. */
function TaskState({ task: { status, dueAt } }: { readonly task: TaskOutput }) {
  const nowMs = useNow();
  if (status === "completed") return <Badge tone="up">{t({ message: "Done", context: "a task" })}</Badge>;
  if (status === "cancelled") return <Badge>{t({ message: "Dropped", context: "a task" })}</Badge>;
  if (dueAt === null || Date.parse(dueAt) > nowMs) return null;
  return <Badge tone="warn">{t({ message: "Overdue", context: "a task" })}</Badge>;
}

function Standing({ task: { createdAt, assignedTo, dueAt } }: { readonly task: TaskOutput }) {
  const due = dueAt === null ? null : formatDate(Date.parse(dueAt), { withTime: true });
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-3">
      <TimeAgo at={createdAt} />
      {due === null ? null : <span>{t({ message: `Due ${due}`, context: "a task" })}</span>}
      {assignedTo === null ? (
        <span>{t`Nobody is at it yet`}</span>
      ) : (
        <span className="min-w-0">
          <Trans>
            <Person id={assignedTo} /> is at it
          </Trans>
        </span>
      )}
    </p>
  );
}

function Acts({ task }: { readonly task: TaskOutput }) {
  const may = useMay();
  const ownId = useOwnId();
  const [chosen, setChosen] = useState<TaskStatus | null>(null);
  if (!may(TASKS_ENDPOINTS.setTask) || task.status === "completed" || task.status === "cancelled") return null;
  const isOwn = task.assignedTo === ownId;
  const acts: readonly TaskStatus[] = isOwn ? ["completed", "pending", "cancelled"] : ["in_progress", "cancelled"];
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      {acts.map((status) => (
        <Button key={status} size="sm" variant="secondary" onClick={() => setChosen(status)}>
          {taskActWords(status).does}
        </Button>
      ))}
      {chosen === null ? null : <SetTaskSheet task={task} status={chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}
