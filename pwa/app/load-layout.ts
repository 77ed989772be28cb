import { nextTask } from "#pwa/platform/device/next-task.ts";

/** The signed-in side. Asking for its files takes a task of its own. */
export async function loadSignedInLayout() {
  await nextTask();
  return import("./signed-in-layout.tsx");
}
