import type { PolicyTrialOutput } from "#schemas/policy-trial.ts";
import { formatAmount } from "#schemas/values/money.ts";

type Counted = PolicyTrialOutput["held"];
type Sum = Counted["sums"][number];

const MOST_EXAMPLES = 5;

/** What two parts of all people come to; nobody is in both. */
export function addTrial(one: PolicyTrialOutput, next: PolicyTrialOutput): PolicyTrialOutput {
  const byCode = { ...one.refused.byCode };
  for (const [code, count] of Object.entries(next.refused.byCode)) byCode[code] = (byCode[code] ?? 0) + count;
  return {
    judged: one.judged + next.judged,
    people: one.people + next.people,
    refused: {
      ...addCounted(one.refused, next.refused),
      people: one.refused.people + next.refused.people,
      byCode,
    },
    held: addCounted(one.held, next.held),
    examples: [...one.examples, ...next.examples].slice(0, MOST_EXAMPLES),
    locksOut: next.locksOut,
    next: next.next,
  };
}

function addCounted(one: Counted, next: Counted): Counted {
  const sums = next.sums.reduce<readonly Sum[]>(addSum, one.sums);
  return { count: one.count + next.count, sums: [...sums] };
}

function addSum(sums: readonly Sum[], added: Sum): readonly Sum[] {
  const isSame = ({ assetCode, issuer }: Sum) => assetCode === added.assetCode && issuer === added.issuer;
  if (!sums.some(isSame)) return [...sums, added];
  return sums.map((sum) => (isSame(sum) ? { ...sum, amount: plus(sum.amount, added.amount) } : sum));
}

/** Of more than a ledger holds of an asset, too: it went out again and again. */
function plus(one: string, other: string): string {
  return formatAmount(whole(one) + whole(other));
}

function whole(amount: string): bigint {
  const [digits = "0", places = ""] = amount.split(".");
  return BigInt(digits + places.padEnd(7, "0"));
}
