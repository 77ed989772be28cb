import { EncodedDoc, encodeDoc } from "./bson/encode.ts";
import { Binary, doc, type Doc, isDoc, Timestamp, type Value } from "./bson/value.ts";
import { COMMANDS } from "./commands/registry.ts";
import type { Registered } from "./commands/registered.ts";
import { appNameOf, topologyVersion } from "./commands/admin.ts";
import { checkApiVersion } from "./commands/api-version.ts";
import { type Command, docField, flagField, type Services } from "./commands/context.ts";
import { isStranger, requireUser } from "./commands/authenticate.ts";
import { abortNow, enterTransaction } from "./commands/transaction.ts";
import { checkWriteConcern, isJournaled, unmetConcern } from "./commands/write-concern.ts";
import { nameMoment, snapshotOf } from "./commands/snapshot-reads.ts";
import { delay } from "./delay.ts";
import { MongoError } from "./error.ts";
import { HangUp } from "./fail-point.ts";
import { MalformedBson } from "./bson/malformed.ts";
import { toInteger } from "./query/coerce.ts";
import { makeEnvironment } from "./query/make-environment.ts";
import type { Session } from "./session.ts";
import { isSqliteError, toStorageError } from "./store/storage-error.ts";
import type { Transaction } from "./store/transaction.ts";
import type { Answer, Peer } from "./wire/connection.ts";
import type { Request } from "./wire/message.ts";

/** Runs one request against the server and shapes its reply; every failure becomes MongoDB's error document. */
export async function dispatch(services: Services, request: Request, peer: Peer): Promise<Answer | "hang up"> {
  const { body } = request;
  const name = body.keys().next().value ?? "";
  const effect = services.failPoint?.strike(name, peer.appName ?? appNameOf(body), body);
  if (effect !== undefined && effect.blockMs > 0) await delay(effect.blockMs, peer.closed);
  if (effect?.hangsUp === true) return "hang up";
  if (effect?.error !== undefined) return { reply: stamp({ services, peer }, effect.error.toReply()), streams: false };
  const streams = body.has("topologyVersion") && (await awaitStreamedHello(request, peer));
  const reply = await runSafely(services, request, peer);
  if (reply === undefined) return "hang up";
  if (effect?.writeConcernError !== undefined) {
    reply.set("writeConcernError", effect.writeConcernError);
    if (effect.labels.length > 0) reply.set("errorLabels", [...effect.labels]);
  }
  return { reply, streams };
}

/** Undefined when a test wants the connection cut. */
async function runSafely(services: Services, request: Request, peer: Peer): Promise<Doc | undefined> {
  const { body } = request;
  const { database } = services.store;
  const mark = database.mark();
  let command: Command | undefined;
  try {
    const registered = findCommand(body);
    if (request.isLegacy) requireHello(body);
    command = prepare(services, body, peer, registered);
    const reply = await services.usage.track(command, registered.run);
    await database.settled(registered.isWrite ? isFinal(command) : readsFinal(body), mark);
    endFailedTransaction(command, reply);
    return finish(command, reply);
  } catch (error) {
    if (error instanceof HangUp) return undefined;
    return failure({ services, peer }, command, error);
  }
}

function findCommand(body: Doc): Registered {
  const name = body.keys().next().value ?? "";
  const registered = COMMANDS.get(name) ?? COMMANDS.get(name.toLowerCase());
  if (registered === undefined) throw new MongoError("CommandNotFound", `no such command: '${name}'`);
  return registered;
}

/** All else left OP_QUERY with MongoDB 5.1. */
function requireHello(body: Doc): void {
  const name = body.keys().next().value ?? "";
  if (["hello", "ismaster"].includes(name.toLowerCase())) return;
  throw new MongoError(
    "UnsupportedOpQueryCommand",
    `Unsupported OP_QUERY command: ${name}. The client driver may require an upgrade.`,
  );
}

function prepare(services: Services, body: Doc, peer: Peer, registered: Registered): Command {
  const db = body.get("$db");
  if (typeof db !== "string" || db === "" || /[/\\. "$\0]/.test(db)) {
    throw new MongoError("InvalidNamespace", `Invalid database name specified '${String(db)}'`);
  }
  const name = body.keys().next().value ?? "";
  if (registered.isAdminOnly === true && db !== "admin") {
    throw new MongoError("Unauthorized", `${name} may only be run against the admin database.`);
  }
  if (registered.isOpen !== true) requireUser({ services, peer }, name);
  checkApiVersion(name, body);
  checkWriteConcern(body);
  const snapshot = snapshotOf(services, name, body);
  const facts = { now: new Date(services.now()), random: services.random };
  return {
    services,
    name,
    body,
    db,
    peer,
    ...identify(services, body, name, registered, peer),
    ...(snapshot === undefined ? { snapshot } : { snapshot, transaction: snapshot.transaction }),
    environment: (collation?: Value) => {
      const plain = makeEnvironment({ ...facts, collation });
      const variables: Doc = new Map();
      for (const [variable, expression] of docField(body, "let")) {
        const value = plain.compileExpression(expression)(new Map());
        if (value !== undefined) variables.set(variable, value);
      }
      return variables.size === 0 ? plain : plain.withVariables(variables);
    },
  };
}

type Identity = { session: Session | undefined; transaction: Transaction | undefined; isRetryable: boolean };

function identify(services: Services, body: Doc, name: string, registered: Registered, peer: Peer): Identity {
  const lsid = body.get("lsid");
  const txnNumber = toInteger(body.get("txnNumber"));
  checkNumbering(body, txnNumber);
  if (!isDoc(lsid) || registered.isSessionless === true)
    return { session: undefined, transaction: undefined, isRetryable: false };
  const session = services.sessions.get(lsid);
  if (txnNumber === undefined) return { session, transaction: undefined, isRetryable: false };
  if (body.get("autocommit") === false) {
    if (registered.inTransactions !== true) {
      throw new MongoError(
        "OperationNotSupportedInTransaction",
        `Cannot run '${name}' in a multi-document transaction.`,
      );
    }
    const starts = flagField(body, "startTransaction");
    checkTransactionOptions(body, name, starts);
    session.heldBy = peer.closed;
    return { session, transaction: enterTransaction(services, session, txnNumber, starts, name), isRetryable: false };
  }
  if (session.transaction !== undefined && txnNumber > session.txnNumber)
    abortNow({ services }, session, session.transaction);
  session.advance(txnNumber, false);
  return { session, transaction: undefined, isRetryable: true };
}

/** A wish for a transaction or for one retry that could not be kept must not end in a plain write. */
function checkNumbering(body: Doc, txnNumber: bigint | undefined): void {
  const isInvalid = (message: string): MongoError => new MongoError("InvalidOptions", message);
  if (txnNumber !== undefined && !isDoc(body.get("lsid")))
    throw isInvalid("Transaction number requires a session ID to also be specified");
  const autocommit = body.get("autocommit");
  if (autocommit === undefined) {
    if (body.has("startTransaction"))
      throw isInvalid("Specifying startTransaction requires autocommit to be specified");
    return;
  }
  if (autocommit !== false) throw isInvalid("Specifying autocommit=true is not allowed.");
  if (txnNumber === undefined) throw isInvalid("'autocommit' field requires a transaction number to also be specified");
}

function checkTransactionOptions(body: Doc, name: string, starts: boolean): void {
  const isEnd = name === "commitTransaction" || name === "abortTransaction";
  if (body.has("writeConcern") && !isEnd)
    throw new MongoError("InvalidOptions", "writeConcern is not allowed within a multi-statement transaction");
  if (body.has("readConcern") && !starts)
    throw new MongoError("InvalidOptions", "Only the first command in a transaction may specify a readConcern");
}

/** What a transaction writes is kept with its commit. */
function isFinal(command: Command): boolean {
  return (command.transaction === undefined || command.name === "commitTransaction") && isJournaled(command.body);
}

/** What these read must never be undone, not by a power cut either. */
function readsFinal(body: Doc): boolean {
  const concern = body.get("readConcern");
  const level = isDoc(concern) ? concern.get("level") : undefined;
  return level === "majority" || level === "linearizable" || level === "snapshot";
}

/** A statement that failed inside a transaction ends it, though the reply itself is no error. */
function endFailedTransaction(command: Command, reply: Doc): void {
  const { session, transaction } = command;
  if (transaction?.isOpen === true && session?.transaction === transaction && reply.has("writeErrors"))
    abortNow(command, session, transaction);
}

function finish(command: Command, reply: Doc): Doc {
  const out: Doc = new Map(reply);
  out.set("ok", reply.get("ok") ?? 1);
  if (command.snapshot !== undefined) nameMoment(out, command.snapshot);
  const unmet = unmetConcern(command.body);
  if (unmet !== undefined) out.set("writeConcernError", unmet);
  return stamp(command, out);
}

let gossip = { time: -1n, encoded: clusterTime(0n) };

type Asked = Pick<Command, "services" | "peer">;

/** Tells the time of the last write, which is no business of who has not logged in. */
function stamp({ services, peer }: Asked, reply: Doc): Doc {
  if (isStranger({ services, peer })) return reply;
  const time = services.store.oplog.latestTime;
  if (gossip.time !== time) gossip = { time, encoded: clusterTime(time) };
  reply.set("$clusterTime", gossip.encoded);
  if (!reply.has("operationTime")) reply.set("operationTime", new Timestamp(time));
  return reply;
}

/** Encoded once for all replies until the time moves on. */
function clusterTime(time: bigint): EncodedDoc {
  const signature = doc({ hash: new Binary(0, Buffer.alloc(20)), keyId: 0n });
  return new EncodedDoc(encodeDoc(doc({ clusterTime: new Timestamp(time), signature })));
}

function failure(asked: Asked, command: Command | undefined, error: unknown): Doc {
  const isWrite = command !== undefined && findCommand(command.body).isWrite;
  const known = toMongoError(asked.services, error, isWrite);
  const { session, transaction } = command ?? {};
  const isEnd = command?.name === "commitTransaction" || command?.name === "abortTransaction";
  if (command !== undefined && transaction?.isOpen === true && session?.transaction === transaction && !isEnd)
    abortNow(command, session, transaction);
  return stamp(asked, known.toReply());
}

function toMongoError(services: Services, error: unknown, isWrite: boolean): MongoError {
  if (error instanceof MongoError) return error;
  if (error instanceof MalformedBson) return new MongoError("InternalError", error.message);
  // What failed half-way may have been written in part: the whole batch goes, and its writers hear of it.
  if (services.store.database.hasOpenBatch && (isSqliteError(error) || isWrite)) {
    services.store.database.abandon(error);
    if (isSqliteError(error)) return toStorageError(error);
  }
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`mongo: ${error instanceof Error ? (error.stack ?? message) : message}\n`);
  return new MongoError("InternalError", message);
}

/** A monitor that allows it gets its next hello when something changes (nothing ever does) or its time is up. */
async function awaitStreamedHello(request: Request, peer: Peer): Promise<boolean> {
  const { body } = request;
  const name = body.keys().next().value?.toLowerCase();
  const version = body.get("topologyVersion");
  const wait = toInteger(body.get("maxAwaitTimeMS"));
  if ((name !== "hello" && name !== "ismaster") || !isDoc(version) || wait === undefined) return false;
  const own = topologyVersion().get("processId");
  const theirs = version.get("processId");
  const isSameProcess = JSON.stringify(own) === JSON.stringify(theirs);
  if (isSameProcess) await delay(Number(wait), peer.closed);
  return request.mayStream;
}
