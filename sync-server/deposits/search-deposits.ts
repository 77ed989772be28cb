import type { Filter } from "mongodb";
import { readExact } from "#schemas/all-submissions.ts";
import { shownDeposits } from "#schemas/console-lists.ts";
import {
  CashAppDeposits,
  type DecidedDeposit,
  type DecidedDepositsQuery,
  type DepositForOperators,
  type DepositQueueQuery,
} from "#schemas/deposits.ts";
import { hasWords } from "#schemas/values/fold-text.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { firstIdAround, OUT_OF_ORDER_MS } from "#server/platform/db/first-since.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { beginningWith, type ListSearch, type Way } from "#server/platform/lists/list-search.ts";
import { type PeopleMeant, peopleMeant } from "#server/users/index.ts";
import { describeDecided, describeDeposits, twinsOf } from "./for-operators.ts";
import { CASH_APP_NAME } from "./settings.ts";
import { type DepositDocument, depositCollection, OPEN_DEPOSITS, payerKeyOf } from "./store.ts";

type Search<Row> = ListSearch<DepositDocument, Row>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** So few decisions of some days, which are one page, are read whole; among more, a page is soon found in the order of numbers. */
const FEW = 100;
const BY_DECISION = "by_decision";
/** Of a failed one the payment is over and the deposit is not: it is among what waits, too. */
const DECIDED: readonly DepositDocument["status"][] = ["credited", "rejected", "failed"];
/** With fewer letters too much begins. */
const LEAST = 2;

/** Deposits that wait, the oldest first: what is no number or address is looked for in each of them. */
export async function searchOpen(
  runtime: Runtime,
  { find, show, rows, method }: Omit<DepositQueueQuery, "after">,
): Promise<Search<DepositForOperators>> {
  const text = typedOf(find);
  const people = await peopleMeant(runtime, text);
  const exact = rows === undefined && (readExact(text)?.by ?? "hash") !== "hash" ? readExact(text) : null;
  const isLookedThrough = rows === undefined && exact === null && text !== "";
  const shown = shownDeposits(show);
  const within = { status: { $in: statesOf(shown) }, ...(method !== undefined && { methodName: method }) };
  return {
    ...listOf(runtime, (found) => describeDeposits(runtime, found)),
    within,
    ways: exact ? waysTo(text, people) : rows ? [named(rows)] : [inOrder(within)],
    order: "oldest",
    meant: async (found) => {
      const meant = isLookedThrough ? await having(found, text, people) : found;
      return shown === "twice" ? declaredTwice(runtime, meant) : meant;
    },
  };
}

/** Deposits that were decided, those declared last first. A text is the beginning of who paid, of the transaction id, or of whose they are. */
export async function searchDecided(
  runtime: Runtime,
  { find, rows, status, method, userId, from, to }: Omit<DecidedDepositsQuery, "before">,
): Promise<Search<DecidedDeposit>> {
  const text = typedOf(find);
  const people = await peopleMeant(runtime, text);
  const isDecided = { status: status ?? { $in: [...DECIDED] } };
  const asked = {
    ...isDecided,
    ...(method !== undefined && { methodName: method }),
    ...(userId !== undefined && { userId }),
  };
  const { few, ofDays } = await withinDays(runtime.database, isDecided, { from, to, userId });
  const within = { $and: [asked, ofDays] };
  const list = { ...listOf(runtime, (found) => describeDecided(runtime, found)), within, order: "newest" as const };
  if (rows) return { ...list, ways: [named(rows)] };
  if (text !== "" && people.few !== null) return { ...list, ways: waysTo(text, people) };
  const ways = [few ? named(few) : inOrder(asked)];
  return text === "" ? { ...list, ways } : { ...list, ways, meant: (found) => having(found, text, people) };
}

/** Those that were decided on some days are the newest only by chance. */
export async function indexDecided(database: Database): Promise<void> {
  await depositCollection(database).createIndex({ status: 1, verificationDate: 1 }, { name: BY_DECISION });
}

/** Of one way to pay in a few may be in one state. */
export const methodIndexes: Migration = {
  number: 99,
  name: "deposits by the way they were paid and by their state",
  run: async (database) => {
    const deposits = depositCollection(database);
    await deposits.createIndex({ methodName: 1, status: 1, id: 1 });
    const former = "methodName_1_id_-1";
    if (await deposits.indexExists(former)) await deposits.dropIndex(former);
  },
};

/** What of a list was decided on some days. */
interface OfDays {
  /** Their numbers, where they are few. */
  readonly few: readonly number[] | null;
  readonly ofDays: Filter<DepositDocument>;
}

/** Of the days that are asked for: by their numbers where they are few, and otherwise by where those begin. */
async function withinDays(
  database: Database,
  isDecided: Filter<DepositDocument>,
  { from, to, userId }: Pick<DecidedDepositsQuery, "from" | "to" | "userId">,
): Promise<OfDays> {
  if (from === undefined && to === undefined) return { few: null, ofDays: {} };
  // Both days are whole.
  const end = to === undefined ? null : new Date(Date.parse(to) + DAY_MS);
  const verificationDate = { ...(from !== undefined && { $gte: new Date(from) }), ...(end && { $lt: end }) };
  // One person has few anyway.
  if (userId !== undefined) return { few: null, ofDays: { verificationDate } };
  const found = await depositCollection(database)
    .find({ ...isDecided, verificationDate }, { projection: { _id: 0, id: 1 }, hint: BY_DECISION, limit: FEW + 1 })
    .toArray();
  if (found.length <= FEW) return { few: found.map(({ id }) => id), ofDays: { verificationDate } };
  if (end === null) return { few: null, ofDays: { verificationDate } };
  // None is decided before it is declared.
  const declared = new Date(end.getTime() + OUT_OF_ORDER_MS);
  const id = { $lt: (await firstIdAround(database, CashAppDeposits.collection, declared)).latest };
  return { few: null, ofDays: { verificationDate, id } };
}

function listOf<Row>(runtime: Runtime, describe: Search<Row>["describe"]) {
  return { collection: depositCollection(runtime.database), describe };
}

/** What is written before numbers and transaction ids means nothing. */
function typedOf(find: string): string {
  return find.trim().replaceAll(/(^|\s)#/g, "$1");
}

function statesOf(shown: ReturnType<typeof shownDeposits>): DepositDocument["status"][] {
  if (shown === "pending" || shown === "failed") return [shown];
  return shown === "paying" ? ["approved", "crediting"] : [...OPEN_DEPOSITS];
}

function named(rows: readonly number[]): Way<DepositDocument> {
  return { hint: "id_1", found: { id: { $in: [...rows] } } };
}

/** The index of what narrows the most, in which they stand by their numbers. */
function inOrder({ userId, methodName }: Filter<DepositDocument>): Way<DepositDocument> {
  if (userId !== undefined) return { hint: "userId_1_id_-1", found: {} };
  return { hint: methodName === undefined ? "status_1_id_1" : "methodName_1_status_1_id_1", found: {} };
}

/** By its number, by the beginning of its transaction id or of who paid, or by whose it is. */
function waysTo(text: string, { few }: PeopleMeant): readonly Way<DepositDocument>[] {
  const exact = readExact(text);
  const payer = payerKeyOf(text);
  return [
    ...(exact?.by === "id" ? [named([exact.id])] : []),
    ...(text.length < LEAST
      ? []
      : [
          {
            hint: "cashAppTransactionId_1_userId_1",
            found: { cashAppTransactionId: beginningWith(text.toUpperCase()) },
          },
        ]),
    ...(payer.length < LEAST ? [] : [{ hint: "payerKey_1_id_1", found: { payerKey: beginningWith(payer) } }]),
    ...(few === null || few.size === 0 ? [] : [{ hint: "userId_1_id_-1", found: { userId: { $in: [...few] } } }]),
  ];
}

/** Those that have each of the words, or that are somebody's whom the text means. */
async function having(
  deposits: readonly DepositDocument[],
  text: string,
  people: PeopleMeant,
): Promise<readonly DepositDocument[]> {
  const owners = await people.among(deposits.map(({ userId }) => userId));
  return deposits.filter(
    ({ id, userId, cashAppUsername, cashAppTransactionId, methodLabel = CASH_APP_NAME, notes }) => {
      const texts = [id, userId, cashAppUsername, cashAppTransactionId, methodLabel, notes];
      return owners.has(userId) || hasWords(texts, text);
    },
  );
}

async function declaredTwice(
  runtime: Runtime,
  deposits: readonly DepositDocument[],
): Promise<readonly DepositDocument[]> {
  const twins = await twinsOf(runtime, deposits);
  return deposits.filter((deposit) => twins(deposit).length > 0);
}
