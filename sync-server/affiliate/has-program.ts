import type { Runtime } from "#server/platform/http/runtime.ts";
import { programCollection, readTerms } from "./store.ts";

/** Whether there is a programme, or somebody has a link of one that is closed. */
export async function hasProgram({ database }: Pick<Runtime, "database">): Promise<boolean> {
  if ((await readTerms(database, null))?.active === true) return true;
  return (await programCollection(database).findOne({}, { projection: { _id: 1 } })) !== null;
}
