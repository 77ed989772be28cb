import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { isTradeStep } from "#server/platform/submissions/trade-steps.ts";
import { stroopsOf } from "./amounts.ts";
import { type LedgerTrade, offersOf } from "./ledger.ts";
import type { Person } from "./people.ts";
import { pullRows } from "./pull.ts";
import type { Stack } from "./stack.ts";
import type { TradeRequest } from "./trades.ts";

/** Each answered request has the one submission that it was told of, and the ledger has its operations once. */
export function checkTrades(
  trades: readonly TradeRequest[],
  submissions: readonly SubmissionDocument[],
  operations: ReadonlyMap<string, number>,
  people: readonly Person[],
): string[] {
  const byKey = new Map(submissions.map((submission) => [submission.idempotencyKey, submission]));
  const answered = trades.flatMap(({ key, answer }) => {
    const submission = byKey.get(key);
    if (answer === null) return [`${key} was never answered`];
    if ("refusal" in answer) return submission ? [`${key} was refused (${answer.refusal}) and yet accepted`] : [];
    return submission?.id === answer.submissionId ? [] : [`${key} was answered with a submission that is not its own`];
  });
  const counted = people.flatMap(({ name, address }) => {
    const asked = submissions
      .filter(({ account, state }) => account === address && state === "confirmed")
      .reduce((sum, { steps }) => sum + steps.filter(isTradeStep).length, 0);
    const done = operations.get(address) ?? 0;
    return asked === done ? [] : [`${name} has ${asked} confirmed operations of trading, the ledger ${done}`];
  });
  return [...answered, ...counted];
}

/** A device that pulls now has each open order and each trade that the ledger has, and no others. */
export async function checkOrders(
  stack: Stack,
  people: readonly Person[],
  trades: readonly LedgerTrade[],
): Promise<string[]> {
  const problems: string[] = [];
  const from = { url: stack.serverUrls[0] ?? "", origin: stack.publicUrl };
  for (const person of people) {
    const orders = await pullRows(from, person, "orders");
    const open = orders.filter(({ state }) => state === "open");
    const told = open.map(({ offerId, offered }) => `${offerId} ${stroopsOf(offered)}`).toSorted();
    const there = (await offersOf(stack.networkUrl, person.address)).toSorted();
    if (told.join() !== there.join()) problems.push(`${person.name}'s orders are ${told}, on the ledger ${there}`);
    const fills = await pullRows(from, person, "fills");
    const own = trades.filter(({ parties }) => parties.some(({ address }) => address === person.address));
    if (fills.length !== own.length)
      problems.push(`${person.name} has ${fills.length} fills, the ledger ${own.length}`);
  }
  return problems;
}
