import { randomBytes } from "node:crypto";
import type { ClientSession, Document } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import type { SecretStore } from "#server/platform/secrets/secret-store.ts";
import { forgetWaiting, noteCredentialChange, weaken } from "#server/security/index.ts";
import { SETTINGS_UID } from "#server/settings/index.ts";
import { digestOfCode, grouped, makeRecoveryCodes, SEED_BYTES, setupOf, stepOfCode } from "./codes.ts";

/** The second factor of a user. Its seed is in the vault. */
interface TwoFactor extends Document {
  /** The user's id. */
  readonly _id: number;
  readonly isEnabled: boolean;
  /** Absent for what was switched on before this was kept. */
  readonly enabledAt?: Date;
  /** The last 30-second step whose code was used: a code opens once. */
  readonly lastStep: number;
  /** SHA-256 of the codes that were not used yet, in hex. */
  readonly recoveryDigests: readonly string[];
}

export interface TwoFactorDeps {
  readonly runtime: Runtime;
  readonly secrets: SecretStore;
}

const TWO_FACTORS = "two_factors";

function collectionOf({ database }: Runtime) {
  return database.collection<TwoFactor>(TWO_FACTORS);
}

function seedName(userId: number): string {
  return `totp ${userId}`;
}

export async function isTwoFactorOn(runtime: Runtime, userId: number): Promise<boolean> {
  return (await collectionOf(runtime).findOne({ _id: userId, isEnabled: true })) !== null;
}

export async function describeTwoFactor(runtime: Runtime, userId: number) {
  const stored = await collectionOf(runtime).findOne({ _id: userId });
  const isEnabled = stored?.isEnabled ?? false;
  return { isEnabled, recoveryCodesLeft: isEnabled ? (stored?.recoveryDigests.length ?? 0) : 0 };
}

/** Makes a seed for the person's app; nothing asks for its codes before one was shown. Throws `second-factor-on`. */
export async function beginTwoFactor({ runtime, secrets }: TwoFactorDeps, userId: number, username: string) {
  const seed = randomBytes(SEED_BYTES);
  try {
    await runtime.database.transaction(async (session) => {
      const stored = await collectionOf(runtime).findOne({ _id: userId }, { session });
      if (stored?.isEnabled) throw new AppError("second-factor-on");
      await secrets.put(session, seedName(userId), seed);
      const fields = { isEnabled: false, lastStep: 0, recoveryDigests: [] };
      await collectionOf(runtime).updateOne({ _id: userId }, { $set: fields }, { session, upsert: true });
    });
    return setupOf(seed, username);
  } finally {
    seed.fill(0);
  }
}

/**
 * Switches the second factor on with a first code; answers with the recovery codes. `endOthers` ends, in the same transaction,
 * the sessions that began without it. Throws `second-factor-wrong`.
 */
export async function enableTwoFactor(
  deps: TwoFactorDeps,
  userId: number,
  code: string,
  endOthers: (session: ClientSession) => Promise<void>,
): Promise<string[]> {
  const { runtime, secrets } = deps;
  const step = await secrets.use(seedName(userId), (seed) => stepOfCode(seed, code, runtime.clock.now()));
  if (step === null) throw new AppError("second-factor-wrong");
  const codes = makeRecoveryCodes();
  await runtime.database.transaction(async (session) => {
    const enabled = await collectionOf(runtime).updateOne(
      { _id: userId, isEnabled: false },
      {
        $set: {
          isEnabled: true,
          enabledAt: runtime.clock.now(),
          lastStep: step,
          recoveryDigests: codes.map(digestOfCode),
        },
      },
      { session },
    );
    if (enabled.matchedCount === 0) throw new AppError("second-factor-on");
    await showInSettings(runtime, session, userId, true);
    await endOthers(session);
    await notify(runtime, session, { userId, kind: "two-factor-on" });
  });
  return codes.map(grouped);
}

/** Has the second factor wait to be switched off; one that was never on is forgotten at once. */
export async function disableTwoFactor(deps: TwoFactorDeps, userId: number): Promise<void> {
  const { runtime } = deps;
  await runtime.database.transaction(async (session) => {
    const isOn = (await collectionOf(runtime).findOne({ _id: userId, isEnabled: true }, { session })) !== null;
    const change = { kind: "two-factor-off", from: "", to: "" } as const;
    if (isOn && (await weaken(runtime, session, userId, change)) === "waits") return;
    await switchOffTwoFactor(deps, session, userId);
  });
}

/** Switches the second factor off, within the transaction that knows that it may be; payments pause afterwards. */
export async function switchOffTwoFactor(deps: TwoFactorDeps, session: ClientSession, userId: number): Promise<void> {
  const { runtime } = deps;
  if (!(await dropTwoFactor(deps, session, userId))) return;
  await noteCredentialChange(runtime, userId, session);
  await notify(runtime, session, { userId, kind: "two-factor-off" });
}

/** Forgets the second factor of a user, whether or not it was on yet; answers whether there was one. */
export async function dropTwoFactor(
  { runtime, secrets }: TwoFactorDeps,
  session: ClientSession,
  userId: number,
): Promise<boolean> {
  const gone = await collectionOf(runtime).deleteOne({ _id: userId }, { session });
  await secrets.drop(session, seedName(userId));
  await forgetWaiting(runtime, session, userId, ["two-factor-off"]);
  if (gone.deletedCount === 0) return false;
  await showInSettings(runtime, session, userId, false);
  return true;
}

/** Forgets a second factor that was switched on before then, as {@link dropTwoFactor} does. */
export async function dropTwoFactorBefore(
  deps: TwoFactorDeps,
  session: ClientSession,
  userId: number,
  before: Date,
): Promise<boolean> {
  const older = { _id: userId, isEnabled: true, enabledAt: { $lt: before } };
  const found = await collectionOf(deps.runtime).findOne(older, { session });
  return found !== null && (await dropTwoFactor(deps, session, userId));
}

/** New recovery codes in place of all former ones. Throws `second-factor-off`. */
export async function renewRecoveryCodes(runtime: Runtime, userId: number): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await runtime.database.transaction(async (session) => {
    const renewed = await collectionOf(runtime).updateOne(
      { _id: userId, isEnabled: true },
      { $set: { recoveryDigests: codes.map(digestOfCode) } },
      { session },
    );
    if (renewed.matchedCount === 0) throw new AppError("second-factor-off");
    await notify(runtime, session, { userId, kind: "recovery-codes-renewed" });
  });
  return codes.map(grouped);
}

/**
 * Checks the second factor of a user who has one; a code of the app, and a recovery code, opens once. Throws
 * `second-factor-required` where none was given, `second-factor-wrong`.
 */
export async function checkSecondFactor(deps: TwoFactorDeps, userId: number, code: string | undefined): Promise<void> {
  const { runtime, secrets } = deps;
  if (!(await isTwoFactorOn(runtime, userId))) return;
  if (code === undefined || code === "") throw new AppError("second-factor-required");
  const now = runtime.clock.now();
  const step = await secrets.use(seedName(userId), (seed) => stepOfCode(seed, code, now));
  const isUsedUp = step === null ? await useRecoveryCode(runtime, userId, code) : await useStep(runtime, userId, step);
  if (!isUsedUp) throw new AppError("second-factor-wrong");
}

async function useStep(runtime: Runtime, userId: number, step: number): Promise<boolean> {
  const used = await collectionOf(runtime).updateOne(
    { _id: userId, isEnabled: true, lastStep: { $lt: step } },
    { $set: { lastStep: step } },
  );
  return used.modifiedCount === 1;
}

async function useRecoveryCode({ database }: Runtime, userId: number, code: string): Promise<boolean> {
  const digest = digestOfCode(code);
  const used = await database
    .collection<{ _id: number; recoveryDigests: string[] }>(TWO_FACTORS)
    .updateOne({ _id: userId, recoveryDigests: digest }, { $pull: { recoveryDigests: digest } });
  return used.modifiedCount === 1;
}

function showInSettings(
  { database, clock }: Runtime,
  session: ClientSession,
  userId: number,
  twoFactorEnabled: boolean,
): Promise<unknown> {
  const fields = { twoFactorEnabled, lastSecurityUpdate: clock.now() };
  return putReplicated(database, session, "settings", userId, [{ uid: SETTINGS_UID, fields }]);
}
