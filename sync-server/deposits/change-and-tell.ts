import type { ClientSession, WithoutId } from "mongodb";
import type { NotificationKind } from "#schemas/notifications.ts";
import { parseAmount, formatAmount } from "#schemas/values/money.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { changeDeposit } from "./change-deposit.ts";
import type { DepositDocument } from "./store.ts";

/** Statuses of which the owner is told. */
const TOLD: Readonly<Partial<Record<DepositDocument["status"], NotificationKind>>> = {
  approved: "deposit-approved",
  rejected: "deposit-rejected",
  credited: "deposit-credited",
  failed: "deposit-failed",
};

/** Changes a deposit like {@link changeDeposit}, and tells its owner of a new status in the same transaction. */
export async function changeAndTell(
  runtime: Runtime,
  session: ClientSession,
  seen: DepositDocument,
  fields: Partial<WithoutId<DepositDocument>>,
): Promise<DepositDocument | null> {
  const changed = await changeDeposit(runtime.database, seen, fields, session);
  const kind = changed && changed.status !== seen.status ? TOLD[changed.status] : undefined;
  if (!changed || kind === undefined) return changed;
  const { id, userId, status, attempts, xlmCredited, notes } = changed;
  await notify(runtime, session, {
    userId,
    kind,
    cause: `${id} ${status} ${attempts}`,
    ...(xlmCredited !== null && { assetCode: "XLM", amount: formatAmount(parseAmount(xlmCredited)) }),
    ...(status === "rejected" && { detail: notes ?? "" }),
  });
  return changed;
}
