import type { StatementSync } from "node:sqlite";
import { decodeBlob } from "./store/catalog.ts";
import type { Database } from "./store/database.ts";
import { encodeBriefly } from "./bson/encode.ts";
import { Binary, doc, isDoc } from "./bson/value.ts";
import type { Doc } from "./bson/value.ts";
import { MongoError } from "./error.ts";
import type { Transaction } from "./store/transaction.ts";

export type TransactionState = "none" | "open" | "committed" | "aborted";

/** What the server remembers of one client session: the results of its latest numbered write, or its transaction. */
export class Session {
  readonly key: string;
  readonly lsid: Doc;
  txnNumber = -1n;
  results = new Map<number, Doc>();
  transaction: Transaction | undefined;
  state: TransactionState = "none";
  usedAt: number;
  /** Aborted once the connection that last spoke for the open transaction is gone. */
  heldBy: AbortSignal | undefined;
  /** A lost batch took what it remembers with it; nothing of it may be stored any more. */
  isLost = false;

  constructor(key: string, lsid: Doc, usedAt: number) {
    this.key = key;
    this.lsid = lsid;
    this.usedAt = usedAt;
  }

  /** Takes up a new number; a lower one than before is refused. */
  advance(txnNumber: bigint, isTransaction: boolean): void {
    if (txnNumber < this.txnNumber) {
      throw new MongoError(
        "TransactionTooOld",
        `Cannot start transaction with { txnNumber: ${txnNumber} } on session ${this.key} because a newer transaction with txnNumber ${this.txnNumber} has already started on this session.`,
      );
    }
    if (txnNumber === this.txnNumber && !isTransaction) return;
    this.txnNumber = txnNumber;
    this.results = new Map();
    this.state = "none";
  }
}

const IDLE_MS = 30 * 60 * 1000;

/** All sessions; what a retried write needs is kept in the file, so that it holds across a restart. */
export class Sessions {
  private readonly database: Database;
  private readonly now: () => number;
  private byKey = new Map<string, Session>();
  private readonly upsert: StatementSync;
  private readonly erase: StatementSync;

  constructor(database: Database, now: () => number) {
    this.database = database;
    this.now = now;
    this.upsert = database.sql.prepare("INSERT OR REPLACE INTO sessions (id, txn, used, body) VALUES (?, ?, ?, ?)");
    this.erase = database.sql.prepare("DELETE FROM sessions WHERE id = ?");
    this.load();
  }

  /** Reads the file again, as after a lost batch. */
  load(): void {
    for (const session of this.byKey.values()) session.isLost = true;
    this.byKey = new Map();
    for (const row of this.database.sql.prepare("SELECT txn, used, body FROM sessions").all()) {
      const body = decodeBlob(row["body"]);
      const lsid = body.get("lsid");
      if (!isDoc(lsid)) continue;
      const session = new Session(sessionKey(lsid), lsid, Number(row["used"]));
      session.txnNumber = BigInt(Number(row["txn"]));
      const state = body.get("state");
      session.state = state === "committed" || state === "aborted" ? state : "none";
      const results = body.get("results");
      if (isDoc(results))
        for (const [id, result] of results) if (isDoc(result)) session.results.set(Number(id), result);
      this.byKey.set(session.key, session);
    }
  }

  get(lsid: Doc): Session {
    const key = sessionKey(lsid);
    let session = this.byKey.get(key);
    if (session === undefined) {
      session = new Session(key, lsid, this.now());
      this.byKey.set(key, session);
    }
    session.usedAt = this.now();
    return session;
  }

  find(lsid: Doc): Session | undefined {
    return this.byKey.get(sessionKey(lsid));
  }

  all(): Session[] {
    return [...this.byKey.values()];
  }

  /** Stores the session in the batch that is open, beside the write it remembers. */
  save(session: Session): void {
    if (session.isLost) throw this.database.abandon(new Error("what this session wrote before was lost"));
    this.database.write();
    const results: Doc = new Map();
    for (const [id, result] of session.results) results.set(String(id), result);
    const body = encodeBriefly(doc({ lsid: session.lsid, state: session.state, results }));
    this.upsert.run(Buffer.from(session.key), session.txnNumber, session.usedAt, body);
  }

  /** Forgets sessions that were idle for half an hour, as MongoDB does. */
  expire(): Session[] {
    const limit = this.now() - IDLE_MS;
    const gone = this.all().filter((session) => session.usedAt < limit && session.transaction === undefined);
    for (const session of gone) this.byKey.delete(session.key);
    if (gone.length > 0) this.database.write();
    for (const session of gone) this.erase.run(Buffer.from(session.key));
    return gone;
  }

  forget(lsid: Doc): Session | undefined {
    const session = this.find(lsid);
    if (session === undefined) return undefined;
    this.byKey.delete(session.key);
    this.database.write();
    this.erase.run(Buffer.from(session.key));
    return session;
  }
}

function sessionKey(lsid: Doc): string {
  const id = lsid.get("id");
  if (!(id instanceof Binary)) throw new MongoError("TypeMismatch", "lsid.id must be a UUID");
  return id.bytes.toString("hex");
}
