import type { ClientSession } from "mongodb";
import type { MultisigTurn } from "#schemas/multisig.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";

/** The owner's key (G...) that a ledger last took in for a wallet; null where none ever did. */
export async function ownKeyOf(
  { database }: Pick<Runtime, "database">,
  account: string,
  session?: ClientSession,
): Promise<string | null> {
  const newest = await submissionCollection(database).findOne(
    { account, kind: "multisig", state: "confirmed", "steps.threshold": { $gt: 0 } },
    { sort: { id: -1 }, ...(session && { session }) },
  );
  return newest ? (ownStepOf(newest)?.signer ?? null) : null;
}

/** Whether a change of who signs turns the owner's key on or off. */
export function turnOf(submission: Pick<SubmissionDocument, "steps">): MultisigTurn {
  return (ownStepOf(submission)?.weight ?? 0) > 0 ? "on" : "off";
}

type SetSigner = Extract<Step, { readonly type: "set_signer" }>;

/** Of the steps of a switch, the one that sets what everything needs. */
function ownStepOf({ steps }: Pick<SubmissionDocument, "steps">): SetSigner | undefined {
  return steps.find((step): step is SetSigner => step.type === "set_signer" && step.threshold !== undefined);
}
