import type { ClientSession } from "mongodb";
import { SETTINGS_UID } from "#schemas/settings.ts";
import { putReplicatedOf } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notifyAll } from "#server/platform/notifications/notify.ts";
import type { AccountDocument } from "./account.ts";

/** Shows and tells the owners of wallets whether payments need a key of their own, where the ledger changed that. */
export async function tellShared(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  before: readonly AccountDocument[],
  after: readonly AccountDocument[],
): Promise<void> {
  const former = new Map(before.map(({ _id, isShared }) => [_id, isShared]));
  // Of an account that was closed there is nobody left to tell.
  const changed = after.filter(
    ({ _id, role, exists, isShared }) => role === "wallet" && exists && (former.get(_id) ?? false) !== isShared,
  );
  if (changed.length === 0) return;
  const lastSecurityUpdate = clock.now();
  const rows = changed.map(({ userId, isShared }) => ({
    userId,
    uid: SETTINGS_UID,
    fields: { multisigEnabled: isShared, lastSecurityUpdate },
  }));
  await putReplicatedOf(database, session, "settings", rows);
  const news = changed.map(({ userId, isShared }) => {
    return { userId, kind: isShared ? ("multisig-on" as const) : ("multisig-off" as const) };
  });
  await notifyAll({ database, clock }, session, news);
}
