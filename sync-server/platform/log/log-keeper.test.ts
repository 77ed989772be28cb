import { type Document, MongoNetworkError } from "mongodb";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { REQUEST_ID_PATTERN } from "#schemas/logs.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/http/log.ts";
import { traced } from "#server/platform/trace/trace.ts";
import { eventually } from "#tests/support/app.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { readLine } from "./kept-line.ts";
import { type LogKeeper, openLogKeeper } from "./log-keeper.ts";
import { findLines, lineIdAt, logLineIndexes, logLines } from "./log-store.ts";
import { trimLog } from "./trim-log.ts";

const SILENT = { write: () => undefined };
const keepers: LogKeeper[] = [];
let mongo: TestMongo;
let database: Database;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "kept", 10_000);
  await logLineIndexes.run(database, new Date());
});
afterEach(async () => {
  await Promise.all(keepers.splice(0).map((keeper) => keeper.stop()));
  await logLines(database).deleteMany({});
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

/** A log that is kept, and told to nobody. `nowMs` holds the pace of what is let in. */
function aKeptLog(options: Parameters<typeof openLogKeeper>[1] = { nowMs: () => 0 }) {
  const keeper = openLogKeeper(7, options);
  keepers.push(keeper);
  return { keeper, log: createLog("silent", SILENT, keeper) };
}

/** What is kept of what the work logs, by itself. */
function keptOf(work: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = [];
  work(createLog("trace", { write: (line) => void lines.push(line) }));
  return lines.map(readLine);
}

test("trouble, payments and refusals are kept and found by their ids, and nothing else is", async () => {
  const { keeper, log } = aKeptLog();
  keeper.writeTo(database, log);
  log.info({ userId: 3 }, "nothing in particular");
  log.error({ errorId: "9f86d081884c", requestId: "request-one", userId: 3 }, "request failed");
  traced({ requestId: "request-two" }, () => log.info({ submissionId: 8, to: "signed" }, "a payment moved on"));
  log.info({ requestId: "request-three", status: 403, userId: 4 }, "request");
  log.info({ requestId: "request-four", status: 201, userId: 4 }, "request");
  const all = await eventually(async () => {
    const { lines } = await findLines(database, {});
    return lines.length === 3 && lines;
  });
  expect(all.map(({ message }) => message)).toEqual(["request", "a payment moved on", "request failed"]);
  const found = async (query: Parameters<typeof findLines>[1]) =>
    (await findLines(database, query)).lines.map(({ requestId }) => requestId);
  expect(await found({ errorId: "9f86d081884c" })).toEqual(["request-one"]);
  expect(await found({ submissionId: 8 })).toEqual(["request-two"]);
  expect(await found({ userId: 4 })).toEqual(["request-three"]);
  expect(await found({ requestId: "request-two", level: "warn" })).toEqual([]);
  expect(await found({ level: "warn" })).toEqual(["request-one"]);
  const [newest] = all;
  expect(await found({ before: newest?.id })).toEqual(["request-two", "request-one"]);
  expect(await found({ until: new Date(0).toISOString() })).toEqual([]);
  expect(await found({ since: new Date(0).toISOString() })).toHaveLength(3);
});

test("nothing finds anybody by more than their number, or opens anything", () => {
  const seed = `S${"A".repeat(55)}`;
  const [kept] = keptOf((log) =>
    log.warn(
      {
        ip: "203.0.113.7",
        token: "t-1",
        err: new Error(`no mail for ana@example.org by smtp://name:secret@mail.example.org with ${seed}`),
      },
      "a mail to ana@example.org bounced",
    ),
  );
  const text = JSON.stringify(kept);
  for (const secret of ["203.0.113.7", "t-1", "ana@", "name:secret", seed]) expect(text).not.toContain(secret);
  expect(kept?.message).toBe("a mail to [address] bounced");
});

test("a line cannot be made two, or be told to be another's", () => {
  const [kept] = keptOf((log) =>
    log.warn({ code: 'x"}\n{"level":60,"msg":"forged"}', requestId: 'odd"\nid', errorId: { $ne: null } }, "odd"),
  );
  expect(kept).toMatchObject({ level: 40, message: "odd" });
  expect(kept).not.toHaveProperty("requestId");
  expect(kept).not.toHaveProperty("errorId");
  expect(JSON.parse(kept?.fields ?? "").code).toContain("forged");
  expect("x".repeat(65)).not.toMatch(REQUEST_ID_PATTERN);
  expect(readLine('{"level":50,"time":1,')).toBeNull();
});

test("what is huge, deep or many is cut, and stays one object", () => {
  const deep = JSON.parse(`${'{"a":'.repeat(400)}1${"}".repeat(400)}`);
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field${n}`, "y".repeat(4000)]));
  const [kept] = keptOf((log) => log.warn({ deep, many, text: "x".repeat(1_000_000) }, "z".repeat(10_000)));
  expect(kept?.fields.length).toBeLessThan(10_000);
  expect(kept?.message.length).toBeLessThan(600);
  expect(JSON.parse(kept?.fields ?? "")).toBeInstanceOf(Object);
});

test("a flood of refusals leaves room for trouble, and what was dropped is told", async () => {
  let ms = 0;
  const { keeper, log } = aKeptLog({ nowMs: () => ms });
  for (let n = 0; n < 50_000; n += 1) log.info({ status: 429, requestId: `flooding-${n}` }, "request");
  log.error({ errorId: "9f86d081884c" }, "request failed");
  ms += 60_000;
  keeper.writeTo(database, log);
  const told = await eventually(async () => {
    const { lines } = await findLines(database, { level: "warn" });
    return lines.length === 2 && lines;
  });
  expect(told.map(({ message }) => message)).toEqual([
    "lines of the log were not kept: they were too many",
    "request failed",
  ]);
  expect(JSON.parse(told[0]?.fields ?? "")).toEqual({ lines: { refusal: 49_700 } });
  expect(await logLines(database).countDocuments({ kind: "refusal" })).toBe(300);
});

test("lines wait for a database that is away, no more of them than there is room for, trouble longest", async () => {
  const { keeper, log } = aKeptLog({ mostBytes: 50_000 });
  const { collection } = database;
  let attempts = 0;
  const away: Database["collection"] = () => {
    attempts += 1;
    throw new MongoNetworkError("connect ECONNREFUSED");
  };
  const flaky: Database = { ...database, collection: away };
  for (let n = 0; n < 100; n += 1) log.info({ submissionId: 1, text: "x".repeat(700) }, "a payment moved on");
  for (let n = 0; n < 100; n += 1) log.error({ text: "x".repeat(700) }, "trouble");
  keeper.writeTo(flaky, log);
  await eventually(() => attempts > 1);
  Object.assign(flaky, { collection });
  const rows = await eventually(async () => {
    const found = await logLines(database).find().toArray();
    return found.length > 0 && found;
  });
  const bytesOf = (kind: string) => rows.filter((row) => row.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0);
  expect(bytesOf("payment")).toBeLessThanOrEqual(40_000);
  expect(bytesOf("trouble")).toBeGreaterThan(8000);
  expect(bytesOf("payment") + bytesOf("trouble")).toBeLessThanOrEqual(50_000);
});

test("a batch whose answer got lost is written once", async () => {
  const { keeper, log } = aKeptLog();
  const { collection } = database;
  let writes = 0;
  function losing(name: string) {
    const lines = collection<Document>(name);
    const insertMany = lines.insertMany.bind(lines);
    const losingFirst = async (...parameters: Parameters<typeof insertMany>) => {
      const answer = await insertMany(...parameters);
      writes += 1;
      if (writes === 1) throw new MongoNetworkError("the answer got lost");
      return answer;
    };
    return Object.assign(lines, { insertMany: losingFirst });
  }
  log.error({ errorId: "9f86d081884c" }, "request failed");
  keeper.writeTo(Object.assign({ ...database }, { collection: losing }), log);
  await eventually(() => logLines(database).findOne({ message: "a job failed and will run again" }));
  expect(await logLines(database).countDocuments({ errorId: "9f86d081884c" })).toBe(1);
});

test("what is left is written when it ends, and nobody waits for a database that is away", async () => {
  const { keeper, log } = aKeptLog();
  keeper.writeTo(database, log);
  log.error({ errorId: "9f86d081884c" }, "the last word");
  await keeper.stop();
  expect((await findLines(database, {})).lines).toMatchObject([{ message: "the last word" }]);
  const hanging = aKeptLog();
  const never = Object.assign(
    { ...database },
    { collection: () => ({ insertMany: () => new Promise(() => undefined) }) },
  );
  hanging.log.error("never written");
  hanging.keeper.writeTo(never, hanging.log);
  const beganMs = performance.now();
  await hanging.keeper.stop();
  expect(performance.now() - beganMs).toBeLessThan(4000);
});

test("the oldest of a kind go where it takes more than its share, and trouble stays", async () => {
  const line = (n: number, kind: "trouble" | "refusal") => ({
    _id: lineIdAt(new Date(n), `${kind === "trouble" ? "a" : "b"}`),
    at: new Date(n),
    expiresAt: new Date(Date.now() + 60_000),
    level: 40,
    kind,
    message: String(n),
    process: "test 1",
    fields: "{}",
    bytes: 1000,
  });
  const rows = Array.from({ length: 300 }, (_, n) => line(n, n % 10 === 0 ? "trouble" : "refusal"));
  await logLines(database).insertMany(rows);
  expect(await trimLog(database, 400_000)).toBe(0);
  expect(await trimLog(database, 200_000)).toBe(230);
  expect(await logLines(database).countDocuments({ kind: "trouble" })).toBe(30);
  const [oldest] = await logLines(database)
    .find({ kind: "refusal" }, { sort: { _id: 1 }, limit: 1 })
    .toArray();
  expect(Number(oldest?.message)).toBeGreaterThan(250);
});

test("how much is told does not change what is kept", () => {
  const told: string[] = [];
  const taken: string[] = [];
  const log = createLog("error", { write: (line) => void told.push(line) }, { take: (line) => void taken.push(line) });
  log.debug("chatter");
  log.info({ submissionId: 1 }, "a payment moved on");
  log.error("trouble");
  expect([told.length, taken.length]).toEqual([1, 2]);
});
