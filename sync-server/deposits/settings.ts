import type { ClientSession } from "mongodb";
import type { ContentOf } from "#schemas/approvals.ts";
import { CASH_APP, DepositSettings } from "#schemas/deposits.ts";
import { AppError } from "#schemas/errors.ts";
import { type Act, noteAct } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { guardedPrice } from "#server/prices/index.ts";
import { whyTwoSet } from "./rules.ts";
import { findMethod, settingsWithin, writeMethod } from "./stored-method.ts";

/** How Cash App is called where people read of it. */
export const CASH_APP_NAME = "Cash App";

/** How deposits by Cash App are taken; null while they are switched off, and where somebody else than an operator switched them on. */
export async function readDepositSettings(
  { database }: Pick<Runtime, "database">,
  session: ClientSession | null,
): Promise<DepositSettings | null> {
  const method = await findMethod(database, CASH_APP, session);
  return method?.active === true ? settingsWithin(database, method, DepositSettings) : null;
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
      whyTwoSet(
        settings,
        settingsWithin(database, await findMethod(database, CASH_APP, session), DepositSettings),
        await guardedPrice(runtime),
      ),
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
        await writeMethod(runtime, session, { methodName: CASH_APP, displayName: CASH_APP_NAME }, settings);
      }),
  };
}

/** Settings in one line. */
export function wordsOf(settings: DepositSettings | null): string {
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
