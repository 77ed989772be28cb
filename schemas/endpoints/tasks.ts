import { NewTaskInput, SetTaskInput, TaskParams, TasksOutput } from "#schemas/tasks.ts";
import type { Endpoint } from "./endpoint.ts";

/** What operators have to do. */
export const TASKS_ENDPOINTS = {
  tasks: {
    method: "GET",
    path: "/api/admin/tasks",
    access: "admin",
    permission: "overview.read",
    output: TasksOutput,
  },
  addTask: {
    method: "POST",
    path: "/api/admin/tasks",
    access: "operator",
    permission: "tasks.change",
    input: NewTaskInput,
    output: TasksOutput,
    status: 201,
  },
  setTask: {
    method: "POST",
    path: "/api/admin/tasks/:id",
    access: "operator",
    permission: "tasks.change",
    params: TaskParams,
    input: SetTaskInput,
    output: TasksOutput,
  },
} as const satisfies Record<string, Endpoint>;
