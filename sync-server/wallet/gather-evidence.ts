import type { PaymentEvidenceOutput } from "#schemas/payment-evidence.ts";
import { NetworkError, type StellarNetwork } from "#server/platform/network/network.ts";
import { findSubmission } from "./decide-submission.ts";
import type { ResolveDeps } from "./resolve-submission.ts";

type Answer = PaymentEvidenceOutput["hashes"][number]["answer"];

/** What our nodes say of a payment now: of each envelope that there was, and of the number that the last one uses. Throws `submission-unknown`. */
export async function gatherEvidence({ runtime, network }: ResolveDeps, id: number): Promise<PaymentEvidenceOutput> {
  const { attempt, formerHashes, missed } = await findSubmission(runtime, id);
  const hashes = [attempt?.hash, attempt?.innerHash, ...formerHashes].filter((hash) => typeof hash === "string");
  const [answers, present] = await Promise.all([
    Promise.all(
      hashes.map(async (hash) => {
        const answer = await askHash(network, hash);
        const isMissed = missed !== undefined && (isOf(missed, hash) || isIn(answer, missed.ledger));
        return { hash, answer, ...(isMissed && { isMissed }) };
      }),
    ),
    attempt ? askSequence(network, attempt.source) : null,
  ]);
  return {
    lookedAt: runtime.clock.now().toISOString(),
    hashes: answers,
    bounds: attempt && {
      source: attempt.source,
      sequence: attempt.sequence,
      signedAtLedger: attempt.signedAtLedger,
      maxLedger: attempt.maxLedger,
      maxTime: attempt.maxTime.toISOString(),
    },
    present,
  };
}

function isOf(
  { hash, innerHash }: { readonly hash: string; readonly innerHash: string | null },
  asked: string,
): boolean {
  return asked === hash || asked === innerHash;
}

/** Any of its bids may be the one that missed: what is made of it since is of a later ledger. */
function isIn(answer: Answer, ledger: number): boolean {
  return answer.kind === "found" && answer.ledger === ledger;
}

async function askHash(network: StellarNetwork, hash: string): Promise<Answer> {
  const answer = await orNull(network.transaction(hash));
  if (answer === null) return { kind: "unreachable" };
  if (answer.kind === "found") return { kind: "found", isSuccessful: answer.isSuccessful, ledger: answer.ledger };
  return { kind: "missing", oldestLedger: answer.oldestLedger, latestLedger: answer.latestLedger };
}

async function askSequence(network: StellarNetwork, address: string): Promise<PaymentEvidenceOutput["present"]> {
  const found = await orNull(network.holdings([{ address, assets: [] }]));
  if (found === null) return null;
  const account = found.accounts.get(address);
  return { sequence: account ? String(account.sequence) : null, ledger: found.ledger };
}

/** Null where no node answers. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NetworkError) return null;
    throw error;
  }
}
