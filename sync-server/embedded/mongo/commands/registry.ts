import {
  buildInfo,
  collStats,
  connectionStatus,
  dbStats,
  endSessions,
  getParameter,
  hello,
  hostInfo,
  ping,
  replSetGetConfig,
  replSetGetStatus,
  serverStatus,
  startSession,
  whatsMyUri,
} from "./admin.ts";
import { aggregate } from "./aggregate.ts";
import { logout, saslContinue, saslStart } from "./authenticate.ts";
import { backupTo } from "./backup.ts";
import { bulkWrite } from "./bulk-write.ts";
import { collMod, create, drop, dropDatabase, listCollections, listDatabases, renameCollection } from "./catalog.ts";
import type { Handler } from "./context.ts";
import { explain } from "./explain.ts";
import { findAndModify } from "./find-and-modify.ts";
import { count, distinct, find, getMore, killCursors } from "./find.ts";
import { createIndexes, dropIndexes, listIndexes } from "./indexes.ts";
import { insert } from "./insert.ts";
import { configureFailPoint, killAllSessions } from "./test-commands.ts";
import { abortTransaction, commitTransaction } from "./transaction.ts";
import { deleteMany, update } from "./update.ts";

export type Registered = {
  run: Handler;
  isWrite: boolean;
  inTransactions?: boolean;
  isAdminOnly?: boolean;
  /** Served before a login. */
  isOpen?: boolean;
  /** No session is looked up for it. */
  isSessionless?: boolean;
};

const read = (run: Handler): Registered => ({ run, isWrite: false, inTransactions: true });
const write = (run: Handler): Registered => ({ run, isWrite: true, inTransactions: true });
const ddl = (run: Handler): Registered => ({ run, isWrite: true });
const info = (run: Handler): Registered => ({ run, isWrite: false });
const handshake = (run: Handler): Registered => ({ run, isWrite: false, isSessionless: true, isOpen: true });

export const COMMANDS: ReadonlyMap<string, Registered> = new Map<string, Registered>([
  ["hello", handshake(hello)],
  ["ismaster", handshake(hello)],
  ["ping", handshake(ping)],
  ["saslStart", handshake(saslStart)],
  ["saslContinue", handshake(saslContinue)],
  ["logout", handshake(logout)],
  ["backupTo", { ...info(backupTo), isAdminOnly: true }],
  ["buildinfo", handshake(buildInfo)],
  ["hostInfo", { ...info(hostInfo), isAdminOnly: true }],
  ["serverStatus", info(serverStatus)],
  ["connectionStatus", info(connectionStatus)],
  ["getParameter", info(getParameter)],
  ["whatsmyuri", info(whatsMyUri)],
  ["replSetGetStatus", info(replSetGetStatus)],
  ["replSetGetConfig", info(replSetGetConfig)],
  ["startSession", info(startSession)],
  ["endSessions", { ...info(endSessions), isSessionless: true }],
  ["killSessions", { ...info(endSessions), isSessionless: true }],
  ["refreshSessions", info(ping)],
  ["collStats", info(collStats)],
  ["dbStats", info(dbStats)],
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
  ["listDatabases", { ...info(listDatabases), isAdminOnly: true }],
  ["renameCollection", { ...ddl(renameCollection), isAdminOnly: true }],
  ["configureFailPoint", { ...info(configureFailPoint), isAdminOnly: true, isSessionless: true }],
  ["killAllSessions", { ...info(killAllSessions), isSessionless: true }],
  ["commitTransaction", write(commitTransaction)],
  ["abortTransaction", write(abortTransaction)],
]);
