import type { Migration } from "#server/platform/db/migrate.ts";
import { tasksOf } from "#server/platform/issues/issue-tasks.ts";
import { indexDeliveries } from "./webhook-store.ts";
import { indexWindows } from "./windows.ts";

export const monitoringIndexes: Migration = {
  number: 161,
  name: "windows of maintenance, messages to the webhook, tasks by issue",
  run: async (database) => {
    await indexWindows(database);
    await indexDeliveries(database);
    await tasksOf(database).createIndex({ issueId: 1, status: 1 });
  },
};

export const taskIndexes: Migration = {
  number: 116,
  name: "what operators have to do, by how it stands, one open task of an issue",
  run: async (database) => {
    const tasks = tasksOf(database);
    await tasks.createIndex({ status: 1, id: 1 });
    await tasks.createIndex({ "taskData.openFor": 1 }, { unique: true, sparse: true });
  },
};
