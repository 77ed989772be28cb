import type { Document } from "mongodb";
import * as v from "valibot";
import { DepositSettings, PaymentMethods } from "#schemas/deposits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { noteOperatorAction } from "#server/security/index.ts";

const METHOD = "cashapp";

interface StoredMethod extends Document {
  readonly methodName: string;
  readonly active: boolean;
  readonly configSettings: DepositSettings;
  readonly seal?: string;
}

/** Where people pay to, at what rate they are paid, and from where on two operators have to look. */
export const METHOD_KIND: SealedKind<Pick<StoredMethod, "methodName" | "active" | "configSettings" | "seal">> = {
  collection: PaymentMethods.collection,
  contentOf: ({ methodName, active, configSettings }) => ({ methodName, active, configSettings }),
};

/** How deposits are taken; null while they are switched off, and where somebody else than an operator switched them on. */
export async function readDepositSettings({ database }: Pick<Runtime, "database">): Promise<DepositSettings | null> {
  const methods = database.collection<StoredMethod>(PaymentMethods.collection);
  const method = await methods.findOne({ methodName: METHOD, active: true });
  if (!method || !isRowSealed(database, METHOD_KIND, method)) return null;
  const parsed = v.safeParse(DepositSettings, method["configSettings"]);
  return parsed.success ? parsed.output : null;
}

/** Sets how deposits are taken, and records who did. */
export async function writeDepositSettings(
  runtime: Runtime,
  operatorId: number,
  settings: DepositSettings | null,
): Promise<void> {
  const { database, clock } = runtime;
  await database.transaction(async (session) => {
    const details = wordsOf(settings);
    await noteOperatorAction(runtime, session, {
      operatorId,
      action: "set-deposits",
      userId: null,
      reason: "",
      details,
    });
    const methods = database.collection(PaymentMethods.collection);
    const lastUpdated = clock.now();
    const change = settings === null ? { active: false } : { active: true, configSettings: settings };
    const sealed = settings !== null && { methodName: METHOD, active: true, configSettings: settings };
    const seal = sealed && { seal: sealRow(database, METHOD_KIND, sealed) };
    const known = await methods.updateOne(
      { methodName: METHOD },
      { $set: { ...change, lastUpdated, ...seal } },
      { session },
    );
    if (known.matchedCount > 0 || settings === null) return;
    const id = await database.nextIds(session, PaymentMethods.collection, 1);
    const method = v.parse(PaymentMethods.schema, {
      id,
      methodName: METHOD,
      displayName: "Cash App",
      configSettings: settings,
      lastUpdated,
    });
    await methods.insertOne({ ...method, ...seal }, { session });
  });
}

function wordsOf(settings: DepositSettings | null): string {
  if (settings === null) return "off";
  const { recipient, xlmRate, minAmount, maxAmount, secondAbove } = settings;
  return [
    `to ${recipient}, ${xlmRate} XLM for a USD`,
    ...(minAmount === null ? [] : [`at least ${minAmount} USD`]),
    ...(maxAmount === null ? [] : [`at most ${maxAmount} USD`]),
    secondAbove === null ? "one operator approves any" : `a second operator above ${secondAbove} USD`,
  ].join(", ");
}
