import type { TASKS_ENDPOINTS } from "#schemas/endpoints/tasks.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const TASKS_DOCS = {
  tasks: {
    summary: "What operators have to do: all tasks that are open, the oldest first, with who is at it",
    errors: [],
  },
  addTask: {
    summary: "Makes a task, of what is wrong with the service or of an operator's own words",
    errors: ["input-invalid", "issue-over", "task-open", "tasks-full", "operator-frozen"],
  },
  setTask: {
    summary: "Takes a task on, gives it back or ends it, as long as it stands as it was seen",
    errors: ["input-invalid", "task-unknown", "task-changed", "operator-frozen"],
  },
} as const satisfies DocsOf<typeof TASKS_ENDPOINTS>;
