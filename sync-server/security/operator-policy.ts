import * as v from "valibot";
import { OperatorPolicy } from "#schemas/security.ts";
import type { Database } from "#server/platform/db/database.ts";

const POLICIES = "operator_policies";
const PAYMENTS = "payments";

/** What the operators ask of payments; the defaults where they never said. */
export async function readOperatorPolicy(database: Database): Promise<OperatorPolicy> {
  const stored = await database.collection<{ _id: string; policy: unknown }>(POLICIES).findOne({ _id: PAYMENTS });
  return v.parse(OperatorPolicy, stored?.policy ?? {});
}

export async function writeOperatorPolicy(database: Database, policy: OperatorPolicy): Promise<void> {
  await database
    .collection<{ _id: string; policy: OperatorPolicy }>(POLICIES)
    .updateOne({ _id: PAYMENTS }, { $set: { policy } }, { upsert: true });
}
