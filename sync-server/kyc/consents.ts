import type { ClientSession, Document } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { CONSENT_VERSION } from "#schemas/kyc.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** That somebody accepted a version of what their pictures are for. Each version that was accepted is kept. */
interface Consent extends Document {
  readonly userId: number;
  readonly version: number;
  readonly at: Date;
}

export const CONSENTS = "kyc_consents";

function consentsOf({ database }: Pick<Runtime, "database">) {
  return database.collection<Consent & { readonly _id: string }>(CONSENTS);
}

/** Notes that a person accepts this version, once. Throws `identity-consent-old` for any but the present one. */
export async function giveConsent(runtime: Runtime, userId: number, version: number): Promise<void> {
  if (version !== CONSENT_VERSION) throw new AppError("identity-consent-old");
  const fields = { userId, version, at: runtime.clock.now() };
  await consentsOf(runtime).updateOne({ _id: `${userId} ${version}` }, { $setOnInsert: fields }, { upsert: true });
}

/** The newest version that a person accepted; null where they never did. */
export async function readConsent(
  runtime: Runtime,
  userId: number,
  session: ClientSession | null,
): Promise<Pick<Consent, "version" | "at"> | null> {
  return consentsOf(runtime).findOne({ userId }, { sort: { version: -1 }, ...inSession(session) });
}

/** All that a person ever accepted. */
export function allConsents(runtime: Runtime, userId: number): Promise<Pick<Consent, "version" | "at">[]> {
  return consentsOf(runtime)
    .find({ userId }, { projection: { _id: 0, version: 1, at: 1 }, sort: { version: 1 } })
    .toArray();
}

export async function forgetConsents(runtime: Runtime, session: ClientSession, userId: number): Promise<void> {
  await consentsOf(runtime).deleteMany({ userId }, { session });
}
