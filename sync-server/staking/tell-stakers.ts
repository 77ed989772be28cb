import { say } from "#schemas/say.ts";
import { percentOf } from "#schemas/values/accrual.ts";
import { putReplicated, PUBLIC_OWNER } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notifyAll } from "#server/platform/notifications/notify.ts";
import { offerCollection, OFFERS, type OfferDocument, stakeCollection } from "./store.ts";

const AT_ONCE = 500;

type Context = Pick<Runtime, "database" | "clock">;

/** Tells whoever has a locked stake that has come to its end by the network's time (seconds), once. */
export async function tellUnlocked({ database, clock }: Context, now: number, signal: AbortSignal): Promise<void> {
  const due = { status: "active" as const, isUnlockTold: false, endDate: { $lte: new Date(now * 1000), $ne: null } };
  while (!signal.aborted) {
    const stakes = await stakeCollection(database).find(due, { limit: AT_ONCE }).toArray();
    if (stakes.length === 0) return;
    await database.transaction(async (session) => {
      await notifyAll(
        { database, clock },
        session,
        stakes.map(({ id, userId, assetCode, issuer, amount, endDate }) => ({
          userId,
          kind: "stake-unlocked" as const,
          cause: `stake ${id}`,
          assetCode,
          issuer,
          amount,
          ...(endDate && { at: endDate }),
        })),
      );
      await stakeCollection(database).updateMany(
        { id: { $in: stakes.map(({ id }) => id) } },
        { $set: { isUnlockTold: true } },
        { session },
      );
    });
  }
}

/** Tells everybody with a flexible stake of a rate that is to come, each once; a run that was cut short goes on where it was. */
export async function tellRates(context: Context, signal: AbortSignal): Promise<void> {
  const offers = await offerCollection(context.database).find({}).toArray();
  for (const offer of offers) if (offer.rates.length > offer.ratesTold) await tellOne(context, offer, signal);
}

async function tellOne(context: Context, offer: OfferDocument, signal: AbortSignal): Promise<void> {
  const { database } = context;
  const { id, uid, rates, ratesTold } = offer;
  const [former, next] = [rates[ratesTold - 1], rates[ratesTold]];
  if (!former || !next) return;
  let after = offer.toldUpTo;
  while (!signal.aborted) {
    const stakes = await stakeCollection(database)
      .find(
        { stakingConfigId: id, status: { $in: ["pending", "active", "withdrawing"] }, id: { $gt: after } },
        { sort: { id: 1 }, limit: AT_ONCE },
      )
      .toArray();
    after = stakes.at(-1)?.id ?? after;
    const detail = say("said.stake-rate", {
      name: offer.name,
      rate: percentOf(next.ratePpm),
      former: percentOf(former.ratePpm),
      at: new Date(next.from).getTime(),
    });
    const news = [...new Set(stakes.map(({ userId }) => userId))].map((userId) => ({
      userId,
      kind: "stake-rate-change" as const,
      cause: `offer ${id} rate ${ratesTold}`,
      detail,
    }));
    const isLast = stakes.length < AT_ONCE;
    await database.transaction(async (session) => {
      await notifyAll(context, session, news);
      const fields = isLast ? { ratesTold: ratesTold + 1, toldUpTo: 0 } : { toldUpTo: after };
      await putReplicated(database, session, OFFERS, PUBLIC_OWNER, [{ uid, fields }]);
    });
    if (isLast) return;
  }
}
