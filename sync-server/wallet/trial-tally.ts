import type { PolicyTrialOutput } from "#schemas/policy-trial.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { type AssetName, assetKey, NATIVE } from "#server/platform/network/assets.ts";
import type { Portion } from "#server/platform/submissions/spending.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import type { PastVerdict } from "./policy-past.ts";

const MOST_EXAMPLES = 5;

/** What is read of a submission to judge and to count it. */
export type Movement = Pick<
  SubmissionDocument,
  "id" | "userId" | "kind" | "steps" | "holds" | "spent" | "turnover" | "createdAt"
>;

interface Sums {
  count: number;
  readonly byAsset: Map<string, { readonly asset: AssetName; amount: bigint }>;
}

/** Counts what a drafted policy would have done, and remembers a few of what it would have refused. */
export function openTally() {
  let judged = 0;
  const [refused, held] = [openSums(), openSums()];
  const people = new Set<number>();
  const refusedPeople = new Set<number>();
  const byCode: Record<string, number> = {};
  const examples: PolicyTrialOutput["examples"] = [];
  return {
    judged: () => judged,
    add: (movement: Movement, { refusals: [first], isHeld }: PastVerdict) => {
      judged += 1;
      people.add(movement.userId);
      if (isHeld) addTo(held, movement);
      if (!first) return;
      addTo(refused, movement);
      refusedPeople.add(movement.userId);
      byCode[first.code] = (byCode[first.code] ?? 0) + 1;
      if (examples.length >= MOST_EXAMPLES) return;
      const { id: submissionId, userId, createdAt } = movement;
      const sums = portionsOf(movement).map(sumOutput);
      examples.push({ submissionId, userId, at: createdAt.toISOString(), sums, refusal: first.told });
    },
    end: (rest: Pick<PolicyTrialOutput, "locksOut" | "next">): PolicyTrialOutput => ({
      judged,
      people: people.size,
      refused: { ...sumsOutput(refused), people: refusedPeople.size, byCode },
      held: sumsOutput(held),
      examples,
      ...rest,
    }),
  };
}

function openSums(): Sums {
  return { count: 0, byAsset: new Map() };
}

function addTo(sums: Sums, movement: Movement): void {
  sums.count += 1;
  for (const { asset, amount } of portionsOf(movement)) {
    const sum = sums.byAsset.get(assetKey(asset)) ?? { asset, amount: 0n };
    sum.amount += amount;
    sums.byAsset.set(assetKey(asset), sum);
  }
}

/** Of a payment what its recipient gets; of anything else all that it kept back. */
function portionsOf({ kind, steps: [step], holds }: Movement): readonly Portion[] {
  if (kind === "send" && step && "to" in step && "amount" in step) {
    const asset = "assetCode" in step ? { assetCode: step.assetCode, issuer: step.issuer } : NATIVE;
    return [{ asset, amount: BigInt(step.amount) }];
  }
  return holds.map(({ assetCode, issuer, amount }) => ({ asset: { assetCode, issuer }, amount: BigInt(amount) }));
}

function sumsOutput({ count, byAsset }: Sums) {
  return { count, sums: [...byAsset.values()].map(sumOutput) };
}

function sumOutput({ asset: { assetCode, issuer }, amount }: Portion) {
  return { assetCode, issuer, amount: formatAmount(amount) };
}
