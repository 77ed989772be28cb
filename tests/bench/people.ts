import { randomBytes } from "node:crypto";
import { Keypair } from "@stellar/stellar-sdk";
import type { Database } from "#server/platform/db/database.ts";
import { withFieldSeals } from "#server/platform/seals/sealed-fields.ts";
import { type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aConfirmedAdmin } from "#tests/support/operators.ts";
import { busyness, quantile, type Result, roundsAndLoad, showNumber } from "./results.ts";

const INSERTED_AT_ONCE = 500;
const MOVEMENTS_EACH = 10;
const GOAL_MS = 50;
const MIB = 1024 * 1024;
const BEGUN = Date.UTC(2024, 0, 1);
const MINUTE_MS = 60_000;

/**
 * What operators wait for where so many have signed up, ten movements each: the first page and a search by each thing that is known of a
 * person, each asked so often, and all of them as a file. Throws where the file is not all of them.
 */
export async function measurePeople(people: number, times: number): Promise<Result[]> {
  const app = await startTestApp({ closeIntervalMs: 5000 });
  try {
    const { cookie } = await aConfirmedAdmin(app);
    const addresses = await app.database.unhurried((patient) => writePeople(patient, app.database, people));
    const middle = Math.floor(people / 2);
    const asked: readonly (readonly [name: string, query: string])[] = [
      ["first page of people", ""],
      ["first page of people by name", "sort=name"],
      ["search by a name's beginning that one has", `q=${nameOf(middle)}`],
      ["search by a beginning that a tenth have", `q=${nameOf(0).slice(0, 8)}`],
      ["the same, the newest first", `q=${nameOf(0).slice(0, 8)}&sort=newest`],
      ["search by an e-mail address", `q=${nameOf(middle)}@example.org`],
      ["search by an address", `q=${addresses[0]}`],
      ["search by a kept address", `q=${addresses[1]}`],
      ["search by a transaction's hash", `q=${hashOf(middle, 3)}`],
      ["the frozen, one in five hundred", "frozen=yes"],
      ["those without a second factor, every other one", "factor=no"],
      ["who signed up in a month, by name", "from=2024-02-01&to=2024-02-29&sort=name"],
    ];
    const results: Result[] = [];
    for (const [name, query] of asked)
      results.push(await askOften(app, cookie, { name, path: `people?${query}`, times }));
    // What any question of an operator costs here and now: who they are, and a look into an empty index.
    const nothing = { name: "an operator's smallest question", path: "operator-actions?userId=1", times };
    return [await askOften(app, cookie, nothing), ...results, ...(await exportAll(app, cookie, people))];
  } finally {
    await app.stop();
  }
}

function nameOf(index: number): string {
  return `person-${String(index).padStart(6, "0")}`;
}

function hashOf(person: number, movement: number): string {
  return (person * MOVEMENTS_EACH + movement).toString(16).padStart(64, "0");
}

/** Everybody with what the list says of them. Answers with the address of one of them, and with one that some keep. */
async function writePeople(
  database: Database,
  sealing: Database,
  people: number,
): Promise<readonly [own: string, kept: string]> {
  const [own, kept] = [Keypair.random().publicKey(), Keypair.random().publicKey()];
  for (let first = 0; first < people; first += INSERTED_AT_ONCE) {
    const part = Array.from({ length: Math.min(INSERTED_AT_ONCE, people - first) }, (_, index) => first + index);
    await database
      .collection("users")
      .insertMany(part.map((index) => aStored(sealing, index, index === 0 ? own : null)));
    await database
      .collection<Protected>("user_security")
      .insertMany(part.map((index) => protectionsOf(sealing, index)));
    await database.collection("transactions").insertMany(part.flatMap(movementsOf));
  }
  const contacts = Array.from({ length: 20 }, (_, index) => {
    const number = 1_000_000 + index;
    const contact = { uid: `c${index}`, revision: number, deleted: false, name: "Kept", stellarAddress: kept };
    return { ...contact, id: number, userId: idOf(index) };
  });
  await database.collection("contacts").insertMany(contacts);
  const account = { _id: own as never, userId: idOf(0), role: "wallet", number: 1_000_000, exists: false, lines: [] };
  await database.collection("accounts").insertOne(account);
  return [own, kept];
}

function idOf(index: number): number {
  return 10_000_000 + index;
}

function aStored(database: Database, index: number, walletAddress: string | null) {
  const username = nameOf(index);
  const names = { username, uniqueUserId: `${username}-id`, email: `${username}@example.org` };
  const keys = { usernameKey: username, uniqueUserIdKey: names.uniqueUserId };
  const id = idOf(index);
  const { username: _username, uniqueUserId: _id, ...sealed } = { ...names, ...keys };
  const fields = { ...sealed, password: "x", isAdmin: false, ...(walletAddress !== null && { walletAddress }) };
  const rest = { kycStatus: "pending", kycVerified: false, createdAt: new Date(BEGUN + index * MINUTE_MS) };
  return { id, ...names, ...rest, ...withFieldSeals(database, "users", id, fields) };
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
  readonly times: number;
}

/** The time within which nineteen of twenty answers came, of so many after a first one. */
async function askOften({ server }: TestApp, cookie: string, { name, path, times }: Question): Promise<Result> {
  const values: number[] = [];
  let found = 0;
  for (let time = -1; time < times; time += 1) {
    const from = performance.now();
    const answer = await server.inject({ method: "GET", url: `/api/admin/${path}`, headers: { cookie } });
    const took = performance.now() - from;
    if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.body}`);
    found = answer.json().people?.length ?? 0;
    if (time >= 0) values.push(took);
  }
  const note = `${found} rows, half within ${showNumber(quantile(values, 0.5))} ms (${roundsAndLoad(times)})`;
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
