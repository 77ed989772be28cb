import type { ClientSession } from "mongodb";
import { formatAmount } from "#schemas/values/money.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import { type NewNotification, notifyAll } from "#server/platform/notifications/notify.ts";
import type { ClaimableItem } from "./claimables.ts";

/** Tells people of what was set aside for them, of each asset once a day: what strangers send must not fill the list. */
export async function tellClaimants(
  runtime: Runtime,
  session: ClientSession,
  items: readonly ClaimableItem[],
  accounts: ReadonlyMap<string, AccountDocument>,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const news: NewNotification[] = [];
  for (const { transaction, read, changes } of items) {
    for (const { kind, operation, balance } of changes.claimables) {
      if (kind !== "made") continue;
      const { assetCode, issuer, amount } = balance;
      const party = read.operations[operation]?.source ?? read.source;
      const day = transaction.closedAt.toISOString().slice(0, 10);
      for (const { address } of balance.claimants) {
        const account = accounts.get(address);
        if (account?.role !== "wallet" || accountOf(party) === address) continue;
        news.push({
          userId: account.userId,
          kind: "claimable-received",
          cause: `${account.userId} ${assetKey(balance)} ${day}`,
          assetCode,
          issuer,
          amount: formatAmount(amount),
          party,
          detail: names.get(accountOf(party)) ?? "",
          at: transaction.closedAt,
        });
      }
    }
  }
  await notifyAll(runtime, session, news);
}
