import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import type { MultisigTurn } from "#schemas/multisig.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { cosignerOf } from "#server/platform/network/signing.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { reach } from "#server/wallet/index.ts";
import type { MultisigDeps } from "./plan-switch.ts";

/** The owner's key (G...) that a ledger last took in for a wallet; null where none ever did. */
export async function ownKeyOf(
  { database }: Pick<Runtime, "database">,
  account: string,
  session: ClientSession | null,
): Promise<string | null> {
  const newest = await submissionCollection(database).findOne(
    { account, kind: "multisig", state: "confirmed", "steps.threshold": { $gt: 0 } },
    { sort: { id: -1 }, ...inSession(session) },
  );
  return newest ? (ownStepOf(newest)?.signer ?? null) : null;
}

/**
 * The key (G...) that the ledger asks for beside ours, whatever our records say: those of a restored backup may be older. Null where
 * it asks for none, or ours is being changed. Throws `network-unreachable`.
 */
export async function keyOnLedger({ network, signerOf }: MultisigDeps, address: string): Promise<string | null> {
  const [{ accounts }, ours] = await Promise.all([
    reach(network.holdings([{ address, assets: [] }])),
    signerOf(address, null),
  ]);
  const entry = accounts.get(address);
  return entry && ours !== null ? cosignerOf(entry.signing, ours) : null;
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
