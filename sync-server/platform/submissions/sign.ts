import type { ClientSession } from "mongodb";
import { writeSaid } from "#schemas/said.ts";
import type { Database } from "#server/platform/db/database.ts";
import {
  ACCOUNT_KIND,
  type AccountDocument,
  accountCollection,
  type AccountRole,
} from "#server/platform/ingest/account.ts";
import { refreshBalances } from "#server/platform/ingest/balances.ts";
import type { LedgerAccount } from "#server/platform/network/entries.ts";
import { cosignerOf, isShared } from "#server/platform/network/signing.ts";
import type { KeyPurpose } from "#server/platform/vault/sealed-keys.ts";
import { isRowSealed } from "#server/platform/seals/sealed-rows.ts";
import { SignedBeforeError, type SignedEnvelope } from "#server/platform/vault/signed-envelope.ts";
import { SignerChangingError } from "#server/platform/vault/signers.ts";
import type { Vault } from "#server/platform/vault/vault.ts";
import { borrowSource, releaseUnused } from "./channels.ts";
import { cosignSubmission, type Ground, prepareForOwner, signSubmission } from "./envelope.ts";
import { raiseFee, takePayer } from "./fee-bid.ts";
import { type Formerly, weighed } from "./formerly.ts";
import { isToBeTurned } from "./missed.ts";
import { againstOther } from "./against-other.ts";
import { type MoveFields, moveAlone, moveSubmission } from "./moves.ts";
import { actorsOf } from "./steps.ts";
import { assertAccepted } from "./seal-submission.ts";
import { type Attempt, HOUSE_USER, type SubmissionDocument, submissionCollection } from "./submission.ts";
import { paidBy } from "./trading-accounts.ts";
import { mayRebuild } from "./transitions.ts";
import type { SubmissionsDeps } from "./deps.ts";

/** Builds a submission anew, with a higher bid where the network asks for more by now and its payer has it. */
export async function rebuild(deps: SubmissionsDeps, submission: SubmissionDocument) {
  const isTurned = isToBeTurned(submission);
  if (!isTurned && !mayRebuild(submission.rebuilds))
    return moveAlone(deps.runtime, submission, "failed", {
      reason: writeSaid("reason.not-taken"),
    });
  const against = submission.missed ? await againstOther(deps, submission, submission.missed) : null;
  if (against !== null) return moveAlone(deps.runtime, submission, "failed", { reason: against });
  return signAtBid(deps, submission, {
    rebuilds: submission.rebuilds + (isTurned ? 0 : 1),
    formerHashes: [...submission.formerHashes, ...(submission.attempt ? [submission.attempt.hash] : [])],
  });
}

/** Signs with the bid that the network asks for now, where that is more than was asked at first: some wait long for their turn. */
export async function signAtBid(deps: SubmissionsDeps, submission: SubmissionDocument, fields: MoveFields) {
  const raised = await raiseFee(deps.runtime.database, deps.network, submission);
  if (!raised) return sign(deps, submission, fields);
  const { fee, holds } = raised;
  return sign(deps, { ...submission, fee, holds }, { ...fields, fee, holds }, raised.extra);
}

const NEVER: Formerly = { dead: new Set(), again: null };

/**
 * Signs a submission once an account lends it a sequence number, and stores the envelope: only then may it be sent. Where
 * something was signed for it before, whatever its row says, that has to be proven useless first.
 */
export async function sign(
  deps: SubmissionsDeps,
  submission: SubmissionDocument,
  fields: MoveFields,
  extra = 0n,
): Promise<Signing> {
  assertAccepted(deps.runtime.database, submission);
  const permission = deps.mayProceed ? await deps.mayProceed(submission, null) : "go";
  if (permission === "wait") return "held-back";
  if (permission !== "go") return moveAlone(deps.runtime, submission, "failed", { reason: permission.refusal });
  const first = submission.formerly ? await weighed(deps, submission, [submission.formerly]) : NEVER;
  if (first === "wait") return first;
  const signed = await signBorrowed(deps, submission, { fields, extra }, first);
  if (!(signed instanceof SignedBeforeError)) return signed;
  const formerly = await weighed(deps, submission, signed.envelopes);
  if (formerly === "wait") return formerly;
  // The loan of before gave the row another version.
  const current = await submissionCollection(deps.runtime.database).findOne({ id: submission.id });
  if (!current || current.state !== submission.state) return null;
  const { fee, holds } = submission;
  const again = await signBorrowed(deps, { ...current, fee, holds }, { fields, extra }, formerly);
  return again instanceof SignedBeforeError ? "wait" : again;
}

type Signing = SubmissionDocument | "wait" | "busy" | "held-back" | null;

interface Storing {
  readonly fields: MoveFields;
  readonly extra: bigint;
}

/** Answers with the refusal where something else was signed before. */
async function signBorrowed(
  deps: SubmissionsDeps,
  submission: SubmissionDocument,
  storing: Storing,
  formerly: Formerly,
): Promise<Signing | SignedBeforeError> {
  const { database } = deps.runtime;
  const loan = await borrowSource(database, submission, formerly.again?.source ?? null);
  if (loan === null || loan === "busy") return loan;
  const { version } = loan.submission;
  let isSigned = false;
  try {
    const signed = await signWith(deps, { ...submission, version }, loan.source, { ...storing, formerly });
    isSigned = signed !== null && signed !== "wait";
    return signed;
  } catch (error) {
    if (error instanceof SignedBeforeError) return error;
    throw error;
  } finally {
    if (!isSigned) await releaseUnused(database, submission.id);
  }
}

/** How an envelope is to be stored: signed by us, or for its owner to sign first. */
interface Next {
  readonly state: "signed" | "awaiting-signature";
  readonly fields: Pick<MoveFields, "attempt" | "cosigning" | "dueAt">;
}

async function signWith(
  deps: SubmissionsDeps,
  submission: SubmissionDocument,
  { _id: source, exists }: AccountDocument,
  { fields, extra, formerly }: Storing & { readonly formerly: Formerly },
) {
  const { runtime, network, vault } = deps;
  const [head, holdings] = await Promise.all([network.head(), network.holdings([{ address: source, assets: [] }])]);
  const entry = holdings.accounts.get(source);
  if (!entry) return exists ? "wait" : moveAlone(runtime, submission, "failed", { reason: GONE });
  const { sequence: lastSequence } = entry;
  const { dead, again } = formerly;
  if (isBehind(submission, head.sequence, lastSequence)) return "wait";
  if (again && (again.source !== source || again.sequence !== String(lastSequence + 1n))) return "wait";
  const ground = { head, source, lastSequence, dead, ...(await signatoryOf(deps, submission, source)) };
  const next = await unlessChanging(() => makeEnvelope(vault, submission, entry, ground, again));
  if (next === "wait") return "wait";
  if (next === "not-its-owners") return moveAlone(runtime, submission, "failed", { reason: NOT_ITS_OWNERS });
  if (next.state === "awaiting-signature" && submission.missed)
    return moveAlone(runtime, submission, "failed", { reason: submission.missed.reason });
  return whileBorrowed(deps, submission, source, async (session) => {
    const payer = extra > 0n ? await takePayer(runtime.database, session, submission.account, extra) : null;
    if (extra > 0n && !payer) return "wait";
    const stored = { ...fields, ...next.fields, sends: 0, lastSentAt: null, reason: "its turn came" };
    const moved = await moveSubmission(runtime, session, submission, next.state, stored);
    if (moved && payer) await refreshBalances(runtime.database, session, payer);
    return moved;
  });
}

/** Whether a node has yet to hear of the ledger that holds what it missed by. */
function isBehind({ missed }: SubmissionDocument, ledger: number, lastSequence: bigint): boolean {
  return missed !== undefined && (ledger < missed.ledger || lastSequence < BigInt(missed.sequence));
}

/** Signed by us alone where the ledger lets us; else for the owner, who sees it before anything of ours is on it. */
async function makeEnvelope(
  vault: Vault,
  submission: SubmissionDocument,
  { signing }: LedgerAccount,
  ground: Ground,
  again: SignedEnvelope | null,
): Promise<Next | "not-its-owners"> {
  const key = isShared(signing) ? cosignerOf(signing, await vault.signerOf(ground.source, null)) : null;
  if (key === null)
    return { state: "signed", fields: { attempt: await signSubmission(vault, submission, ground, again) } };
  if (submission.userId === HOUSE_USER) return "not-its-owners";
  const attempt = prepareForOwner(submission, ground);
  return {
    state: "awaiting-signature",
    fields: { attempt, cosigning: { key, signature: null }, dueAt: attempt.maxTime },
  };
}

/**
 * Adds our signature to what its owner has signed, and stores that: only then may it be sent. Until then nothing of ours is
 * signed, so that no proof is needed to let it go.
 */
export async function cosign(deps: SubmissionsDeps, submission: SubmissionDocument) {
  const { runtime, network } = deps;
  const { attempt, cosigning } = submission;
  if (!attempt || !cosigning) throw new Error(`submission ${submission.id} has nothing to sign`);
  assertAccepted(runtime.database, submission);
  if (runtime.clock.now() > attempt.maxTime) return moveAlone(runtime, submission, "failed", { reason: TOO_LATE });
  if (cosigning.signature === null) return "wait";
  const permission = deps.mayProceed ? await deps.mayProceed(submission, null) : "go";
  if (permission === "wait") return permission;
  if (permission !== "go") return moveAlone(runtime, submission, "failed", { reason: permission.refusal });
  const { source } = attempt;
  const [head, holdings] = await Promise.all([network.head(), network.holdings([{ address: source, assets: [] }])]);
  const entry = holdings.accounts.get(source);
  if (!entry) return "wait";
  if (entry.sequence >= BigInt(attempt.sequence))
    return moveAlone(runtime, submission, "expired", { reason: "another transaction used its sequence number" });
  if (await bidsFarTooLittle(deps, submission))
    return moveAlone(runtime, submission, "expired", { reason: "the network asks for a much higher fee by now" });
  const signatory = await signatoryOf(deps, submission, source);
  const signed = await unlessChanging(() => cosignOnce(deps, submission, { head, ...signatory }));
  if (signed === "wait") return "wait";
  return whileBorrowed(deps, submission, source, (session) =>
    moveSubmission(runtime, session, submission, "signed", { attempt: signed, reason: "its owner signed it" }),
  );
}

/** Adds our signature; where another envelope of it was signed before, only once that can never be in a ledger. */
async function cosignOnce(
  deps: SubmissionsDeps,
  submission: SubmissionDocument,
  signatory: Parameters<typeof cosignSubmission>[2],
): Promise<Attempt | "wait"> {
  try {
    return await cosignSubmission(deps.vault, submission, signatory);
  } catch (error) {
    if (!(error instanceof SignedBeforeError)) throw error;
    const formerly = await weighed(deps, submission, error.envelopes);
    if (formerly === "wait" || formerly.again) return "wait";
    return cosignSubmission(deps.vault, submission, { ...signatory, dead: formerly.dead });
  }
}

/** Its owner signs again only for a bid that is worth it: a little below the others, the network takes it as well. */
const RAISED_TIMES = 2n;

/** Whether an envelope would lie until its bounds pass, up to a day from now, and its payer agreed to more and can spare it. */
async function bidsFarTooLittle(
  { runtime, network }: SubmissionsDeps,
  submission: SubmissionDocument,
): Promise<boolean> {
  if (!mayRebuild(submission.rebuilds)) return false;
  const raised = await raiseFee(runtime.database, network, submission);
  return raised !== null && BigInt(raised.fee) >= RAISED_TIMES * BigInt(submission.fee);
}

const GONE = writeSaid("reason.payer-gone");
const NOT_ITS_OWNERS = writeSaid("reason.own-key-needed");
const TOO_LATE = writeSaid("reason.signed-too-late");

/**
 * Records an envelope in one transaction with the loan of its sequence number, if it may still be. What may not proceed any more fails, unless
 * it was sent already: what a node has may be in a ledger yet, and only a ledger ends it.
 */
export function whileBorrowed(
  { runtime, mayProceed }: SubmissionsDeps,
  submission: SubmissionDocument,
  source: string,
  record: (session: ClientSession) => Promise<SubmissionDocument | "wait" | null>,
): Promise<SubmissionDocument | "wait" | null> {
  return runtime.database.transaction(async (session) => {
    const kept = await accountCollection(runtime.database).updateOne(
      { _id: source, inFlight: submission.id },
      { $inc: { version: 1 } },
      { session },
    );
    if (kept.matchedCount === 0) return "wait";
    const permission = mayProceed ? await mayProceed(submission, session) : "go";
    if (permission === "wait") return permission;
    if (permission !== "go" && submission.state === "submitted") return null;
    if (permission !== "go")
      return moveSubmission(runtime, session, submission, "failed", { reason: permission.refusal });
    return record(session);
  });
}

/** Waits while an account that has to sign is being handed over to another key. */
export async function unlessChanging<T>(signing: () => Promise<T>): Promise<T | "wait"> {
  try {
    return await signing();
  } catch (error) {
    if (error instanceof SignerChangingError) return "wait";
    throw error;
  }
}

export async function signatoryOf(
  { runtime, network }: SubmissionsDeps,
  submission: SubmissionDocument,
  source: string,
) {
  const { steps } = submission;
  const accounts = await accountsOf(runtime.database, [source, ...actorsOf(steps), ...paidBy(steps)]);
  const purposeOf = (address: string) => purposeFor(accounts.get(address)?.role);
  const ownerOf = (address: string) => {
    const account = accounts.get(address);
    return account && isRowSealed(runtime.database, ACCOUNT_KIND, account) ? account : null;
  };
  return { database: runtime.database, passphrase: network.passphrase, purposeOf, ownerOf };
}

function purposeFor(role: AccountRole | undefined): KeyPurpose {
  return role === "wallet" || role === "trading" ? role : "house";
}

type KnownAccount = Pick<AccountDocument, "_id" | "userId" | "role" | "seal">;

async function accountsOf(
  database: Database,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, KnownAccount>> {
  const found = await accountCollection(database)
    .find<KnownAccount>({ _id: { $in: [...new Set(addresses)] } }, { projection: { userId: 1, role: 1, seal: 1 } })
    .toArray();
  return new Map(found.map((account) => [account._id, account]));
}
