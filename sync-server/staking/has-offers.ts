import type { Database } from "#server/platform/db/database.ts";
import { offerCollection } from "./store.ts";

/** Whether there is, or was, anything to stake in: whoever staked finds their way back, whatever was closed since. */
export async function hasOffers(database: Database): Promise<boolean> {
  return (await offerCollection(database).findOne({}, { projection: { _id: 1 } })) !== null;
}
