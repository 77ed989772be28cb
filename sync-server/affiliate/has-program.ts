import type { Runtime } from "#server/platform/http/runtime.ts";
import { programCollection, termsCollection } from "./store.ts";

/** Whether there is a programme, or somebody has a link of one that is closed: as menus are told, nothing is decided by it. */
export async function hasProgram({ database }: Pick<Runtime, "database">): Promise<boolean> {
  const asked = { projection: { _id: 1 } };
  const isOpen = (await termsCollection(database).findOne({ active: true }, asked)) !== null;
  return isOpen || (await programCollection(database).findOne({}, asked)) !== null;
}
