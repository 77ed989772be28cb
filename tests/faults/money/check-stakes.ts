import type { Database } from "#server/platform/db/database.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { stakeCollection } from "#server/staking/store.ts";
import { sumOf, stroopsOf } from "./amounts.ts";
import { ledgerBalances } from "./ledger.ts";
import type { Person } from "./people.ts";
import type { Stack } from "./stack.ts";
import type { StakeRequest } from "./stakes.ts";

/** What stakes moved from somebody's account, and back to it, and what they were paid as an affiliate, by what the ledger confirmed. */
export function stakeMoves(submissions: readonly SubmissionDocument[], { address }: Person): bigint {
  return submissions
    .filter(
      ({ kind, state }) =>
        state === "confirmed" && ["stake", "unstake", "stake-reward", "affiliate-payout"].includes(kind),
    )
    .flatMap(({ steps }) => steps)
    .reduce((sum, step) => {
      if (step.type !== "payment") return sum;
      const amount = BigInt(step.amount);
      return sum + (step.to === address ? amount : 0n) - (step.source === address ? amount : 0n);
    }, 0n);
}

/** Each answered key had its one effect, and a refused one none; the vault holds what its stakes say, to the stroop. */
export async function checkStakes(
  stack: Stack,
  database: Database,
  requests: readonly StakeRequest[],
  submissions: readonly SubmissionDocument[],
): Promise<string[]> {
  const acts = await database.collection("stake_acts").find({}).toArray();
  const stakes = await stakeCollection(database).find({}).toArray();
  const problems = requests.flatMap(({ key, by, kind, answer }) => {
    if (answer === null) return [`${key} was never answered`];
    const own = submissions.filter(({ userId, idempotencyKey }) => userId === by.id && idempotencyKey === key).length;
    const done = acts.filter((act) => act["userId"] === by.id && act["key"] === key).length;
    const effects = kind === "stake" ? own : done;
    const wanted = "refusal" in answer ? 0 : 1;
    return effects === wanted
      ? []
      : [`${key} (${kind}) was answered ${JSON.stringify(answer)} and had ${effects} effects`];
  });
  for (const { id, status, amount, left, paid, submissionId } of stakes) {
    const confirmed = submissions.filter(({ state }) => state === "confirmed");
    const began = confirmed.some((each) => each.id === submissionId);
    const outs = confirmed.filter(({ idempotencyKey }) => idempotencyKey.startsWith(`unstake-${id}-`));
    const rewards = confirmed.filter(({ idempotencyKey }) => idempotencyKey.startsWith(`stake-reward-${id}-`));
    const heldOf = (some: readonly SubmissionDocument[]) =>
      some.flatMap(({ holds }) => holds).reduce((sum, hold) => sum + BigInt(hold.amount), 0n);
    if (began !== (status !== "failed")) problems.push(`stake ${id} is ${status}, and its payment confirmed: ${began}`);
    if (began && heldOf(outs) !== stroopsOf(amount) - stroopsOf(left))
      problems.push(`of stake ${id} ${heldOf(outs)} came back, ${amount} less ${left} is out`);
    if (heldOf(rewards) !== stroopsOf(paid)) problems.push(`stake ${id} was paid ${heldOf(rewards)}, and says ${paid}`);
  }
  const houses = database.collection<{ readonly _id: string; readonly address: string }>("house_accounts");
  const vault = (await houses.findOne({ _id: "staking" }))?.address ?? "";
  const held = (await ledgerBalances(stack.networkUrl, vault)).get("XLM") ?? 0n;
  const inIt = sumOf(
    stakes.filter(({ status }) => status === "active").map(({ left }) => ({ stroops: stroopsOf(left) })),
  );
  if (held !== inIt) problems.push(`the vault holds ${held}, its stakes are ${inIt}`);
  return problems;
}
