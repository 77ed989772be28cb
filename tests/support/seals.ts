import { METHOD_KIND } from "#server/deposits/stored-method.ts";
import { FEE_KIND } from "#server/fees/operator-fee.ts";
import type { StoredFeeRule } from "#server/fees/timeline.ts";
import { DEPOSIT_KIND, type DepositDocument, depositCollection, findDeposit } from "#server/deposits/store.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Database } from "#server/platform/db/database.ts";
import { SESSIONS } from "#server/platform/http/session-store.ts";
import { setSealed } from "#server/platform/seals/sealed-fields.ts";
import { sealingAtFirst, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { NAME_KIND } from "#server/users/names.ts";
import { POLICY_KIND, sealPolicyAtFirst } from "#server/security/operator-policy.ts";
import type { DepositSettings } from "#schemas/deposits.ts";
import type { OperatorPolicy } from "#schemas/security.ts";
import { FACTOR_KIND } from "#server/two-factor/two-factor.ts";
import { sealUserNamesAtFirst, writeSecurity } from "#server/users/index.ts";

/** Sets fields of what operators ask of payments, without an operator. */
export async function setOperatorPolicy(database: Database, fields: Partial<OperatorPolicy>): Promise<void> {
  await sealPolicyAtFirst(database);
  const policies = database.collection<{ _id: string; policy: OperatorPolicy }>(POLICY_KIND.collection);
  const stored = await policies.findOne({ _id: "payments" });
  if (!stored) throw new Error("there is no policy");
  const row = { _id: "payments", policy: { ...stored.policy, ...fields } };
  await policies.updateOne(
    { _id: "payments" },
    { $set: { policy: row.policy, seal: sealRow(database, POLICY_KIND, row) } },
  );
}

/** A fee rule that nobody asked an operator for. */
export async function addFeeRule(database: Database, rule: StoredFeeRule): Promise<void> {
  await database.collection(FEE_KIND.collection).insertOne({ ...rule, seal: sealRow(database, FEE_KIND, rule) });
}

/** Switches deposits on, without an operator. */
export async function takeDeposits(database: Database, configSettings: DepositSettings): Promise<void> {
  const method = { methodName: "cashapp", active: true, configSettings };
  await database
    .collection(METHOD_KIND.collection)
    .insertOne({ ...method, seal: sealRow(database, METHOD_KIND, method) });
}

/** A deposit that nobody declared, in whatever state. */
export async function addDeposit(database: Database, deposit: Partial<DepositDocument>): Promise<void> {
  const deposits = database.collection(DEPOSIT_KIND.collection);
  const _id = await deposits.insertOne({ approvals: [], ...deposit });
  const stored = await depositCollection(database).findOne({ _id: _id.insertedId });
  if (!stored) throw new Error("the deposit was not stored");
  await deposits.updateOne({ _id: stored._id }, { $set: { seal: sealRow(database, DEPOSIT_KIND, stored) } });
}

/** Sets fields of a deposit as the server would. */
export async function setDeposit(database: Database, id: number, fields: Partial<DepositDocument>): Promise<void> {
  const deposit = await findDeposit(database, id, null);
  const seal = sealRow(database, DEPOSIT_KIND, { ...deposit, ...fields });
  await depositCollection(database).updateOne({ id }, { $set: { ...fields, seal } });
}

/** Has all sessions of a user count as confirmed until then. */
export async function confirmSessions(database: Database, userId: number, confirmedUntil: Date): Promise<void> {
  const sessions = database.collection<{ _id: string; userId: number }>(SESSIONS);
  for (const { _id } of await sessions.find({ userId }).toArray())
    await sessions.updateOne({ _id }, { $set: setSealed(database, SESSIONS, _id, { confirmedUntil }) });
}

/** Has the words that a migration put there be believed, as the first start with seals has it. */
export async function sealNames(database: Database): Promise<void> {
  await database
    .collection("users")
    .updateMany({}, { $unset: { "seals.usernameKey": "", "seals.uniqueUserIdKey": "" } });
  await sealUserNamesAtFirst(database);
  await sealingAtFirst(NAME_KIND)(database);
}

type Protecting = Pick<Runtime, "database" | "clock" | "log">;

/** Sets what protects a user's account, without asking them. */
export function protect(
  runtime: Protecting,
  userId: number,
  fields: Parameters<typeof writeSecurity>[3],
): Promise<void> {
  return runtime.database.transaction((session) => writeSecurity(runtime, session, userId, fields));
}

/** Ends the pause after a change of what proves who somebody is. */
export function endPause(runtime: Protecting, userId: number): Promise<void> {
  return protect(runtime, userId, { credentialsChangedAt: undefined });
}

/** A second factor that is on, of which no code is known. */
export async function addSecondFactor(runtime: Protecting, userId: number): Promise<void> {
  const factor = { _id: userId, isEnabled: true, lastStep: 0, recoveryDigests: [] };
  await protect(runtime, userId, { hasSecondFactor: true });
  await runtime.database
    .collection<typeof factor & { readonly seal: string }>(FACTOR_KIND.collection)
    .insertOne({ ...factor, seal: sealRow(runtime.database, FACTOR_KIND, factor) });
}
