import { randomBytes } from "node:crypto";
import type { Document } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** What a challenge was made for. Those of a signed-in person are worth nothing in another session. */
export type ChallengePurpose =
  | { readonly kind: "sign-in" }
  | { readonly kind: "register" | "confirm"; readonly sessionId: string };

interface StoredChallenge extends Document {
  readonly _id: string;
  readonly kind: ChallengePurpose["kind"];
  /** Null for a sign-in. */
  readonly sessionId: string | null;
  readonly challenge: string;
  readonly expiresAt: Date;
}

export const CHALLENGES = "passkey_challenges";
export const CHALLENGE_MS = 5 * 60 * 1000;
const ID_BYTES = 24;

/** Keeps a challenge that was just made; answers with the id by which its answer names it. */
export async function keepChallenge(
  { database, clock }: Runtime,
  purpose: ChallengePurpose,
  challenge: string,
): Promise<string> {
  const _id = randomBytes(ID_BYTES).toString("base64url");
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MS);
  const { kind } = purpose;
  const sessionId = kind === "sign-in" ? null : purpose.sessionId;
  await database.collection<StoredChallenge>(CHALLENGES).insertOne({ _id, kind, sessionId, challenge, expiresAt });
  return _id;
}

/** Uses a challenge up, whatever comes of its answer. Throws `passkey-challenge-over` for one that is unknown, used or old. */
export async function useChallenge({ database, clock }: Runtime, id: string, purpose: ChallengePurpose) {
  const { kind } = purpose;
  const used = await database.collection<StoredChallenge>(CHALLENGES).findOneAndDelete({
    _id: id,
    kind,
    sessionId: kind === "sign-in" ? null : purpose.sessionId,
    expiresAt: { $gt: clock.now() },
  });
  if (!used) throw new AppError("passkey-challenge-over");
  return used.challenge;
}
