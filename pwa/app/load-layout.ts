import { nextTask } from "#pwa/platform/device/next-task.ts";
import { withSentences } from "#pwa/platform/language/show-language.ts";
import { preloadKeeper } from "#pwa/platform/db/load-keeper.ts";

/** The signed-in side. Asking for its files takes a task of its own. */
export async function loadSignedInLayout() {
  await nextTask();
  preloadKeeper();
  return withSentences("app/signed-in-layout", () => import("./signed-in-layout.tsx"));
}
