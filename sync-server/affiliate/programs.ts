import { randomInt, randomUUID } from "node:crypto";
import { type ClientSession, MongoServerError } from "mongodb";
import type { AffiliateCodeOutput } from "#schemas/affiliate-calls.ts";
import { AppError } from "#schemas/errors.ts";
import { ZERO_AMOUNT } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { SealBrokenError } from "#server/platform/seals/row-seals.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { noteConverted, type Referral } from "./clicks.ts";
import { findProgram, PROGRAM_KIND, type ProgramDocument, programCollection, PROGRAMS, readTerms } from "./store.ts";

const DUPLICATE_KEY = 11_000;
/** Nothing that looks like another letter: a code is read aloud and typed. */
const CODE_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz";
const CODE_LENGTH = 8;
/** Of those above somebody, so many are kept: whoever of them is frozen has rewards wait. */
const MOST_ABOVE = 20;

type Fields = Partial<Omit<ProgramDocument, "id" | "userId" | "uid" | "revision" | "deleted" | "seal" | "_id">>;

/** Writes a place, a new one or what has become of it, sealed. */
export async function writeProgram(
  database: Database,
  session: ClientSession,
  { userId, uid }: Pick<ProgramDocument, "userId" | "uid">,
  fields: Fields,
): Promise<ProgramDocument> {
  const programs = programCollection(database);
  await putReplicated(database, session, PROGRAMS, userId, [{ uid, fields }]);
  const after = await programs.findOne({ userId, uid }, { session });
  if (!after) throw new Error(`the place of user ${userId} was not stored`);
  await programs.updateOne({ userId, uid }, { $set: { seal: sealRow(database, PROGRAM_KIND, after) } }, { session });
  return after;
}

/** Keeps what no device is told of a place, sealed: nothing is sent anywhere for it. */
export async function keepOfProgram(
  database: Database,
  session: ClientSession,
  program: ProgramDocument,
  fields: Partial<Pick<ProgramDocument, "firstEvent" | "collected">>,
): Promise<void> {
  const { userId, uid } = program;
  const seal = sealRow(database, PROGRAM_KIND, { ...program, ...fields });
  await programCollection(database).updateOne({ userId, uid }, { $set: { ...fields, seal } }, { session });
}

/** Has its sums be told at that time at the latest, in the transaction of what changes them. */
export async function tellBy(database: Database, session: ClientSession, ids: readonly number[], at: Date) {
  if (ids.length === 0) return;
  await programCollection(database).updateMany({ id: { $in: [...ids] } }, { $min: { tellAt: at } }, { session });
}

/** Gives somebody a link; whoever has one already, or was brought by one, is answered with it. Throws `affiliate-closed`. */
export async function join({ database, clock }: Runtime, userId: number): Promise<AffiliateCodeOutput> {
  const joined = () =>
    database.transaction(async (session) => {
      const former = await findProgram(database, { userId }, session);
      if (former) return outputOf(former);
      const terms = await readTerms(database, session);
      if (terms?.active !== true) throw new AppError("affiliate-closed");
      const place = { ...newPlace(clock.now()), referrerId: null, above: [], isToldAbove: true };
      return outputOf(await writeProgram(database, session, { userId, uid: randomUUID() }, place));
    });
  // Two at once, or a code that somebody else drew.
  return joined().catch((error: unknown) => {
    if (isDuplicate(error)) return joined();
    throw error;
  });
}

/** Gives a link the code that its owner chose, once; the former one still leads there. Throws `affiliate-not-joined`, `affiliate-code-renamed`, `affiliate-code-taken`. */
export async function renameCode({ database }: Runtime, userId: number, code: string): Promise<AffiliateCodeOutput> {
  const renamed = database.transaction(async (session) => {
    const program = await findProgram(database, { userId }, session);
    if (!program) throw new AppError("affiliate-not-joined");
    if (program.affiliateCode === code) return outputOf(program);
    if (program.isRenamed) throw new AppError("affiliate-code-renamed");
    const fields = { ...codeFields(code), isRenamed: true, codes: [code, ...program.codes] };
    return outputOf(await writeProgram(database, session, program, fields));
  });
  return renamed.catch((error: unknown) => {
    throw isDuplicate(error) ? new AppError("affiliate-code-taken") : error;
  });
}

/** Binds somebody who signs up to whoever brought them, for good, in the transaction that makes their account. */
export async function bindReferral(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  referral: Referral,
): Promise<void> {
  const { database, clock } = runtime;
  const referrer = await referrerBy(database, session, referral.code);
  if (!referrer) return;
  const above = [referrer.id, ...referrer.above].slice(0, MOST_ABOVE);
  const bound = { ...newPlace(clock.now()), referrerId: referrer.id, above, isToldAbove: false };
  const { id } = await writeProgram(database, session, { userId, uid: randomUUID() }, bound);
  // Numbers only rise, so that nobody is below themself.
  if (id <= referrer.id) throw new Error(`place ${id} is not below ${referrer.id}`);
  await noteConverted(runtime, session, referrer.id, referral);
}

/** Whose code it is while the programme is open; nobody where a row was written past the server. */
async function referrerBy(database: Database, session: ClientSession, code: string): Promise<ProgramDocument | null> {
  try {
    const terms = await readTerms(database, session);
    return terms?.active === true ? await findProgram(database, { codes: code }, session) : null;
  } catch (error) {
    if (error instanceof SealBrokenError) return null;
    throw error;
  }
}

function newPlace(joinedAt: Date) {
  const code = makeCode();
  return {
    ...codeFields(code),
    codes: [code],
    isRenamed: false,
    clickCount: 0,
    signupCount: 0,
    rewardAsset: "USD",
    pendingReward: ZERO_AMOUNT,
    payableReward: ZERO_AMOUNT,
    payingReward: ZERO_AMOUNT,
    totalEarned: ZERO_AMOUNT,
    lastPayout: null,
    waits: "" as const,
    days: [],
    joinedAt,
    collected: "0",
  };
}

function codeFields(code: string) {
  return { affiliateCode: code, referralLink: `/r/${code}` };
}

function outputOf({ affiliateCode, referralLink }: ProgramDocument): AffiliateCodeOutput {
  return { affiliateCode, referralLink };
}

function makeCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join("");
}

function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}
