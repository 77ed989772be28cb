import type { ClientSession, Document } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import * as v from "valibot";
import type { ContentOf } from "#schemas/approvals.ts";
import { DepositSettings, PaymentMethods } from "#schemas/deposits.ts";
import { AppError } from "#schemas/errors.ts";
import { type Act, noteAct } from "#server/approvals/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { guardedPrice } from "#server/prices/index.ts";
import { whyTwoSet } from "./rules.ts";

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
export async function readDepositSettings(
  { database }: Pick<Runtime, "database">,
  session: ClientSession | null,
): Promise<DepositSettings | null> {
  const method = await methodOf(database, session);
  return method?.active === true ? settingsOf(database, method) : null;
}

async function methodOf(database: Database, session: ClientSession | null): Promise<StoredMethod | null> {
  const options = inSession(session);
  return database.collection<StoredMethod>(PaymentMethods.collection).findOne({ methodName: METHOD }, options);
}

/** Switched off, they are still those that were switched on: the seal is of that. */
function settingsOf(database: Database, method: StoredMethod | null): DepositSettings | null {
  if (!method || !isRowSealed(database, METHOD_KIND, { ...method, active: true })) return null;
  const parsed = v.safeParse(DepositSettings, method.configSettings);
  return parsed.success ? parsed.output : null;
}

/**
 * How deposits are taken: one operator switches them off or is more careful, and two say whom people pay and what they get for
 * it. What was set before they were switched off counts still.
 */
export function settingsAct(runtime: Runtime): Act<ContentOf<"set-deposits">> {
  const { database } = runtime;
  return {
    subject: () => "deposit settings",
    about: () => Promise.resolve([]),
    says: ({ settings }) => `Deposits are taken so: ${wordsOf(settings)}.`,
    whySecond: async ({ settings }, _operatorId, session) =>
      whyTwoSet(settings, settingsOf(database, await methodOf(database, session)), await guardedPrice(runtime)),
    prepare: ({ settings, former }) =>
      Promise.resolve(async (session, by) => {
        await noteAct(runtime, session, by, {
          action: "set-deposits",
          userId: null,
          details: wordsOf(settings),
          change: { before: former, after: settings },
        });
        const now = await readDepositSettings(runtime, session);
        if (JSON.stringify(now) !== JSON.stringify(former)) throw new AppError("proposal-outdated");
        await writeDepositSettings(runtime, session, settings);
      }),
  };
}

async function writeDepositSettings(
  { database, clock }: Runtime,
  session: ClientSession,
  settings: DepositSettings | null,
): Promise<void> {
  const methods = database.collection(PaymentMethods.collection);
  const lastUpdated = clock.now();
  const change = settings === null ? { active: false } : { active: true, configSettings: settings };
  const sealed = settings !== null && { methodName: METHOD, active: true, configSettings: settings };
  const seal = sealed && { seal: sealRow(database, METHOD_KIND, sealed) };
  const fields = { ...change, lastUpdated, ...seal };
  const known = await methods.updateOne({ methodName: METHOD }, { $set: fields }, { session });
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
}

function wordsOf(settings: DepositSettings | null): string {
  if (settings === null) return "off";
  const { recipient, xlmRate, minAmount, maxAmount, secondAbove, rateTolerance } = settings;
  return [
    `to ${recipient}, ${xlmRate} XLM for a USD`,
    ...(minAmount === null ? [] : [`at least ${minAmount} USD`]),
    ...(maxAmount === null ? [] : [`at most ${maxAmount} USD`]),
    secondAbove === null ? "one operator approves any" : `a second operator above ${secondAbove} USD`,
    `rates may favour people by ${rateTolerance} percent`,
  ].join(", ");
}
