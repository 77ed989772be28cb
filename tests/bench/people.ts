import { randomBytes } from "node:crypto";
import { Keypair } from "@stellar/stellar-sdk";
import type { Database } from "#server/platform/db/database.ts";
import { withFieldSeals } from "#server/platform/seals/sealed-fields.ts";
import { type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aConfirmedAdmin } from "#tests/support/operators.ts";
import { writeDecided } from "./desk-rows.ts";
import { busyness, median, quantile, type Result, roundsAndLoad, showNumber } from "./results.ts";

const INSERTED_AT_ONCE = 500;
const MOVEMENTS_EACH = 10;
/** Where there are so few, nothing is slow by their number. */
const FEW = 1000;
const GOAL_MS = 50;
const MIB = 1024 * 1024;
const BEGUN = Date.UTC(2024, 0, 1);
const MINUTE_MS = 60_000;

/**
 * What operators wait for where so many have signed up, ten movements each: the first page of each list and a search by each thing that is
 * known of a person, each asked so often, beside how long it takes where there are few; and all people as a file. Throws where the file
 * is not all of them.
 */
export async function measurePeople(people: number, times: number): Promise<Result[]> {
  const app = await startTestApp({ closeIntervalMs: 5000 });
  try {
    const { user, cookie } = await aConfirmedAdmin(app);
    const write = (from: number, to: number) =>
      app.database.unhurried((patient) => writePeople(patient, app.database, { from, to, operatorId: user.id }));
    await write(0, FEW);
    const asked = [...LISTS, ...searches(await writeAddresses(app.database))];
    const few = await askAll(app, cookie, asked, times);
    await write(FEW, people);
    const many = await askAll(app, cookie, asked, times);
    return [
      ...asked.map(({ name }, index) => resultOf(name, many[index], few[index], times)),
      ...(await exportAll(app, cookie, people)),
    ];
  } finally {
    await app.stop();
  }
}

/** One of those that are there at first, too. */
const SOMEBODY = 500;

/** The first page of each list that operators have, by where it is asked for. */
const LISTS: readonly Question[] = [
  // What any question of an operator costs here and now: who they are, and a look into an empty index.
  { name: "an operator's smallest question", path: "operator-actions?userId=1" },
  { name: "first page of people", path: "people" },
  { name: "first page of people by name", path: "people?sort=name" },
  { name: "a person's movements", path: `people/${idOf(SOMEBODY)}/movements` },
  { name: "a person's payments", path: `people/${idOf(SOMEBODY)}/submissions` },
  { name: "a person's deposits", path: `people/${idOf(SOMEBODY)}/deposits` },
  { name: "deposits that wait", path: "deposits" },
  { name: "payments to decide", path: "submissions" },
  { name: "money without an owner", path: "suspense" },
  { name: "proposals that wait", path: "proposals" },
  { name: "all proposals", path: "proposals?state=all" },
  { name: "what operators did", path: "operator-actions" },
  { name: "what operators did to one", path: `operator-actions?userId=${idOf(SOMEBODY)}` },
  { name: "what people sent to support", path: "support/reports" },
  { name: "operators", path: "operators" },
];

/** Each thing that people are found by. */
function searches([own, kept]: readonly [own: string, kept: string]): Question[] {
  const somebody = nameOf(SOMEBODY);
  const asked: readonly (readonly [name: string, query: string])[] = [
    ["search by a name's beginning that one has", `q=${somebody}`],
    ["search by a beginning that a tenth have", `q=${nameOf(0).slice(0, 8)}`],
    ["the same, the newest first", `q=${nameOf(0).slice(0, 8)}&sort=newest`],
    ["search by an e-mail address", `q=${somebody}@example.org`],
    ["search by an address", `q=${own}`],
    ["search by a kept address", `q=${kept}`],
    ["search by a transaction's hash", `q=${hashOf(SOMEBODY, 3)}`],
    ["the frozen, one in five hundred", "frozen=yes"],
    ["those without a second factor, every other one", "factor=no"],
    ["who signed up in a month, by name", "from=2024-02-01&to=2024-02-29&sort=name"],
  ];
  return asked.map(([name, query]) => ({ name, path: `people?${query}` }));
}

function nameOf(index: number): string {
  return `person-${String(index).padStart(6, "0")}`;
}

function hashOf(person: number, movement: number): string {
  return (person * MOVEMENTS_EACH + movement).toString(16).padStart(64, "0");
}

interface Written {
  readonly from: number;
  readonly to: number;
  readonly operatorId: number;
}

/** Everybody with what the list says of them, and what operators decided about them. */
async function writePeople(database: Database, sealing: Database, { from, to, operatorId }: Written): Promise<void> {
  for (let first = from; first < to; first += INSERTED_AT_ONCE) {
    const part = Array.from({ length: Math.min(INSERTED_AT_ONCE, to - first) }, (_, index) => first + index);
    await database.collection("users").insertMany(part.map((index) => aStored(sealing, index)));
    await database
      .collection<Protected>("user_security")
      .insertMany(part.map((index) => protectionsOf(sealing, index)));
    await database.collection("transactions").insertMany(part.flatMap(movementsOf));
    const decided = part.map((index) => ({ index, userId: idOf(index) }));
    await writeDecided(database, sealing, operatorId, decided);
  }
}

/** Answers with the address of one of them, and with one that some keep. */
async function writeAddresses(database: Database): Promise<readonly [own: string, kept: string]> {
  const [own, kept] = [Keypair.random().publicKey(), Keypair.random().publicKey()];
  const contacts = Array.from({ length: 20 }, (_, index) => {
    const number = 1_000_000 + index;
    const contact = { uid: `c${index}`, revision: number, deleted: false, name: "Kept", stellarAddress: kept };
    return { ...contact, id: number, userId: idOf(index) };
  });
  await database.collection("contacts").insertMany(contacts);
  const set = withFieldSeals(database, "users", idOf(0), { ...sealedOf(0), walletAddress: own });
  await database.collection("users").updateOne({ id: idOf(0) }, { $set: set });
  const account = { _id: own as never, userId: idOf(0), role: "wallet", number: 1_000_000, exists: false, lines: [] };
  await database.collection("accounts").insertOne(account);
  return [own, kept];
}

function idOf(index: number): number {
  return 10_000_000 + index;
}

function sealedOf(index: number) {
  const username = nameOf(index);
  const uniqueUserIdKey = `${username}-id`;
  return { email: `${username}@example.org`, usernameKey: username, uniqueUserIdKey, password: "x", isAdmin: false };
}

function aStored(database: Database, index: number) {
  const username = nameOf(index);
  const id = idOf(index);
  const rest = { kycStatus: "pending", kycVerified: false, createdAt: new Date(BEGUN + index * MINUTE_MS) };
  const sealed = withFieldSeals(database, "users", id, sealedOf(index));
  return { id, username, uniqueUserId: `${username}-id`, ...rest, ...sealed };
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

function movementsOf(person: number) {
  return Array.from({ length: MOVEMENTS_EACH }, (_, movement) => {
    const number = person * MOVEMENTS_EACH + movement;
    const row = { type: "receive", assetCode: "XLM", issuer: "", amount: "1.0000000", fee: "0", from: "", to: "" };
    const place = { uid: `m${number}`, operationId: `m${number}`, revision: number, id: 10_000_000 + number };
    const rest = { memo: "", status: "confirmed", ledger: number, timestamp: new Date(BEGUN), deleted: false };
    return { ...row, ...place, ...rest, hash: hashOf(person, movement), userId: idOf(person) };
  });
}

interface Question {
  readonly name: string;
  readonly path: string;
}

/** How long each answer took, in ms, and how many rows it had. */
interface Answers {
  readonly values: readonly number[];
  readonly rows: number;
}

async function askAll(
  app: TestApp,
  cookie: string,
  questions: readonly Question[],
  times: number,
): Promise<readonly Answers[]> {
  const answers: Answers[] = [];
  for (const question of questions) answers.push(await askOften(app, cookie, question, times));
  return answers;
}

/** So often after a first one. */
async function askOften(
  { server }: TestApp,
  cookie: string,
  { name, path }: Question,
  times: number,
): Promise<Answers> {
  const values: number[] = [];
  let rows = 0;
  for (let time = -1; time < times; time += 1) {
    const from = performance.now();
    const answer = await server.inject({ method: "GET", url: `/api/admin/${path}`, headers: { cookie } });
    const took = performance.now() - from;
    if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.body}`);
    const list: unknown = Object.values(Object(answer.json())).find((value) => Array.isArray(value));
    rows = Array.isArray(list) ? list.length : 0;
    if (time >= 0) values.push(took);
  }
  return { values, rows };
}

const NONE: Answers = { values: [], rows: 0 };

/** The time within which nineteen of twenty answers came. */
function resultOf(name: string, { values, rows } = NONE, few = NONE, times = 0): Result {
  const [half, before] = [median(values), median(few.values)];
  const beside = `${showNumber(half / before)} times as long as with ${FEW} people`;
  const note = `${rows} rows, half within ${showNumber(half)} ms, ${beside} (${roundsAndLoad(times)})`;
  return {
    name: `${name}, p95`,
    value: quantile(values, 0.95),
    unit: "ms",
    goal: { kind: "at most", value: GOAL_MS },
    note,
  };
}

/** Reads the file as a slow reader does, part by part, and keeps nothing of it. */
async function exportAll(app: TestApp, cookie: string, people: number): Promise<Result[]> {
  const url = `${await app.listen()}/api/admin/people/export?reason=bench&_t=${randomBytes(4).toString("hex")}`;
  const before = process.memoryUsage().heapUsed;
  const from = performance.now();
  const answer = await fetch(url, { headers: { cookie } });
  let [lines, most] = [0, 0];
  const decoder = new TextDecoder();
  for await (const part of answer.body ?? []) {
    lines += decoder.decode(part, { stream: true }).split("\n").length - 1;
    most = Math.max(most, process.memoryUsage().heapUsed - before);
  }
  const seconds = (performance.now() - from) / 1000;
  // Its head, and the operator themself.
  if (lines !== people + 2) throw new Error(`the export has ${lines} lines for ${people} people`);
  return [
    { name: "export of all people", value: people / seconds, unit: "rows/s", note: `${lines} lines (${busyness()})` },
    { name: "heap that it took at most", value: most / MIB, unit: "MiB", note: "over what was used before it" },
  ];
}
