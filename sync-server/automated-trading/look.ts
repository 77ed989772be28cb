import { type AutomationDeps, marketTime } from "./deps.ts";
import { isOurs } from "./is-ours.ts";
import { Players } from "./players.ts";
import { replayDays } from "./replay.ts";
import { settleAutomations } from "./settle.ts";
import { type Looked, showCandles } from "./show-candles.ts";
import { type AutomationDocument, automationCollection } from "./store.ts";
import { tradeNext } from "./trade.ts";

/** Automations that are looked after at the same time. */
const AT_ONCE = 8;

/** What a process keeps from one look to the next. */
export interface Memory {
  readonly players: Players;
  readonly looked: Looked;
}

export function newMemory(): Memory {
  return { players: new Players(), looked: new Map() };
}

/**
 * Looks once at all automations: what became of their trades, what candles have closed, and what may be traded at the prices of the newest ledger. Whatever goes wrong with one
 * keeps no other from its turn; throws after all then. Answers with how many there are that something may become of.
 */
export async function look(deps: AutomationDeps, { players, looked }: Memory, signal: AbortSignal): Promise<number> {
  const { runtime, feed } = deps;
  const underWay = await settleAutomations(runtime, signal);
  const active = await automationCollection(runtime.database)
    .find({ status: "active", deleted: false }, { sort: { id: 1 } })
    .toArray();
  players.keep(new Set(active.map(({ id }) => id)));
  if (active.length === 0) return underWay;
  // Of what the markets are known to: the candles of a ledger that is not read yet are not whole.
  const closedAt = marketTime(feed);
  if (closedAt === null) return active.length;
  const failures: unknown[] = [];
  const queue = active.values();
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (const automation of queue) await lookAfter(automation, closedAt);
  });
  await Promise.all(workers);
  await replayDays(runtime, closedAt, signal);
  if (failures.length > 0) throw failures[0];
  return active.length;

  async function lookAfter(automation: AutomationDocument, until: number): Promise<void> {
    if (signal.aborted) return;
    try {
      if (!(await isOurs(runtime, automation))) return;
      await tradeNext(deps, await showCandles(runtime, { players, looked }, automation, until));
    } catch (error) {
      failures.push(error);
    }
  }
}
