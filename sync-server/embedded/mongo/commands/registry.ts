import { buildInfo, hello, ping, whatsMyUri } from "./admin.ts";
import { aggregate } from "./aggregate.ts";
import { logout, saslContinue, saslStart } from "./authenticate.ts";
import { backupTo } from "./backup.ts";
import { bulkWrite } from "./bulk-write.ts";
import { collMod, create, drop, dropDatabase, listCollections, listDatabases } from "./catalog.ts";
import type { Handler } from "./context.ts";
import { listCommands } from "./list-commands.ts";
import { explain } from "./explain.ts";
import { findAndModify } from "./find-and-modify.ts";
import { count, distinct } from "./count.ts";
import { find, getMore, killCursors } from "./find.ts";
import { createIndexes, dropIndexes, listIndexes } from "./indexes.ts";
import { insert } from "./insert.ts";
import { currentOp, killOp } from "./operations.ts";
import { getDefaultReadWriteConcern, getParameter, profile, setParameter } from "./parameters.ts";
import { renameCollection } from "./rename.ts";
import { replSetGetConfig, replSetGetStatus, replSetInitiate, replSetStepDown } from "./replication.ts";
import { searchNotEnabled } from "./search-indexes.ts";
import { endSessions, killAllSessions, killSessions, refreshSessions, startSession } from "./sessions.ts";
import { collStats, dataSize, dbStats } from "./stats.ts";
import {
  connPoolStats,
  features,
  getCmdLineOpts,
  getLog,
  hostInfo,
  planCacheClear,
  serverStatus,
  top,
} from "./status.ts";
import { configureFailPoint } from "./test-commands.ts";
import { abortTransaction, commitTransaction } from "./transaction.ts";
import { deleteMany, update } from "./update.ts";
import { connectionStatus, rolesInfo, usersInfo } from "./users.ts";
import { validate } from "./validate.ts";
import type { Registered } from "./registered.ts";

const read = (run: Handler): Registered => ({ run, isWrite: false, inTransactions: true });
const write = (run: Handler): Registered => ({ run, isWrite: true, inTransactions: true });
const ddl = (run: Handler): Registered => ({ run, isWrite: true });
const info = (run: Handler): Registered => ({ run, isWrite: false });
const admin = (run: Handler): Registered => ({ run, isWrite: false, isAdminOnly: true });
const handshake = (run: Handler): Registered => ({ run, isWrite: false, isSessionless: true, isOpen: true });

export const COMMANDS: ReadonlyMap<string, Registered> = new Map<string, Registered>([
  ["hello", handshake(hello)],
  ["ismaster", handshake(hello)],
  ["ping", handshake(ping)],
  ["saslStart", handshake(saslStart)],
  ["saslContinue", handshake(saslContinue)],
  ["logout", handshake(logout)],
  ["backupTo", admin(backupTo)],
  ["buildinfo", { ...info(buildInfo), isSessionless: true }],
  ["hostInfo", admin(hostInfo)],
  ["serverStatus", info(serverStatus)],
  ["connectionStatus", info(connectionStatus)],
  ["getParameter", admin(getParameter)],
  ["setParameter", admin(setParameter)],
  ["getDefaultRWConcern", admin(getDefaultReadWriteConcern)],
  ["getCmdLineOpts", admin(getCmdLineOpts)],
  ["getLog", admin(getLog)],
  ["top", admin(top)],
  ["connPoolStats", info(connPoolStats)],
  ["features", info(features)],
  ["profile", info(profile)],
  ["currentOp", admin(currentOp)],
  ["killOp", admin(killOp)],
  ["listCommands", info(() => listCommands(COMMANDS))],
  ["whatsmyuri", info(whatsMyUri)],
  ["usersInfo", info(usersInfo)],
  ["rolesInfo", info(rolesInfo)],
  ["replSetGetStatus", admin(replSetGetStatus)],
  ["replSetGetConfig", admin(replSetGetConfig)],
  ["replSetInitiate", admin(replSetInitiate)],
  ["replSetStepDown", admin(replSetStepDown)],
  ["startSession", info(startSession)],
  ["endSessions", { ...info(endSessions), isSessionless: true }],
  ["killSessions", { ...info(killSessions), isSessionless: true }],
  ["refreshSessions", { ...info(refreshSessions), isSessionless: true }],
  ["collStats", info(collStats)],
  ["dbStats", info(dbStats)],
  ["dataSize", info(dataSize)],
  ["planCacheClear", info(planCacheClear)],
  ["validate", info(validate)],
  ["insert", write(insert)],
  ["update", write(update)],
  ["delete", write(deleteMany)],
  ["findAndModify", write(findAndModify)],
  ["findandmodify", write(findAndModify)],
  ["bulkWrite", { ...write(bulkWrite), isAdminOnly: true }],
  ["explain", info(explain)],
  ["find", read(find)],
  ["getMore", read(getMore)],
  ["killCursors", read(killCursors)],
  ["aggregate", read(aggregate)],
  ["count", info(count)],
  ["distinct", read(distinct)],
  ["create", { ...ddl(create), inTransactions: true }],
  ["createIndexes", { ...ddl(createIndexes), inTransactions: true }],
  ["collMod", ddl(collMod)],
  ["drop", ddl(drop)],
  ["dropDatabase", ddl(dropDatabase)],
  ["dropIndexes", ddl(dropIndexes)],
  ["deleteIndexes", ddl(dropIndexes)],
  ["listIndexes", info(listIndexes)],
  ["listCollections", info(listCollections)],
  ["listDatabases", admin(listDatabases)],
  ["renameCollection", { ...ddl(renameCollection), isAdminOnly: true }],
  ["createSearchIndexes", info(searchNotEnabled)],
  ["dropSearchIndex", info(searchNotEnabled)],
  ["updateSearchIndex", info(searchNotEnabled)],
  ["listSearchIndexes", info(searchNotEnabled)],
  ["configureFailPoint", { ...info(configureFailPoint), isAdminOnly: true, isSessionless: true }],
  ["killAllSessions", { ...info(killAllSessions), isSessionless: true }],
  ["commitTransaction", write(commitTransaction)],
  ["abortTransaction", write(abortTransaction)],
]);
