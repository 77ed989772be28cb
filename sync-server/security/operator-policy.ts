import * as v from "valibot";
import { OperatorPolicy } from "#schemas/security.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { SealBrokenError } from "#server/platform/seals/row-seals.ts";
import { assertRowSealed, type SealedKind, sealingAtFirst, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { noteOperatorAction } from "./operator-actions.ts";

const POLICIES = "operator_policies";
const PAYMENTS = "payments";

/** What the operators said, under their seal. */
interface StoredPolicy {
  readonly _id: string;
  readonly policy: OperatorPolicy;
  readonly seal?: string;
}

export const POLICY_KIND: SealedKind<StoredPolicy> = {
  collection: POLICIES,
  contentOf: ({ _id, policy }) => ({ _id, policy }),
};

/**
 * What the operators ask of payments; the defaults where they never said. Throws {@link SealBrokenError} where somebody else
 * said it, or took away what they said: nothing is paid by it.
 */
export async function readOperatorPolicy(database: Database): Promise<OperatorPolicy> {
  const stored = await database.collection<StoredPolicy>(POLICIES).findOne({ _id: PAYMENTS });
  if (!stored) throw new SealBrokenError("the absence of the operators' policy");
  assertRowSealed(database, POLICY_KIND, stored, PAYMENTS);
  return v.parse(OperatorPolicy, stored.policy);
}

/** Seals the policy of a server that knew no seals, and the defaults where the operators never said. */
export async function sealPolicyAtFirst(database: Database): Promise<void> {
  const policies = database.collection<StoredPolicy>(POLICIES);
  const policy = v.parse(OperatorPolicy, {});
  await policies.updateOne({ _id: PAYMENTS }, { $setOnInsert: { policy } }, { upsert: true });
  await sealingAtFirst(POLICY_KIND)(database);
}

/** Sets what is asked of payments, and records who did. */
export async function writeOperatorPolicy(runtime: Runtime, operatorId: number, policy: OperatorPolicy): Promise<void> {
  const { database } = runtime;
  await database.transaction(async (session) => {
    const details = wordsOf(policy);
    await noteOperatorAction(runtime, session, { operatorId, action: "set-policy", userId: null, reason: "", details });
    const seal = sealRow(database, POLICY_KIND, { _id: PAYMENTS, policy });
    await database
      .collection<StoredPolicy>(POLICIES)
      .updateOne({ _id: PAYMENTS }, { $set: { policy, seal } }, { upsert: true, session });
  });
}

function wordsOf({ isKycRequired, coolOffHours, dailyLimit, approveAbove }: OperatorPolicy): string {
  return [
    isKycRequired ? "identity has to be verified" : "identity need not be verified",
    `a pause of ${coolOffHours} hours after changes of credentials`,
    dailyLimit === null ? "no daily limit" : `at most ${dailyLimit} a day`,
    approveAbove === null ? "no approval" : `approval above ${approveAbove}`,
  ].join(", ");
}
