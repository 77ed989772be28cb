import { type rpc, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import { describeProblem } from "./answers.ts";
import type { SendAnswer } from "./network.ts";
import type { Nodes } from "./nodes.ts";

/** Without a clear answer for this long the same envelope goes to the other nodes, too. */
const HEDGE_MS = 2000;

interface Said {
  readonly answer: SendAnswer;
  /** Whether the node that said so is behind the others. */
  readonly isStale: boolean;
}

const UNHEARD: Said = { answer: { kind: "unknown", problem: "the node has not answered yet" }, isStale: false };

/**
 * Sends an envelope to the best node; where that gives no clear answer, to all others at once. It is the same envelope, so
 * that however many take it, one ledger holds it once.
 */
export async function sendEnvelope(nodes: Nodes, envelopeXdr: string, passphrase: string): Promise<SendAnswer> {
  const transaction = TransactionBuilder.fromXDR(envelopeXdr, passphrase);
  const [first, ...others] = nodes.each(async (server) => {
    const answer = await server._sendTransaction(transaction);
    return { answer: readAnswer(answer), isStale: nodes.isStale(answer.latestLedger) };
  });
  if (!first) return { kind: "unknown", problem: "no node is configured" };
  const firstSaid = said(first);
  if (others.length === 0) return (await firstSaid).answer;
  const early = await Promise.race([firstSaid, hedge()]);
  if (isClear(early)) return early.answer;
  return decideAmong([firstSaid, ...others.map(said)]);
}

async function said(ask: () => Promise<Said>): Promise<Said> {
  try {
    return await ask();
  } catch (error) {
    return { answer: { kind: "unknown", problem: describeProblem(error) }, isStale: false };
  }
}

function hedge(): Promise<Said> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(UNHEARD), HEDGE_MS).unref();
  });
}

function isTaken({ kind }: SendAnswer): boolean {
  return kind === "accepted" || kind === "duplicate";
}

/** A refusal of a node that lags behind is not clear: it may not know the account yet. */
function isClear({ answer, isStale }: Said): boolean {
  return isTaken(answer) || (answer.kind === "rejected" && !isStale);
}

/** The first node that took it decides; otherwise it is refused only if all of them refused it. */
async function decideAmong(answers: readonly Promise<Said>[]): Promise<SendAnswer> {
  const taken = answers.map(async (said) => {
    const { answer } = await said;
    if (!isTaken(answer)) throw new Error(answer.kind);
    return answer;
  });
  try {
    return await Promise.any(taken);
  } catch {
    const all = await Promise.all(answers);
    const of = (kind: SendAnswer["kind"]) => all.find(({ answer }) => answer.kind === kind)?.answer;
    return (
      of("unknown") ??
      of("try-again") ??
      all.find(isClear)?.answer ??
      all[0]?.answer ?? { kind: "unknown", problem: "no node is configured" }
    );
  }
}

function readAnswer(answer: rpc.Api.RawSendTransactionResponse): SendAnswer {
  switch (answer.status) {
    case "PENDING":
      return { kind: "accepted" };
    case "DUPLICATE":
      return { kind: "duplicate" };
    case "TRY_AGAIN_LATER":
      return { kind: "try-again" };
    case "ERROR":
      return { kind: "rejected", ...readRefusal(answer.errorResultXdr) };
  }
  return { kind: "unknown", problem: "the node answered with an unknown status" };
}

/** Name of a transaction result's code, such as `txBadSeq`, of what a fee bump brings where that was refused; and the fee that it names. */
function readRefusal(resultXdr: string | undefined): { readonly resultCode: string; readonly leastFee: bigint | null } {
  if (resultXdr === undefined) return { resultCode: "unknown", leastFee: null };
  const { result, feeCharged } = xdr.TransactionResult.fromXdr(Buffer.from(resultXdr, "base64"));
  const resultCode = "innerResultPair" in result ? result.innerResultPair.result.result.type : result.type;
  return { resultCode, leastFee: result.type === "txInsufficientFee" ? BigInt(feeCharged) : null };
}
