import type { LedgerAnswer, StellarNetwork } from "#server/platform/network/network.ts";
import { envelopesAt } from "#server/platform/vault/audit-log.ts";
import type { SignedEnvelope } from "#server/platform/vault/signed-envelope.ts";
import { decideFate, isPastBounds } from "./transitions.ts";
import type { SubmissionsDeps } from "./deps.ts";

/** What can still become of envelopes that were signed before. */
export interface Weighed {
  /** Inner hashes of those that can never be in a ledger. */
  readonly dead: ReadonlySet<string>;
  /** Those of which that is not proven. */
  readonly live: readonly SignedEnvelope[];
  /** One that a ledger holds: what was asked for was done. */
  readonly landed: SignedEnvelope | null;
}

/** Asks the ledger alone: what our database says of them may be a lie. */
export async function weigh(
  { runtime, network }: SubmissionsDeps,
  envelopes: readonly SignedEnvelope[],
): Promise<Weighed> {
  const dead = new Set<string>();
  const live: SignedEnvelope[] = [];
  for (const envelope of new Map(envelopes.map((each) => [each.inner, each])).values()) {
    const isDead = await isProvenDead({ runtime, network }, envelope);
    if (isDead === "landed") return { dead, live, landed: envelope };
    if (isDead) dead.add(envelope.inner);
    else live.push(envelope);
  }
  return { dead, live, landed: null };
}

type Asking = Pick<SubmissionsDeps, "runtime" | "network">;

async function isProvenDead({ runtime, network }: Asking, envelope: SignedEnvelope): Promise<boolean | "landed"> {
  const answer = await network.transaction(envelope.inner);
  if (answer.kind === "found") return "landed";
  const { source, sequence, inner } = envelope;
  const used = await envelopesAt(runtime.database, envelope);
  for (const { envelope: other, payloadHash } of used) {
    const found = await network.transaction(payloadHash);
    // A fee bump around it is found by its own hash; a stranger's takes its sequence number without being known here.
    if (found.kind === "found") return other.inner === inner ? "landed" : true;
  }
  const facts = { ...envelope, sequence: BigInt(sequence), sends: 1, lastSentAt: null };
  const accountSequence = isPastBounds(facts, answer) ? await sequenceOf(network, source, answer) : null;
  return decideFate(facts, { answer, accountSequence }, runtime.clock.now()).kind === "expired";
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
