import { randomBytes } from "node:crypto";
import type { ClientSession, Document } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import type { SecretStore } from "#server/platform/secrets/secret-store.ts";
import { forgetWaiting, weaken } from "#server/security/index.ts";
import { noteCredentialChange, readSecurity, readSecurityWithin, writeSecurity } from "#server/users/index.ts";
import { isRowSealed, type SealedKind, sealingAtFirst, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
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
  readonly seal?: string;
}

/** Which codes open, and which opened already. */
export const FACTOR_KIND: SealedKind<TwoFactor> = {
  collection: "two_factors",
  contentOf: ({ _id, isEnabled, enabledAt, lastStep, recoveryDigests }) => {
    return { _id, isEnabled, enabledAt, lastStep, recoveryDigests };
  },
};

export interface TwoFactorDeps {
  readonly runtime: Runtime;
  readonly secrets: SecretStore;
}

function collectionOf({ database }: Runtime) {
  return database.collection<TwoFactor>(FACTOR_KIND.collection);
}

function seedName(userId: number): string {
  return `totp ${userId}`;
}

/** Whether a code is asked for, whatever became of what it is compared with. */
export async function isTwoFactorOn(runtime: Runtime, userId: number): Promise<boolean> {
  return (await readSecurity(runtime, userId)).hasSecondFactor === true;
}

/** The second factor of a user that is on, as the server wrote it; null where there is none, or where that is not so: then no code opens. */
async function findEnabled(runtime: Runtime, session: ClientSession, userId: number): Promise<TwoFactor | null> {
  const { database } = runtime;
  const stored = await collectionOf(runtime).findOne({ _id: userId, isEnabled: true }, { session });
  if (!stored || isRowSealed(database, FACTOR_KIND, stored)) return stored;
  await tellForged(runtime, `second factor of user ${userId}`, { userId });
  return null;
}

async function put(runtime: Runtime, session: ClientSession, factor: Omit<TwoFactor, "seal">): Promise<void> {
  const { _id, isEnabled, enabledAt, lastStep, recoveryDigests } = factor;
  const fields = { isEnabled, ...(enabledAt && { enabledAt }), lastStep, recoveryDigests };
  const seal = sealRow(runtime.database, FACTOR_KIND, { _id, ...fields });
  await collectionOf(runtime).replaceOne({ _id }, { ...fields, seal }, { session, upsert: true });
}

/** Seals the second factors of a server that did not. */
export const sealFactorsAtFirst = sealingAtFirst(FACTOR_KIND);

export async function describeTwoFactor(runtime: Runtime, userId: number) {
  const stored = await collectionOf(runtime).findOne({ _id: userId });
  const isEnabled = await isTwoFactorOn(runtime, userId);
  return { isEnabled, recoveryCodesLeft: isEnabled ? (stored?.recoveryDigests.length ?? 0) : 0 };
}

/** Makes a seed for the person's app; nothing asks for its codes before one was shown. Throws `second-factor-on`. */
export async function beginTwoFactor({ runtime, secrets }: TwoFactorDeps, userId: number, username: string) {
  const seed = randomBytes(SEED_BYTES);
  try {
    await runtime.database.transaction(async (session) => {
      const stored = await collectionOf(runtime).findOne({ _id: userId }, { session });
      const { hasSecondFactor } = await readSecurityWithin(runtime, session, userId);
      if (stored?.isEnabled || hasSecondFactor === true) throw new AppError("second-factor-on");
      await secrets.put(session, seedName(userId), seed);
      await put(runtime, session, { _id: userId, isEnabled: false, lastStep: 0, recoveryDigests: [] });
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
    const begun = await collectionOf(runtime).findOne({ _id: userId, isEnabled: false }, { session });
    if (!begun) throw new AppError("second-factor-on");
    const enabled = { isEnabled: true, enabledAt: runtime.clock.now(), lastStep: step };
    await put(runtime, session, { _id: userId, ...enabled, recoveryDigests: codes.map(digestOfCode) });
    await writeSecurity(runtime, session, userId, { hasSecondFactor: true });
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
    const isOn = (await readSecurityWithin(runtime, session, userId)).hasSecondFactor === true;
    const change = { kind: "two-factor-off", from: "", to: "" } as const;
    if (isOn && (await weaken(runtime, session, userId, change)) === "waits") return;
    await switchOffTwoFactor(deps, session, userId);
  });
}

/** Switches the second factor off, within the transaction that knows that it may be; payments pause afterwards. */
export async function switchOffTwoFactor(deps: TwoFactorDeps, session: ClientSession, userId: number): Promise<void> {
  const { runtime } = deps;
  if (!(await dropTwoFactor(deps, session, userId))) return;
  await noteCredentialChange(runtime, session, userId);
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
  const { hasSecondFactor } = await readSecurityWithin(runtime, session, userId);
  if (hasSecondFactor === true) await writeSecurity(runtime, session, userId, { hasSecondFactor: false });
  else if (gone.deletedCount === 0) return false;
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
  const factor = await findEnabled(deps.runtime, session, userId);
  const isOlder = factor?.enabledAt !== undefined && factor.enabledAt < before;
  return isOlder && (await dropTwoFactor(deps, session, userId));
}

/** New recovery codes in place of all former ones. Throws `second-factor-off`. */
export async function renewRecoveryCodes(runtime: Runtime, userId: number): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await runtime.database.transaction(async (session) => {
    const factor = await findEnabled(runtime, session, userId);
    if (!factor) throw new AppError("second-factor-off");
    await put(runtime, session, { ...factor, recoveryDigests: codes.map(digestOfCode) });
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
  if (!(await useCode(runtime, userId, code, step))) throw new AppError("second-factor-wrong");
}

/** Uses a code up, whichever it is; false for one that does not open, or did already. */
function useCode(runtime: Runtime, userId: number, code: string, step: number | null): Promise<boolean> {
  return runtime.database.transaction(async (session) => {
    const factor = await findEnabled(runtime, session, userId);
    if (!factor) return false;
    const { lastStep, recoveryDigests } = factor;
    const digest = digestOfCode(code);
    if (step === null && !recoveryDigests.includes(digest)) return false;
    if (step !== null && step <= lastStep) return false;
    const left = recoveryDigests.filter((each) => each !== digest);
    await put(runtime, session, { ...factor, lastStep: step ?? lastStep, recoveryDigests: left });
    return true;
  });
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
