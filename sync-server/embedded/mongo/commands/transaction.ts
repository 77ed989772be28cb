import { Timestamp, doc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import type { Session } from "#server/embedded/mongo/session.ts";
import type { Transaction } from "#server/embedded/mongo/store/transaction.ts";
import type { Command } from "./context.ts";

const TRANSIENT = "TransientTransactionError";

export function commitTransaction(command: Command): Doc {
  const session = requireSession(command);
  if (session.state === "committed") return new Map();
  const transaction = requireOpen(session, []);
  const txnNumber = session.txnNumber;
  const identity = doc({ lsid: session.lsid, txnNumber });
  command.services.cursors.killWhere((cursor) => cursor.transaction === transaction);
  const clusterTime = command.services.store.commit(transaction, identity);
  session.transaction = undefined;
  session.state = "committed";
  // Beside what it wrote: a commit that comes again after a restart is to be known as done.
  if (command.services.store.database.hasOpenBatch) command.services.sessions.save(session);
  return doc({ operationTime: new Timestamp(clusterTime) });
}

export function abortTransaction(command: Command): Doc {
  const session = requireSession(command);
  if (session.state === "committed") throw committedAlready(session);
  const transaction = requireOpen(session, []);
  abortNow(command, session, transaction);
  return new Map();
}

export function abortNow(command: Pick<Command, "services">, session: Session, transaction: Transaction): void {
  command.services.store.endTransaction(transaction);
  command.services.cursors.killWhere((cursor) => cursor.transaction === transaction);
  session.transaction = undefined;
  session.state = "aborted";
}

function requireSession(command: Command): Session {
  if (command.session === undefined)
    throw new MongoError({ code: 125 }, `${command.name} must be run within a transaction`);
  return command.session;
}

function requireOpen(session: Session, labels: readonly string[]): Transaction {
  const { transaction } = session;
  if (transaction?.isOpen === true) return transaction;
  throw new MongoError(
    "NoSuchTransaction",
    `Given transaction number ${session.txnNumber} does not match any in-progress transactions. The active transaction number is ${session.txnNumber}`,
    labels.length > 0 ? labels : [TRANSIENT],
  );
}

function committedAlready(session: Session): MongoError {
  return new MongoError("TransactionCommitted", `Transaction ${session.txnNumber} has been committed.`);
}

/** The transaction a command belongs to, begun now when it says so; throws what MongoDB throws for one that is over. */
export function enterTransaction(
  services: Command["services"],
  session: Session,
  txnNumber: bigint,
  starts: boolean,
  commandName: string,
): Transaction | undefined {
  const isEnd = commandName === "commitTransaction" || commandName === "abortTransaction";
  if (starts) return startTransaction(services, session, txnNumber);
  if (txnNumber < session.txnNumber) session.advance(txnNumber, true);
  if (txnNumber > session.txnNumber) {
    throw new MongoError(
      "NoSuchTransaction",
      `Given transaction number ${txnNumber} does not match any in-progress transactions. The active transaction number is ${session.txnNumber}`,
      [TRANSIENT],
    );
  }
  if (isEnd) return session.transaction;
  if (session.state === "committed") throw committedAlready(session);
  return requireOpen(session, [TRANSIENT]);
}

function startTransaction(services: Command["services"], session: Session, txnNumber: bigint): Transaction {
  if (txnNumber === session.txnNumber) {
    throw new MongoError(
      { code: 117 },
      `Only servers in a sharded cluster can start a new transaction at the active transaction number`,
    );
  }
  if (txnNumber > session.txnNumber && session.transaction !== undefined)
    abortNow({ services }, session, session.transaction);
  session.advance(txnNumber, true);
  session.transaction = services.store.begin(session.key, txnNumber);
  session.state = "open";
  return session.transaction;
}
