import * as v from "valibot";
import { DepositSettings, PaymentMethods } from "#schemas/deposits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { noteOperatorAction } from "#server/security/index.ts";

const METHOD = "cashapp";

/** How deposits are taken; null while they are switched off. */
export async function readDepositSettings({ database }: Pick<Runtime, "database">): Promise<DepositSettings | null> {
  const method = await database.collection(PaymentMethods.collection).findOne({ methodName: METHOD, active: true });
  if (!method) return null;
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
    const known = await methods.updateOne({ methodName: METHOD }, { $set: { ...change, lastUpdated } }, { session });
    if (known.matchedCount > 0 || settings === null) return;
    const id = await database.nextIds(session, PaymentMethods.collection, 1);
    const method = v.parse(PaymentMethods.schema, {
      id,
      methodName: METHOD,
      displayName: "Cash App",
      configSettings: settings,
      lastUpdated,
    });
    await methods.insertOne(method, { session });
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
