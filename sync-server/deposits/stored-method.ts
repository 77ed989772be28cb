import type { ClientSession, Document } from "mongodb";
import * as v from "valibot";
import { type DepositSettings, type MethodSettings, PaymentMethods } from "#schemas/deposits.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";

export interface StoredMethod extends Document {
  readonly id: number;
  readonly methodName: string;
  readonly active: boolean;
  readonly configSettings: DepositSettings | MethodSettings;
  readonly lastUpdated: Date;
  readonly seal?: string;
}

/** Where people pay to, at what rate they are paid, and from where on two operators have to look. */
export const METHOD_KIND: SealedKind<Pick<StoredMethod, "methodName" | "active" | "configSettings" | "seal">> = {
  collection: PaymentMethods.collection,
  contentOf: ({ methodName, active, configSettings }) => ({ methodName, active, configSettings }),
};

export function methodCollection(database: Database) {
  return database.collection<StoredMethod>(PaymentMethods.collection);
}

export function findMethod(
  database: Database,
  methodName: string,
  session: ClientSession | null,
): Promise<StoredMethod | null> {
  return methodCollection(database).findOne({ methodName }, inSession(session));
}

/**
 * What was set of a way to pay in; null where somebody else than an operator did. Switched off, it is still what was switched on: the
 * seal is of that.
 */
export function settingsWithin<Schema extends v.GenericSchema>(
  database: Database,
  method: StoredMethod | null,
  schema: Schema,
): v.InferOutput<Schema> | null {
  if (!method || !isRowSealed(database, METHOD_KIND, { ...method, active: true })) return null;
  const parsed = v.safeParse(schema, method.configSettings);
  return parsed.success ? parsed.output : null;
}

/** Writes what is set of a way to pay in, or switches it off. */
export async function writeMethod(
  { database, clock }: Runtime,
  session: ClientSession,
  { methodName, displayName }: { readonly methodName: string; readonly displayName: string },
  settings: DepositSettings | MethodSettings | null,
): Promise<void> {
  const methods = methodCollection(database);
  const lastUpdated = clock.now();
  const change = settings === null ? { active: false } : { active: true, configSettings: settings, displayName };
  const sealed = settings !== null && { methodName, active: true, configSettings: settings };
  const seal = sealed && { seal: sealRow(database, METHOD_KIND, sealed) };
  const fields = { ...change, lastUpdated, ...seal };
  const known = await methods.updateOne({ methodName }, { $set: fields }, { session });
  if (known.matchedCount > 0 || settings === null) return;
  const id = await database.nextIds(session, PaymentMethods.collection, 1);
  const method = { id, methodName, displayName, active: true, configSettings: settings, lastUpdated };
  await methods.insertOne({ ...method, ...seal }, { session });
}
