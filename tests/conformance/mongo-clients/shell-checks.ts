import { strict as assert } from "node:assert";

/** What an expression came to in mongosh: its value as relaxed extended JSON, or the error it threw. */
export type Outcome = {
  readonly value?: unknown;
  readonly error?: { readonly codeName?: string; readonly message: string };
};

export type ShellCheck = { readonly name: string; readonly code: string; readonly judge: (outcome: Outcome) => void };

/** The value has at least these fields. */
function has(code: string, expected: object, name = code): ShellCheck {
  return {
    name,
    code,
    judge: ({ value, error }) => {
      assert.ok(error === undefined, error?.message ?? "");
      assert.partialDeepStrictEqual(value, expected);
    },
  };
}

function is(code: string, expected: unknown, name = code): ShellCheck {
  return {
    name,
    code,
    judge: ({ value, error }) => {
      assert.ok(error === undefined, error?.message ?? "");
      assert.deepEqual(value, expected);
    },
  };
}

function fails(code: string, codeName: string | RegExp, name = code): ShellCheck {
  return {
    name,
    code,
    judge: ({ error, value }) => {
      assert.ok(error !== undefined, `it answered ${JSON.stringify(value)}`);
      if (typeof codeName === "string") assert.equal(error.codeName, codeName, error.message);
      else assert.match(error.message, codeName);
    },
  };
}

const WRITES: readonly ShellCheck[] = [
  has("db.getSiblingDB('shell').dropDatabase()", { ok: 1 }),
  is("db.getName()", "shell"),
  has("db.c.insertOne({ _id: 1, a: 1, at: new Date(0), list: [1, 2] })", { acknowledged: true, insertedId: 1 }),
  is(
    "Object.keys(db.c.insertMany([{ _id: 2, a: 2 }, { _id: 3, a: 3, note: 'x'.repeat(1000) }]).insertedIds).length",
    2,
  ),
  fails(
    "db.c.insertOne({ _id: 1 })",
    /E11000 duplicate key error collection: shell\.c index: _id_ dup key: { _id: 1 }/,
  ),
  has("db.c.updateOne({ _id: 1 }, { $set: { a: 10 }, $push: { list: 3 } })", { matchedCount: 1, modifiedCount: 1 }),
  has("db.c.updateMany({}, [{ $set: { b: { $add: ['$a', 1] } } }])", { modifiedCount: 3 }),
  has("db.c.replaceOne({ _id: 9 }, { a: 9 }, { upsert: true })", { upsertedCount: 1 }),
  has("db.c.findOneAndUpdate({ _id: 9 }, { $inc: { a: 1 } }, { returnDocument: 'after' })", { _id: 9, a: 10 }),
  has("db.c.findAndModify({ query: { _id: 9 }, remove: true })", { a: 10 }),
  has("db.c.bulkWrite([{ insertOne: { document: { _id: 4 } } }, { deleteOne: { filter: { _id: 4 } } }])", {
    insertedCount: 1,
    deletedCount: 1,
  }),
  is("db.c.createIndex({ a: 1 }, { unique: true })", "a_1"),
  is("db.c.createIndexes([{ 'list': -1 }, { at: 1 }]).join()", "list_-1,at_1"),
  has("db.c.hideIndex('at_1')", { hidden_old: false, hidden_new: true }),
  has("db.c.unhideIndex('at_1')", { hidden_new: false }),
  is("db.c.getIndexes().map((index) => index.name).join()", "_id_,a_1,list_-1,at_1"),
  has("db.c.dropIndex('at_1')", { nIndexesWas: 4, ok: 1 }),
  is("db.c.getIndexKeys().length", 3),
];

const READS: readonly ShellCheck[] = [
  is("db.c.find({ a: { $gte: 2 } }, { _id: 1 }).sort({ _id: -1 }).toArray()", [{ _id: 3 }, { _id: 2 }, { _id: 1 }]),
  has("db.c.findOne({ _id: 1 })", { a: 10, list: [1, 2, 3], at: { $date: "1970-01-01T00:00:00Z" } }),
  is("db.c.countDocuments()", 3),
  is("db.c.estimatedDocumentCount()", 3),
  is("db.c.distinct('a').toSorted((x, y) => x - y)", [2, 3, 10]),
  is("db.c.find().itcount()", 3),
  is("db.c.aggregate([{ $group: { _id: null, sum: { $sum: '$a' } } }]).toArray()", [{ _id: null, sum: 15 }]),
  has("db.c.find({ a: 2 }).explain('executionStats')", {
    queryPlanner: {
      namespace: "shell.c",
      winningPlan: { stage: "FETCH", inputStage: { stage: "IXSCAN", indexName: "a_1" } },
    },
    executionStats: { executionSuccess: true, nReturned: 1, totalDocsExamined: 1 },
  }),
  has("db.c.explain().find({ note: 'x' }).finish()", { queryPlanner: { winningPlan: { stage: "COLLSCAN" } } }),
  has("db.c.explain('executionStats').aggregate([{ $match: { a: 3 } }])", { ok: 1 }),
  has("db.c.explain().update({ a: 2 }, { $set: { z: 1 } })", { ok: 1 }),
  has(
    "(() => { const s = db.getMongo().startSession(); const c = s.getDatabase('shell').c; s.startTransaction(); c.insertOne({ _id: 'tx' }); s.commitTransaction(); s.endSession(); return db.c.findOne({ _id: 'tx' }); })()",
    { _id: "tx" },
    "a transaction that commits",
  ),
  is(
    "(() => { const s = db.getMongo().startSession(); const c = s.getDatabase('shell').c; s.startTransaction(); c.deleteMany({}); s.abortTransaction(); s.endSession(); return db.c.countDocuments(); })()",
    4,
    "a transaction that is given up",
  ),
  has(
    "(() => { const w = db.c.watch(); w.tryNext(); db.c.deleteOne({ _id: 'tx' }); let e = null; while (e === null) e = w.tryNext(); w.close(); return e; })()",
    { operationType: "delete", documentKey: { _id: "tx" } },
    "a change stream",
  ),
];

const STATS: readonly ShellCheck[] = [
  is("db.c.stats().count", 3),
  is(
    "db.c.dataSize() === db.c.find().toArray().reduce((sum, one) => sum + bsonsize(one), 0)",
    true,
    "dataSize is the sum of the documents",
  ),
  is(
    "db.c.storageSize() > 0 && db.c.totalIndexSize() > 0 && db.c.totalSize() === db.c.storageSize() + db.c.totalIndexSize()",
    true,
    "sizes on disk",
  ),
  is("Object.keys(db.c.stats().indexSizes).join()", "_id_,a_1,list_-1"),
  is("db.stats().dataSize === db.c.dataSize() && Number(db.stats().objects) === 3", true, "db.stats agrees"),
  has("db.stats(1024)", { db: "shell", collections: 1, views: 0, scaleFactor: 1024, ok: 1 }),
  has("db.runCommand({ dataSize: 'shell.c' })", { numObjects: 3, ok: 1 }),
  has("db.c.validate({ full: true })", {
    valid: true,
    nrecords: 3,
    nIndexes: 3,
    keysPerIndex: { _id_: 3, a_1: 3, "list_-1": 5 },
  }),
  is(
    "db.c.aggregate([{ $indexStats: {} }]).toArray().find((one) => one.name === 'a_1').accesses.ops.toNumber() > 0",
    true,
    "$indexStats counts",
  ),
  has("db.c.aggregate([{ $collStats: { count: {}, storageStats: {}, latencyStats: {} } }]).next()", {
    ns: "shell.c",
    count: 3,
  }),
  has("db.c.latencyStats()[0].latencyStats", { transactions: { ops: 0 } }),
  is("db.c.getPlanCache().list()", []),
  has("db.c.getPlanCache().clear()", { ok: 1 }),
  is(
    "db.adminCommand({ listDatabases: 1 }).databases.find((one) => one.name === 'shell').sizeOnDisk >= db.c.totalSize()",
    true,
    "listDatabases tells sizes",
  ),
];

const SERVER: readonly ShellCheck[] = [
  has("db.serverStatus()", {
    process: "mongod",
    version: "8.0.0",
    storageEngine: { name: "sqlite" },
    repl: { setName: "rs0" },
    ok: 1,
  }),
  is("db.serverStatus().opcounters.insert > 0", true, "opcounters count"),
  has("db.hostInfo()", { system: { cpuAddrSize: 64 }, ok: 1 }),
  is("db.version()", "8.0.0"),
  has("db.serverBuildInfo()", { bits: 64, maxBsonObjectSize: 16777216, versionArray: [8, 0, 0, 0] }),
  has("rs.status()", { set: "rs0", myState: 1, members: [{ _id: 0, stateStr: "PRIMARY", self: true, health: 1 }] }),
  has("rs.conf()", { _id: "rs0", version: 1, members: [{ _id: 0, votes: 1 }] }),
  has("rs.hello()", { isWritablePrimary: true, setName: "rs0", maxWireVersion: 25, logicalSessionTimeoutMinutes: 30 }),
  has("db.isMaster()", { ismaster: true, setName: "rs0" }),
  fails("rs.initiate()", "AlreadyInitialized"),
  fails("rs.stepDown()", "ExceededTimeLimit"),
  is("db.currentOp().inprog.some((one) => one.command.aggregate === 1 && one.active)", true, "currentOp sees itself"),
  has("db.adminCommand({ currentOp: 1, op: 'getmore' })", { inprog: [], ok: 1 }),
  has("db.killOp(123456)", { info: "attempting to kill op", ok: 1 }),
  has("db.adminCommand({ getParameter: 1, featureCompatibilityVersion: 1 })", {
    featureCompatibilityVersion: { version: "8.0" },
  }),
  is("db.adminCommand({ getParameter: '*' }).transactionLifetimeLimitSeconds", 60),
  fails("db.adminCommand({ getParameter: 1, nonsense: 1 })", "InvalidOptions"),
  fails("db.adminCommand({ setParameter: 1, nonsense: 1 })", "InvalidOptions"),
  fails("db.adminCommand({ setParameter: 1, logLevel: 2 })", "IllegalOperation"),
  has("db.serverCmdLineOpts()", { parsed: { replication: { replSet: "rs0" } } }),
  is("JSON.stringify(db.serverCmdLineOpts()).includes('rosebud')", false, "no password is told"),
  has("db.adminCommand({ getLog: '*' })", { names: ["global", "startupWarnings"] }),
  has("db.adminCommand({ getLog: 'global' })", { totalLinesWritten: 0, log: [] }),
  is("db.adminCommand('top').totals['shell.c'].insert.count > 0", true, "top counts"),
  is("Object.keys(db.adminCommand({ listCommands: 1 }).commands).includes('find')", true, "listCommands"),
  has("db.adminCommand({ features: 1 })", { ok: 1 }),
  has("db.adminCommand({ getDefaultRWConcern: 1 })", {
    defaultReadConcern: { level: "local" },
    defaultWriteConcern: { w: "majority" },
  }),
  has("db.adminCommand({ replSetGetStatus: 1 })", { set: "rs0", ok: 1 }),
  has("db.adminCommand({ replSetGetConfig: 1 })", { config: { _id: "rs0" }, ok: 1 }),
  has("db.runCommand({ connPoolStats: 1 })", { totalCreated: 0, ok: 1 }),
  is("/^127\\.0\\.0\\.1:\\d+$/.test(db.runCommand({ whatsmyuri: 1 }).you)", true, "whatsmyuri"),
  has("db.runCommand({ ping: 1 })", { ok: 1 }),
  has("db.getProfilingStatus()", { was: 0 }),
  fails("db.setProfilingLevel(2)", "CommandNotSupported"),
  has(
    "(() => { const { id } = db.runCommand({ startSession: 1 }); return [db.runCommand({ refreshSessions: [id] }).ok, db.runCommand({ killSessions: [id] }).ok, db.runCommand({ endSessions: [id] }).ok]; })()",
    [1, 1, 1],
    "sessions",
  ),
  is("db.aggregate([{ $listLocalSessions: {} }]).toArray().length > 0", true, "$listLocalSessions"),
  is(
    "db.getSiblingDB('config').system.sessions.aggregate([{ $listSessions: {} }]).toArray().length > 0",
    true,
    "$listSessions",
  ),
  is("db.getSiblingDB('admin').aggregate([{ $currentOp: {} }]).toArray().length > 0", true, "$currentOp"),
  fails("db.c.find().tailable().toArray()", "BadValue"),
  fails("db.runCommand({ frobnicate: 1 })", "CommandNotFound"),
  fails("db.fsyncLock()", "CommandNotFound"),
  fails("sh.isBalancerRunning()", "CommandNotFound"),
  fails("db.c.getSearchIndexes()", "SearchNotEnabled"),
  fails("db.c.aggregate([{ $frobnicate: {} }]).toArray()", "Location40324"),
];

const SCHEMA: readonly ShellCheck[] = [
  has("db.createCollection('strict', { validator: { $jsonSchema: { required: ['n'] } } })", { ok: 1 }),
  fails("db.strict.insertOne({})", /Document failed validation/),
  has("db.createView('seen', 'c', [{ $match: { a: { $lt: 5 } } }])", { ok: 1 }),
  is("db.seen.countDocuments()", 2),
  is("db.getCollectionInfos({ name: 'seen' })[0].type", "view"),
  is("db.getCollectionNames().toSorted().join()", "c,seen,strict"),
  has("db.strict.renameCollection('stricter')", { ok: 1 }),
  is("db.stricter.drop()", true),
  is("db.seen.drop()", true),
];

/** Of the server without a login; `db` is the database "shell". */
export const OPEN_CHECKS: readonly ShellCheck[] = [
  ...WRITES,
  ...READS,
  ...STATS,
  ...SERVER,
  ...SCHEMA,
  is("db.getUsers().users", []),
  is("db.getRoles().roles", []),
  has("db.runCommand({ connectionStatus: 1 })", { authInfo: { authenticatedUsers: [] } }),
  has("db.dropDatabase()", { ok: 1, dropped: "shell" }),
];

/** What a login changes, beside all else. */
export const LOGIN_CHECKS: readonly ShellCheck[] = [
  ...WRITES,
  ...READS,
  ...STATS,
  ...SERVER,
  has("db.getSiblingDB('admin').getUsers().users[0]", {
    user: "root",
    db: "admin",
    roles: [{ role: "root", db: "admin" }],
  }),
  has("db.runCommand({ connectionStatus: 1, showPrivileges: true })", {
    authInfo: { authenticatedUsers: [{ user: "root", db: "admin" }] },
  }),
  has("db.logout()", { ok: 1 }),
  fails("db.c.findOne()", "Unauthorized"),
  fails("db.auth('root', 'wrong')", "AuthenticationFailed"),
  has("db.getSiblingDB('admin').auth('root', 'rosebud')", { ok: 1 }),
  is("db.c.countDocuments()", 3),
];
