import type { ClientSession } from "mongodb";
import type { AwaitsApproval, ContentOf } from "#schemas/approvals.ts";
import {
  CASH_APP,
  type DepositMethod,
  type DepositSettings,
  MethodName,
  MethodSettings,
  type OtherOffer,
} from "#schemas/deposits.ts";
import { AppError } from "#schemas/errors.ts";
import * as v from "valibot";
import { type Act, type Approvals, noteAct } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { guardedPrice } from "#server/prices/index.ts";
import { whyTwoSet } from "./rules.ts";
import { CASH_APP_NAME, readDepositSettings, wordsOf } from "./settings.ts";
import { findMethod, methodCollection, settingsWithin, type StoredMethod, writeMethod } from "./stored-method.ts";

/** A way to pay in that people may use now, and what people call it. */
export interface TakenMethod {
  readonly settings: DepositSettings;
  readonly label: string;
}

/** How deposits are taken in this way. Throws `deposits-off` or `deposit-method-off`. */
export async function takenMethod(
  runtime: Pick<Runtime, "database">,
  methodName: string,
  session: ClientSession | null,
): Promise<TakenMethod> {
  if (methodName === CASH_APP) {
    const settings = await readDepositSettings(runtime, session);
    if (!settings) throw new AppError("deposits-off");
    return { settings, label: CASH_APP_NAME };
  }
  const settings = await readOther(runtime, methodName, session);
  if (!settings) throw new AppError("deposit-method-off");
  return { settings, label: settings.displayName };
}

/** How deposits are taken in each way that is on, by its name. */
export async function takenMethods(runtime: Pick<Runtime, "database">): Promise<ReadonlyMap<string, DepositSettings>> {
  const [cashApp, others] = await Promise.all([readDepositSettings(runtime, null), listMethods(runtime)]);
  return new Map<string, DepositSettings>([
    ...(cashApp ? [[CASH_APP, cashApp] as const] : []),
    ...others.filter(({ isOn }) => isOn).map(({ methodName, settings }) => [methodName, settings] as const),
  ]);
}

async function readOther(
  { database }: Pick<Runtime, "database">,
  methodName: string,
  session: ClientSession | null,
): Promise<MethodSettings | null> {
  const method = await findMethod(database, methodName, session);
  return method?.active === true ? settingsWithin(database, method, MethodSettings) : null;
}

/** Every other way to pay in that operators ever set, in their order; none that was written past the server. */
export async function listMethods({ database }: Pick<Runtime, "database">): Promise<DepositMethod[]> {
  const stored = await methodCollection(database)
    .find({ methodName: { $ne: CASH_APP } })
    .toArray();
  return stored
    .flatMap((method) => {
      const settings = settingsWithin(database, method, MethodSettings);
      return settings && v.is(MethodName, method.methodName) ? [told(method, settings)] : [];
    })
    .toSorted((one, other) => one.settings.order - other.settings.order || one.id - other.id);
}

function told({ id, methodName, active, lastUpdated }: StoredMethod, settings: MethodSettings): DepositMethod {
  return { id, methodName, isOn: active, settings, lastUpdated: lastUpdated.toISOString() };
}

/** The same as people may pay by them. */
export async function offersOf(runtime: Pick<Runtime, "database">): Promise<OtherOffer[]> {
  const methods = await listMethods(runtime);
  return methods.filter(({ isOn }) => isOn).map(offerOf);
}

function offerOf({ methodName, settings }: DepositMethod): OtherOffer {
  const { recipient, xlmRate, minAmount, maxAmount, displayName, instructions, handleLabel, idLabel } = settings;
  const terms = { recipient, xlmRate, minAmount, maxAmount };
  return { methodName, ...terms, displayName, instructions, handleLabel, idLabel };
}

/** Sets another way to pay in, or switches it off. Throws `proposal-open`, `operator-frozen` and `deposit-method-off`. */
export async function setMethod(
  runtime: Runtime,
  approvals: Approvals,
  methodName: string,
  asked: { readonly operatorId: number; readonly settings: MethodSettings | null; readonly reason: string },
): Promise<DepositMethod | AwaitsApproval> {
  const { operatorId, settings, reason } = asked;
  const former = await readOther(runtime, methodName, null);
  // Nothing is switched off that is not on.
  if (!settings && !former) throw new AppError("deposit-method-off");
  const content = { kind: "set-deposit-method", methodName, settings, former } as const;
  const proposal = await approvals.decide({ content, operatorId, reason });
  if (proposal) return { proposal };
  const method = (await listMethods(runtime)).find((each) => each.methodName === methodName);
  if (!method) throw new Error(`${methodName} was not set`);
  return method;
}

/**
 * Another way to pay in: one operator switches it off, is more careful or moves it in the list, and two say what people read, whom they
 * pay and what they get for it. What was set before it was switched off counts still.
 */
export function methodAct(runtime: Runtime): Act<ContentOf<"set-deposit-method">> {
  const { database } = runtime;
  return {
    subject: ({ methodName }) => `deposit method ${methodName}`,
    about: () => Promise.resolve([]),
    says: ({ methodName, settings }) => `Deposits by ${methodName} are taken so: ${describe(settings)}.`,
    whySecond: async ({ methodName, settings }, _operatorId, session) => {
      const former = settingsWithin(database, await findMethod(database, methodName, session), MethodSettings);
      const why = whyTwoSet(settings, former, await guardedPrice(runtime));
      return why ?? (isReadOtherwise(former, settings) ? "People would read otherwise how they pay." : null);
    },
    prepare: ({ methodName, settings, former }) =>
      Promise.resolve(async (session, by) => {
        await noteAct(runtime, session, by, {
          action: "set-deposit-method",
          userId: null,
          details: `${methodName}: ${describe(settings)}`,
          change: { before: former, after: settings ?? { methodName, isOn: false } },
        });
        const now = await readOther(runtime, methodName, session);
        if (JSON.stringify(now) !== JSON.stringify(former)) throw new AppError("proposal-outdated");
        await writeMethod(runtime, session, { methodName, displayName: settings?.displayName ?? methodName }, settings);
      }),
  };
}

const READ = ["displayName", "instructions", "handleLabel", "idLabel"] as const;

function isReadOtherwise(former: MethodSettings | null, to: MethodSettings | null): boolean {
  return to !== null && READ.some((field) => former?.[field] !== to[field]);
}

function describe(settings: MethodSettings | null): string {
  return settings === null ? "off" : `“${settings.displayName}”, ${wordsOf(settings)}`;
}
