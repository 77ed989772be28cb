import * as v from "valibot";
import { OperatorPolicy } from "#schemas/security.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { noteOperatorAction } from "./operator-actions.ts";

const POLICIES = "operator_policies";
const PAYMENTS = "payments";

/** What the operators ask of payments; the defaults where they never said. */
export async function readOperatorPolicy(database: Database): Promise<OperatorPolicy> {
  const stored = await database.collection<{ _id: string; policy: unknown }>(POLICIES).findOne({ _id: PAYMENTS });
  return v.parse(OperatorPolicy, stored?.policy ?? {});
}

/** Sets what is asked of payments, and records who did. */
export async function writeOperatorPolicy(runtime: Runtime, operatorId: number, policy: OperatorPolicy): Promise<void> {
  const { database } = runtime;
  await database.transaction(async (session) => {
    const details = wordsOf(policy);
    await noteOperatorAction(runtime, session, { operatorId, action: "set-policy", userId: null, reason: "", details });
    await database
      .collection<{ _id: string; policy: OperatorPolicy }>(POLICIES)
      .updateOne({ _id: PAYMENTS }, { $set: { policy } }, { upsert: true, session });
  });
}

function wordsOf({ isKycRequired, coolOffHours, weakeningHours, dailyLimit, approveAbove }: OperatorPolicy): string {
  return [
    isKycRequired ? "identity has to be verified" : "identity need not be verified",
    `a pause of ${coolOffHours} hours after changes of credentials`,
    `what protects less waits ${weakeningHours} hours`,
    dailyLimit === null ? "no daily limit" : `at most ${dailyLimit} a day`,
    approveAbove === null ? "no approval" : `approval above ${approveAbove}`,
  ].join(", ");
}
