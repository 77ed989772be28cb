import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import { AppError } from "#schemas/errors.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { houseAccount } from "#server/platform/house/accounts.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { type AccountDocument, takeAccount } from "#server/platform/ingest/account.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS } from "#server/platform/network/entries.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import {
  HOUSE_USER,
  type SubmissionDocument,
  type SubmissionDraft,
  submissionCollection,
} from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import type { KmsKey, SignerChange } from "#server/platform/vault/signers.ts";
import type { Vault } from "#server/platform/vault/vault.ts";

export interface RotationContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
}

export interface Rotation {
  readonly change: SignerChange;
  readonly submission: SubmissionDocument;
}

export interface RotationRequest {
  readonly account: string;
  readonly requestedBy: string;
  readonly kmsKey: KmsKey | null;
  /** Stroops per operation. */
  readonly feeBid: bigint;
}

/** Above any threshold that an account can have, so that the key can do whatever the account's own key could. */
const FULL_WEIGHT = 255;
/** Sponsoring the next key's reserve takes two operations more. */
const SPONSORED_STEPS = 2;

/**
 * Hands an account over to its next key: in one transaction of the network that key gets full weight and the present one
 * none, so that there is no moment at which neither or both sign. Asked again while that is under way, it is the same
 * change. Throws `wallet-not-ready`, `rotation-needs-owner` where the account's owner has a key of their own or is about to, and `balance-too-low` where neither the account nor the sponsor can pay for it.
 */
export function rotateSigner(context: RotationContext, request: RotationRequest): Promise<Rotation> {
  return context.database.transaction((session) => rotateWithin(context, session, request));
}

/** {@link rotateSigner} within the transaction that decided it. */
export async function rotateWithin(
  { database, clock, vault }: RotationContext,
  session: ClientSession,
  request: RotationRequest,
): Promise<Rotation> {
  const account = await takeAccount(database, session, request.account);
  if (!account?.exists) throw new AppError("wallet-not-ready");
  if (account.isShared || (await isSwitching(database, session, account))) throw new AppError("rotation-needs-owner");
  const change = await vault.prepareSigner(session, request);
  const former = await rotationsOf(database, change.account, session);
  const [underWay] = former;
  if (!change.isNew && underWay) return { change, submission: underWay };
  const costs = await payRotation(database, session, account, change, request.feeBid);
  const submission = await insertSubmission({ database, clock }, session, {
    userId: HOUSE_USER,
    idempotencyKey: `rotation-${change.account}-${former.length + 1}`,
    fingerprint: "",
    kind: "rotation",
    account: change.account,
    memo: "",
    viaChannel: false,
    ...costs,
  });
  return { change, submission };
}

/** Whether its owner is changing who signs: those operations name the key that signs now. */
async function isSwitching(database: Database, session: ClientSession, { _id }: AccountDocument): Promise<boolean> {
  const open = { account: _id, kind: "multisig" as const, isReserving: true };
  return (await submissionCollection(database).findOne(open, { session })) !== null;
}

/** Lets the vault follow what became of the changes under way. Answers with how many are still. */
export async function followRotations({ database, vault }: RotationContext): Promise<number> {
  let open = 0;
  for (const { account, next } of await vault.changingSigners()) {
    const [submission] = await rotationsOf(database, account, null);
    if (submission?.state === "confirmed")
      await database.transaction((session) => vault.activateSigner(session, account, next.publicKey));
    else if (submission?.state === "failed")
      await database.transaction((session) => vault.abandonSigner(session, account, next.publicKey, submission.reason));
    else open += 1;
  }
  return open;
}

/** Newest first: each change is made together with its submission, so the newest belongs to the change under way. */
function rotationsOf(
  database: Database,
  account: string,
  session: ClientSession | null,
): Promise<SubmissionDocument[]> {
  const filter = { kind: "rotation" as const, account };
  return submissionCollection(database)
    .find(filter, { sort: { id: -1 }, ...inSession(session) })
    .toArray();
}

type Costs = Pick<SubmissionDraft, "steps" | "holds" | "fee" | "feePayer">;

/** Out of the account's own XLM; by the sponsor where it has too little, since a leaked key cannot wait for money. */
async function payRotation(
  database: Database,
  session: ClientSession,
  account: AccountDocument,
  change: SignerChange,
  feeBid: bigint,
): Promise<Costs> {
  const steps = handover(change);
  const reserved = await reservationsOf(database, session, account._id);
  const free = spendableOf(account, NATIVE, reserved);
  const fee = feeBid * BigInt(steps.length);
  // A key that takes another one's place takes its reserve, too.
  const needed = fee + (change.current === change.account ? BASE_RESERVE_STROOPS : 0n);
  if (free >= needed)
    return { steps, holds: [{ ...NATIVE, amount: String(needed) }], fee: String(fee), feePayer: null };
  const sponsor = await houseAccount(database, "sponsor", session);
  if (!sponsor?.exists || sponsor._id === account._id)
    throw new AppError("balance-too-low", { spendable: formatAmountShort(free), assetCode: NATIVE.assetCode });
  return {
    steps: [
      { type: "begin_sponsoring", source: sponsor._id, sponsored: account._id },
      ...steps,
      { type: "end_sponsoring", source: account._id },
    ],
    holds: [],
    // A fee bump is one operation more.
    fee: String(feeBid * BigInt(steps.length + SPONSORED_STEPS + 1)),
    feePayer: sponsor._id,
  };
}

function handover({ account, current, next }: SignerChange): Step[] {
  const add = { type: "set_signer", source: account, signer: next.publicKey, weight: FULL_WEIGHT } as const;
  if (current === account) return [{ ...add, masterWeight: 0 }];
  // The former key goes first, so that its reserve serves the next one: who may sign was asked before either.
  return [
    { type: "set_signer", source: account, signer: current, weight: 0, masterWeight: null },
    { ...add, masterWeight: null },
  ];
}
