import { createHash, randomBytes } from "node:crypto";
import type { Document } from "mongodb";
import { type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** An address that somebody wants to have, and has not shown yet to be theirs. */
export interface EmailWish extends Document {
  /** The user's id: a new wish takes the place of the former one. */
  readonly _id: number;
  readonly email: string;
  /** SHA-256 of the token, in hex. */
  readonly token: string;
  readonly expiresAt: Date;
  /** The user's epoch and the session in which another address was asked for: the wish ends with either. */
  readonly epoch?: number;
  readonly session?: string;
  readonly seal?: string;
}

/** Whoever writes a wish past the server gets nothing by it. */
export const WISH_KIND: SealedKind<EmailWish> = {
  collection: "email_changes",
  contentOf: ({ _id, email, token, expiresAt, epoch, session }) => ({
    _id,
    email,
    token,
    expiresAt,
    epoch: epoch ?? null,
    session: session ?? null,
  }),
};

const TOKEN_BYTES = 32;

export function wishCollection({ database }: Pick<Runtime, "database">) {
  return database.collection<EmailWish>(WISH_KIND.collection);
}

/** Keeps the wish for so long; answers with the token that fulfils it, once. */
export async function keepWish(
  runtime: Runtime,
  { _id, ...wish }: Pick<EmailWish, "_id" | "email" | "epoch" | "session">,
  lastsMs: number,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const expiresAt = new Date(runtime.clock.now().getTime() + lastsMs);
  const fields = { ...wish, token: digestOf(token), expiresAt };
  const seal = sealRow(runtime.database, WISH_KIND, { _id, ...fields });
  await wishCollection(runtime).replaceOne({ _id }, { ...fields, seal }, { upsert: true });
  return token;
}

export function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
