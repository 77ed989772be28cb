import { createHash } from "node:crypto";
import { StrKey } from "@stellar/stellar-sdk";
import type { Database } from "#server/platform/db/database.ts";
import { ACCOUNT_KIND, ACCOUNTS, NO_ACCOUNT } from "#server/platform/ingest/account.ts";
import { withFieldSeals } from "#server/platform/seals/sealed-fields.ts";
import { type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { NAME_KIND, signUpDay } from "#server/users/index.ts";
import { nameDigest } from "#server/users/names.ts";
import { writeDecided } from "./desk-rows.ts";

export const MOVEMENTS_EACH = 10;
/** The one who has far more of them than anybody. */
export const BUSY = 501;
const BUSY_MOVEMENTS = 20_000;
const INSERTED_AT_ONCE = 500;
const BEGUN = Date.UTC(2024, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;
const JOINED_WITHIN_DAYS = 300;
/** How far back movements go. */
const DAYS = 29;
const CONTACTS = 1_000_000;
/** The one of them whom twenty others keep as a contact. */
const KEPT = 17;
const KEEPERS = 20;

/** Writes as many people at once. */
type WritePart = (
  part: readonly number[],
  write: (name: string, rows: readonly object[]) => Promise<unknown>,
) => Promise<unknown>;

/** That many people, each with a wallet, protections, a contact, movements, and what operators decided about them. */
export async function writePeople(
  database: Database,
  sealing: Database,
  { people, operatorId }: { readonly people: number; readonly operatorId: number },
): Promise<void> {
  const nowMs = Date.now();
  const ageOf = (number: number) => nowMs - DAYS * DAY_MS * (1 - number / (people * MOVEMENTS_EACH));
  const themselves = await writerOfThemselves(sealing, { people, password: "x" });
  await inParts(database, 0, people, (part, write) =>
    Promise.all([
      themselves(part, write),
      write(
        "transactions",
        part.flatMap((index) => movementsOf(index, people, ageOf)),
      ),
      writeDecided(database, sealing, {
        operatorId,
        atMs: (index) => ageOf(index * MOVEMENTS_EACH),
        people: part.map((index) => ({ index, userId: idOf(index), address: addressOf(index) })),
      }),
    ]),
  );
}

/** People from the number `from` on until there are so many, as they are when they have just signed up with that password's hash. */
export async function writeNewcomers(
  database: Database,
  sealing: Database,
  { from, people, password }: { readonly from: number; readonly people: number; readonly password: string },
): Promise<void> {
  await inParts(database, from, people, await writerOfThemselves(sealing, { people, password, from }));
}

async function inParts(database: Database, from: number, people: number, writePart: WritePart): Promise<void> {
  for (let first = from; first < people; first += INSERTED_AT_ONCE) {
    const part = Array.from({ length: Math.min(INSERTED_AT_ONCE, people - first) }, (_, index) => first + index);
    await writePart(part, (name, rows) => database.collection(name).insertMany([...rows]));
  }
}

/** Who they are: a user, protections, a wallet and a contact each. */
async function writerOfThemselves(
  sealing: Database,
  { people, password, from = 0 }: { readonly people: number; readonly password: string; readonly from?: number },
): Promise<WritePart> {
  const count = people - from;
  const firstAccount = (await sealing.transaction((session) => sealing.nextIds(session, ACCOUNTS, count))) - from;
  return (part, write) =>
    Promise.all([
      write(
        "users",
        part.map((index) => aStored(sealing, index, { createdAt: joinedAt(index, people), password })),
      ),
      write(
        "user_security",
        part.map((index) => protectionsOf(sealing, index)),
      ),
      write(
        NAME_KIND.collection,
        part.flatMap((index) => namesOf(sealing, index)),
      ),
      write(
        ACCOUNTS,
        part.map((index) => walletOf(sealing, index, firstAccount + index)),
      ),
      write("contacts", part.map(contactOf)),
    ]);
}

/** When somebody of so many signed up. */
export function joinedAt(index: number, people: number): Date {
  return new Date(BEGUN + Math.floor((index / people) * JOINED_WITHIN_DAYS * DAY_MS));
}

export function idOf(index: number): number {
  return 10_000_000 + index;
}

export function nameOf(index: number): string {
  return `person-${String(index).padStart(6, "0")}`;
}

function userIdOf(index: number): string {
  return `${nameOf(index)}-id`;
}

/** Of a wallet; nobody holds its key. */
export function addressOf(index: number): string {
  return StrKey.encodeEd25519PublicKey(createHash("sha256").update(`wallet ${index}`).digest());
}

export function keptAddress(): string {
  return addressOf(KEPT);
}

/** Of a movement, as random as hashes are. */
export function hashOf(person: number, movement: number): string {
  return createHash("sha256").update(`movement ${movement} of ${person}`).digest("hex");
}

function aStored(
  database: Database,
  index: number,
  { createdAt, password }: { readonly createdAt: Date; readonly password: string },
) {
  const username = nameOf(index);
  const uniqueUserIdKey = userIdOf(index);
  const id = idOf(index);
  const called = { email: `${username}@example.org`, usernameKey: username, uniqueUserIdKey };
  const known = { ...called, walletAddress: addressOf(index), password, isAdmin: false };
  const rest = { kycStatus: "pending", kycVerified: false, createdAt, signedUpOn: signUpDay(createdAt) };
  return { id, username, uniqueUserId: uniqueUserIdKey, ...rest, ...withFieldSeals(database, "users", id, known) };
}

function walletOf(database: Database, index: number, number: number) {
  const owned = { _id: addressOf(index), userId: idOf(index), role: "wallet" as const };
  const seal = sealRow(database, ACCOUNT_KIND, owned);
  return { ...owned, number, version: 0, inFlight: null, ...NO_ACCOUNT, seal };
}

/** The words by which they are paid. */
function namesOf(database: Database, index: number) {
  return [nameOf(index), userIdOf(index)].map((word) => {
    const taken = { _id: nameDigest(word), userIds: [idOf(index)] };
    return { ...taken, seal: sealRow(database, NAME_KIND, taken) };
  });
}

/** Everybody keeps the one after them, and some one of them all. */
function contactOf(index: number) {
  const number = CONTACTS + index;
  const kept = { name: "Kept", stellarAddress: addressOf(index < KEEPERS ? KEPT : index + 1) };
  return { uid: `c${index}`, revision: number, deleted: false, ...kept, id: number, userId: idOf(index) };
}

interface Protected {
  readonly _id: number;
  readonly hasSecondFactor: boolean;
  readonly isFrozen: boolean;
  readonly seal?: string;
}

const PROTECTED: SealedKind<Protected> = {
  collection: "user_security",
  contentOf: ({ seal: _seal, ...protections }) => protections,
};

function protectionsOf(database: Database, index: number): Protected {
  const row = { _id: idOf(index), hasSecondFactor: index % 2 === 0, isFrozen: index % 500 === 0 };
  return { ...row, seal: sealRow(database, PROTECTED, row) };
}

/** Of a movement, as all of them are counted; those that only one has come after everybody's. */
function numberOf(person: number, movement: number, people: number): number {
  return movement < MOVEMENTS_EACH ? person * MOVEMENTS_EACH + movement : people * MOVEMENTS_EACH + movement;
}

function movementsOf(person: number, people: number, ageOf: (number: number) => number) {
  const [own, other] = [addressOf(person), addressOf((person * 7 + 1) % people)];
  const length = person === BUSY ? BUSY_MOVEMENTS : MOVEMENTS_EACH;
  return Array.from({ length }, (_, movement) => {
    const number = numberOf(person, movement, people);
    const isSent = movement % 3 === 0;
    const sides = isSent ? { type: "send", from: own, to: other } : { type: "receive", from: other, to: own };
    const money = { assetCode: "XLM", issuer: "", amount: "1.0000000", fee: isSent ? "0.0000100" : "0" };
    const place = { uid: `m${number}`, operationId: `m${number}`, revision: number, id: 10_000_000 + number };
    const rest = {
      memo: "",
      status: "confirmed",
      ledger: number,
      timestamp: new Date(Math.min(ageOf(number), Date.now())),
      deleted: false,
    };
    return { ...sides, ...money, ...place, ...rest, hash: hashOf(person, movement), userId: idOf(person) };
  });
}
