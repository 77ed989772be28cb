import { formatAmount } from "#schemas/values/money.ts";
import type { MultisigOutput, Signable } from "#schemas/multisig.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { operationOf } from "#server/wallet/index.ts";
import { keyOnLedger, ownKeyOf, turnOf } from "./own-key.ts";
import { type MultisigDeps, openSwitch } from "./plan-switch.ts";

const MOST_WAITING = 50;

/** Whether a user's own key has to sign, and all that waits for it. Throws `network-unreachable` where the ledger alone knows the key. */
export async function describeMultisig(deps: MultisigDeps, userId: number): Promise<MultisigOutput> {
  const { runtime } = deps;
  const { database } = runtime;
  const networkPassphrase = deps.network.passphrase;
  const wallet = await accountCollection(database).findOne({ userId, role: "wallet" });
  if (!wallet) return { isOn: false, key: null, changing: null, networkPassphrase, waiting: [] };
  const { _id: address, isShared: isOn } = wallet;
  const states = isOn ? ["awaiting-signature" as const, "created" as const] : ["awaiting-signature" as const];
  const [key, open, waiting] = await Promise.all([
    isOn ? ownKeyOf(runtime, address, null).then((known) => known ?? keyOnLedger(deps, address)) : null,
    openSwitch(runtime, address, null),
    submissionCollection(database)
      .find({ account: address, userId, state: { $in: states } }, { sort: { id: 1 }, limit: MOST_WAITING })
      .toArray(),
  ]);
  const changing = open?.kind === "multisig" ? { turn: turnOf(open), submissionId: open.id } : null;
  return { isOn, key, changing, networkPassphrase, waiting: waiting.map(describe) };
}

function describe({
  id,
  kind,
  state,
  createdAt,
  steps,
  memo,
  fee,
  feePayer,
  attempt,
  cosigning,
}: SubmissionDocument): Signable {
  return {
    id,
    kind,
    state,
    createdAt: createdAt.toISOString(),
    operations: steps.map(operationOf),
    memo,
    networkFee: formatAmount(BigInt(fee)),
    isFeeSponsored: feePayer !== null,
    toSign:
      attempt && cosigning && state === "awaiting-signature"
        ? {
            xdr: attempt.envelopeXdr,
            hash: attempt.hash,
            key: cosigning.key,
            expiresAt: attempt.maxTime.toISOString(),
            isReturned: cosigning.signature !== null,
          }
        : null,
  };
}
