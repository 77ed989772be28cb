import type { ClientSession } from "mongodb";
import { say } from "#schemas/say.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import { type NewNotification, notifyAll } from "#server/platform/notifications/notify.ts";
import type { ChangedOrder } from "./fold-orders.ts";

/**
 * Tells people what others, or the network, did with their orders: that one is filled, that one was removed, and once a day that
 * one is filled in part, since strangers can take it in as many pieces as they like.
 */
export async function tellFilled(
  runtime: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  changed: readonly ChangedOrder[],
): Promise<void> {
  const news = changed.map(({ userId, order, at }): NewNotification => {
    const { side, base, quote, filledBase, offerId, state } = order;
    const { assetCode, issuer } = assetOfKey(base);
    const common = { userId, assetCode, issuer, at };
    // Without the amount: who chose so is told of none outside of the app.
    const detail = say("said.order", { side, base: assetCode, quote: assetOfKey(quote).assetCode });
    if (state === "removed") return { ...common, kind: "order-removed", cause: offerId, detail };
    if (state === "filled") return { ...common, kind: "order-filled", cause: offerId, amount: filledBase, detail };
    const cause = `${offerId} ${at.toISOString().slice(0, 10)}`;
    return { ...common, kind: "order-part-filled", cause, amount: filledBase, detail };
  });
  await notifyAll(runtime, session, news);
}
