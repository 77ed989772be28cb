import type { ClientSession } from "mongodb";
import * as v from "valibot";
import { OperatorPolicy } from "#schemas/security.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { noteOperatorAction } from "./operator-actions.ts";

const POLICIES = "operator_policies";
const PAYMENTS = "payments";

interface StoredPolicy {
  readonly _id: string;
  readonly policy: unknown;
}

/** What the operators ask of payments; the defaults where they never said. */
export async function readOperatorPolicy(database: Database): Promise<OperatorPolicy> {
  return parsed(await policies(database).findOne({ _id: PAYMENTS }));
}

/** The same as a transaction sees it. */
export async function readOperatorPolicyWithin(database: Database, session: ClientSession): Promise<OperatorPolicy> {
  return parsed(await policies(database).findOne({ _id: PAYMENTS }, { session }));
}

function parsed(stored: StoredPolicy | null): OperatorPolicy {
  return v.parse(OperatorPolicy, stored?.policy ?? {});
}

function policies(database: Database) {
  return database.collection<StoredPolicy>(POLICIES);
}

/** Sets what is asked of payments, and records who did. */
export async function writeOperatorPolicy(runtime: Runtime, operatorId: number, policy: OperatorPolicy): Promise<void> {
  const { database } = runtime;
  await database.transaction(async (session) => {
    const details = wordsOf(policy);
    await noteOperatorAction(runtime, session, { operatorId, action: "set-policy", userId: null, reason: "", details });
    await policies(database).updateOne({ _id: PAYMENTS }, { $set: { policy } }, { upsert: true, session });
  });
}

function wordsOf(policy: OperatorPolicy): string {
  const { isKycRequired, coolOffHours, dailyLimit, approveAbove, lossTolerancePercent, lossToleranceUsd } = policy;
  return [
    isKycRequired ? "identity has to be verified" : "identity need not be verified",
    `a pause of ${coolOffHours} hours after changes of credentials`,
    dailyLimit === null ? "no daily limit" : `at most ${dailyLimit} a day`,
    approveAbove === null ? "no approval" : `approval above ${approveAbove}`,
    `exchanges may give away ${lossTolerancePercent} % or ${lossToleranceUsd} USD`,
  ].join(", ");
}
