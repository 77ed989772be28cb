import type { Runtime } from "#server/platform/http/runtime.ts";
import { isRowSealed } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { POOL_KIND, type PoolDocument } from "./store.ts";

/** Whether we wrote a pool as it is; operators are told of one that we did not. */
export async function isOurs(runtime: Runtime, pool: PoolDocument): Promise<boolean> {
  if (isRowSealed(runtime.database, POOL_KIND, pool)) return true;
  const { id, userId } = pool;
  await tellForged(runtime, `pool ${id}`, { poolId: id, userId });
  return false;
}
