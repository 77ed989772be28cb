import type { LedgerAnswer, StellarNetwork } from "#server/platform/network/network.ts";
import { envelopesAt } from "#server/platform/vault/audit-log.ts";
import type { SignedEnvelope } from "#server/platform/vault/signed-envelope.ts";
import { decideFate, isPastBounds } from "./transitions.ts";
import type { SubmissionsDeps } from "./deps.ts";

/** An envelope that a ledger holds as failed. */
export interface FailedEnvelope {
  readonly envelope: SignedEnvelope;
  readonly resultXdr: string;
}

/** What can still become of envelopes that were signed before. */
export interface Weighed {
  /** Inner hashes of those that can never be in a ledger. */
  readonly dead: ReadonlySet<string>;
  /** Those of which that is not proven. */
  readonly live: readonly SignedEnvelope[];
  /** One that a ledger holds, successful: what was asked for was done. */
  readonly landed: SignedEnvelope | null;
  /** Those that a ledger holds as failed, with their results (base64). */
  readonly failed: readonly FailedEnvelope[];
}

/** Asks the ledger alone: what our database says of them may be a lie. */
export async function weigh(
  { runtime, network }: SubmissionsDeps,
  envelopes: readonly SignedEnvelope[],
): Promise<Weighed> {
  const dead = new Set<string>();
  const live: SignedEnvelope[] = [];
  const failed: FailedEnvelope[] = [];
  for (const envelope of new Map(envelopes.map((each) => [each.inner, each])).values()) {
    const found = await findIn({ runtime, network }, envelope);
    if (found === "dead") dead.add(envelope.inner);
    else if (found === "live") live.push(envelope);
    else if (found.isSuccessful) return { dead, live, landed: envelope, failed };
    else failed.push({ envelope, resultXdr: found.resultXdr });
  }
  return { dead, live, landed: null, failed };
}

type Asking = Pick<SubmissionsDeps, "runtime" | "network">;

type Found = Extract<LedgerAnswer, { readonly kind: "found" }>;

/** How a ledger holds it, or else whether it is proven that none ever can. */
async function findIn({ runtime, network }: Asking, envelope: SignedEnvelope): Promise<Found | "dead" | "live"> {
  const answer = await network.transaction(envelope.inner);
  if (answer.kind === "found") return answer;
  const { source, sequence, inner } = envelope;
  const used = await envelopesAt(runtime.database, envelope);
  for (const { envelope: other, payloadHash } of used) {
    const found = await network.transaction(payloadHash);
    // A fee bump around it is found by its own hash; a stranger's takes its sequence number without being known here.
    if (found.kind === "found") return other.inner === inner ? found : "dead";
  }
  const facts = { ...envelope, sequence: BigInt(sequence), sends: 1, lastSentAt: null };
  const accountSequence = isPastBounds(facts, answer) ? await sequenceOf(network, source, answer) : null;
  return decideFate(facts, { answer, accountSequence }, runtime.clock.now()).kind === "expired" ? "dead" : "live";
}

/** Null also where a node answers that is behind the one that does not know the hash: it proves nothing. */
export async function sequenceOf(
  network: Pick<StellarNetwork, "holdings">,
  address: string,
  answer: LedgerAnswer,
): Promise<bigint | null> {
  const { accounts, ledger } = await network.holdings([{ address, assets: [] }]);
  const isBehind = answer.kind === "absent" && ledger < answer.latestLedger;
  return isBehind ? null : (accounts.get(address)?.sequence ?? null);
}
