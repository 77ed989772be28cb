import { SealBrokenError } from "#server/platform/seals/row-seals.ts";
import type { SignedEnvelope } from "#server/platform/vault/signed-envelope.ts";
import type { SubmissionsDeps } from "./deps.ts";
import { isMiss } from "./missed.ts";
import { type FailedEnvelope, weigh } from "./signed-before.ts";
import type { SubmissionDocument } from "./submission.ts";

/** What is known of envelopes that were signed for the same submission before. */
export interface Formerly {
  readonly dead: ReadonlySet<string>;
  /** The one that may still be used: nothing else is signed, but that one is signed again. */
  readonly again: SignedEnvelope | null;
}

/** Throws {@link SealBrokenError} for a submission that was carried out already: its row has been set back. */
export async function weighed(
  deps: SubmissionsDeps,
  submission: SubmissionDocument,
  envelopes: readonly SignedEnvelope[],
): Promise<Formerly | "wait"> {
  const { dead: proven, live, landed, failed } = await weigh(deps, envelopes);
  const held = landed ?? failed.find((each) => !isItsMiss(submission, each))?.envelope;
  if (held) throw new SealBrokenError(`submission ${submission.id}, which a ledger holds as ${held.inner},`);
  if (failed.length > 1) throw new SealBrokenError(`submission ${submission.id}, which failed twice,`);
  const dead = new Set([...proven, ...failed.map(({ envelope }) => envelope.inner)]);
  const [again = null, ...others] = live;
  return others.length > 0 ? "wait" : { dead, again };
}

/** Whether a ledger's failure is what it is built anew for, by the ledger's own word. */
function isItsMiss(submission: SubmissionDocument, { envelope, resultXdr }: FailedEnvelope): boolean {
  const { missed } = submission;
  return missed !== undefined && envelope.inner === (missed.innerHash ?? missed.hash) && isMiss(submission, resultXdr);
}
