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
import { bulkWrite } from "./bulk-write.ts";
import { collMod, create, drop, dropDatabase, listCollections, listDatabases, renameCollection } from "./catalog.ts";
import type { Handler } from "./context.ts";
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
  /** Part of connecting: no session is looked up for it. */
  isSessionless?: boolean;
};

const read = (run: Handler): Registered => ({ run, isWrite: false, inTransactions: true });
const write = (run: Handler): Registered => ({ run, isWrite: true, inTransactions: true });
const ddl = (run: Handler): Registered => ({ run, isWrite: true });
const info = (run: Handler): Registered => ({ run, isWrite: false });
const handshake = (run: Handler): Registered => ({ run, isWrite: false, isSessionless: true });

export const COMMANDS: ReadonlyMap<string, Registered> = new Map<string, Registered>([
  ["hello", handshake(hello)],
  ["ismaster", handshake(hello)],
  ["ping", handshake(ping)],
  ["buildinfo", handshake(buildInfo)],
  ["hostInfo", { ...info(hostInfo), isAdminOnly: true }],
  ["serverStatus", info(serverStatus)],
  ["connectionStatus", info(connectionStatus)],
  ["getParameter", info(getParameter)],
  ["whatsmyuri", info(whatsMyUri)],
  ["replSetGetStatus", info(replSetGetStatus)],
  ["replSetGetConfig", info(replSetGetConfig)],
  ["startSession", handshake(startSession)],
  ["endSessions", handshake(endSessions)],
  ["killSessions", handshake(endSessions)],
  ["refreshSessions", handshake(ping)],
  ["collStats", info(collStats)],
  ["dbStats", info(dbStats)],
  ["insert", write(insert)],
  ["update", write(update)],
  ["delete", write(deleteMany)],
  ["findAndModify", write(findAndModify)],
  ["findandmodify", write(findAndModify)],
  ["bulkWrite", { ...write(bulkWrite), isAdminOnly: true }],
  ["find", read(find)],
  ["getMore", read(getMore)],
  ["killCursors", read(killCursors)],
  ["aggregate", write(aggregate)],
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
  ["configureFailPoint", { ...handshake(configureFailPoint), isAdminOnly: true }],
  ["killAllSessions", handshake(killAllSessions)],
  ["commitTransaction", write(commitTransaction)],
  ["abortTransaction", write(abortTransaction)],
]);
