import { Timestamp, doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { flagField } from "#server/embedded/mongo/commands/context.ts";
import { MongoError, badValue } from "#server/embedded/mongo/error.ts";
import type { LogEntry } from "#server/embedded/mongo/store/oplog.ts";
import type { Store } from "#server/embedded/mongo/store/store.ts";
import { readToken, tokenFor } from "./token.ts";
import type { Place } from "./token.ts";

export type Watched =
  | { kind: "collection"; db: string; coll: string }
  | { kind: "database"; db: string }
  | { kind: "deployment" };

export type StreamOptions = {
  watched: Watched;
  spec: Doc;
  lookUp: (db: string, coll: string, key: Doc) => Doc | undefined;
  /** Of which collections events are let through after this stream; undefined where that is not known. */
  wanted?: ReadonlySet<string> | undefined;
};

const PAGE = 200;
const OPERATIONS: Readonly<Record<string, string>> = {
  create: "create",
  createIndexes: "createIndexes",
  dropIndexes: "dropIndexes",
  modify: "modify",
};

/** The events of the log as a change stream tells them, from where its options say; each is read once it is durable. */
export class ChangeStream {
  private readonly store: Store;
  private readonly options: StreamOptions;
  private readonly showsExpanded: boolean;
  private readonly fullDocument: Value;
  private place: Place;
  private queue: LogEntry[] = [];
  private invalidatedBy: LogEntry | undefined;
  private isOver = false;
  /** The change within whose event the stream begins, and how many pieces of that were told before. */
  private readonly begun: { seq: number; fragments: number };
  /** Changes before this time are passed over: `startAtOperationTime` may lie ahead. */
  private readonly notBefore: bigint;

  constructor(store: Store, options: StreamOptions) {
    this.store = store;
    this.options = options;
    const { spec } = options;
    this.showsExpanded = flagField(spec, "showExpandedEvents");
    this.fullDocument = spec.get("fullDocument") ?? "default";
    checkSpec(spec, this.fullDocument);
    const start = startPlace(store, spec);
    this.begun = { seq: start.seq, fragments: start.fragment };
    this.place = { ...start, seq: start.fragment === 0 ? start.seq : start.seq - 1, fragment: 0 };
    const time = spec.get("startAtOperationTime");
    this.notBefore = time instanceof Timestamp ? time.bits : 0n;
  }

  /** The next event; undefined when there is none yet (or none ever, once the stream is over). */
  next(): Doc | undefined {
    if (this.isOver) return undefined;
    if (this.invalidatedBy !== undefined) return this.invalidate(this.invalidatedBy);
    for (;;) {
      const entry = this.queue.shift() ?? this.readPage();
      if (entry === undefined) return undefined;
      this.place = { seq: entry.seq, clusterTime: entry.clusterTime, isInvalidate: false, fragment: 0 };
      if (entry.clusterTime < this.notBefore || !this.concerns(entry)) continue;
      const body = entry.body();
      const event = this.event(entry, body);
      if (this.endsStream(entry, body)) this.invalidatedBy = entry;
      if (event !== undefined) return event;
      if (this.invalidatedBy !== undefined) return this.invalidate(this.invalidatedBy);
    }
  }

  get hasEnded(): boolean {
    return this.isOver;
  }

  /** How many pieces of the latest event were told before this stream was resumed. */
  get toldFragments(): number {
    return this.place.seq === this.begun.seq ? this.begun.fragments : 0;
  }

  /** Where the stream is: after its latest event, or after so many pieces of it. */
  token(fragment = 0): Doc {
    return tokenFor({ ...this.place, fragment });
  }

  private readPage(): LogEntry | undefined {
    if (!this.store.oplog.reaches(this.place.seq)) throw historyLost();
    this.queue = this.store.oplog.after(this.place.seq, PAGE);
    return this.queue.shift();
  }

  private concerns(entry: LogEntry): boolean {
    const { watched, wanted } = this.options;
    // Nothing of what ends a stream over more than one collection is an entry of one.
    if (watched.kind !== "collection" && entry.coll !== "" && wanted?.has(entry.coll) === false) return false;
    if (watched.kind === "deployment") return entry.db !== "admin" && entry.db !== "config" && entry.db !== "local";
    if (entry.db !== watched.db) return false;
    return watched.kind === "database" || entry.coll === watched.coll || entry.coll === "";
  }

  private endsStream(entry: LogEntry, body: Doc): boolean {
    const { watched } = this.options;
    const op = body.get("op");
    if (watched.kind === "collection") return (op === "drop" || op === "rename") && entry.coll === watched.coll;
    return watched.kind === "database" && op === "dropDatabase";
  }

  private invalidate(entry: LogEntry): Doc {
    this.place = { seq: entry.seq, clusterTime: entry.clusterTime, isInvalidate: true, fragment: 0 };
    this.isOver = true;
    return doc({
      _id: tokenFor(this.place),
      operationType: "invalidate",
      clusterTime: new Timestamp(entry.clusterTime),
      wallTime: entry.body().get("wall"),
    });
  }

  private event(entry: LogEntry, body: Doc): Doc | undefined {
    const op = String(body.get("op"));
    if (op === "dropDatabase" && this.options.watched.kind === "collection") return undefined;
    if (op in OPERATIONS && !this.showsExpanded) return undefined;
    const key = body.get("key");
    const to = body.get("to");
    const documentKey = isDoc(key) ? key : undefined;
    return doc({
      _id: tokenFor(this.place),
      operationType: op,
      clusterTime: new Timestamp(entry.clusterTime),
      wallTime: body.get("wall"),
      fullDocument: this.fullDocumentOf(op, entry, body, documentKey),
      fullDocumentBeforeChange: this.beforeChange(op, body),
      collectionUUID: this.showsExpanded ? body.get("uuid") : undefined,
      operationDescription: this.showsExpanded ? body.get("description") : undefined,
      ns: doc({ db: entry.db, coll: entry.coll === "" ? undefined : entry.coll }),
      to,
      documentKey,
      updateDescription: op === "update" ? describeUpdate(body, this.showsExpanded) : undefined,
      txnNumber: body.get("txnNumber"),
      lsid: body.get("lsid"),
    });
  }

  private beforeChange(op: string, body: Doc): Value | undefined {
    const mode = this.options.spec.get("fullDocumentBeforeChange");
    if (mode === undefined || mode === "off" || !["update", "replace", "delete"].includes(op)) return undefined;
    return body.get("pre") ?? (mode === "required" ? imageMissing() : null);
  }

  private fullDocumentOf(op: string, entry: LogEntry, body: Doc, key: Doc | undefined): Value | undefined {
    if (op === "insert" || op === "replace") return body.get("full");
    if (op !== "update" || key === undefined) return undefined;
    if (this.fullDocument === "default") return undefined;
    if (this.fullDocument === "whenAvailable") return body.get("post") ?? null;
    if (this.fullDocument === "required") return body.get("post") ?? imageMissing();
    return this.options.lookUp(entry.db, entry.coll, key) ?? null;
  }
}

function imageMissing(): never {
  throw new MongoError(
    "NoMatchingDocument",
    "Change stream was configured to require an image of the document for all update, delete and replace events, but the image was not found",
    ["NonResumableChangeStreamError"],
  );
}

function describeUpdate(body: Doc, isExpanded: boolean): Doc {
  return doc({
    updatedFields: body.get("updated") ?? new Map(),
    removedFields: body.get("removed") ?? [],
    truncatedArrays: body.get("truncated") ?? [],
    disambiguatedPaths: isExpanded ? (body.get("ambiguous") ?? undefined) : undefined,
  });
}

function checkSpec(spec: Doc, fullDocument: Value): void {
  if (
    typeof fullDocument !== "string" ||
    !["default", "updateLookup", "whenAvailable", "required"].includes(fullDocument)
  ) {
    throw badValue(
      `Enumeration value '${String(fullDocument)}' for field '$changeStream.fullDocument' is not a valid value.`,
    );
  }
  const before = spec.get("fullDocumentBeforeChange");
  if (before !== undefined && before !== "off" && before !== "whenAvailable" && before !== "required") {
    throw badValue(
      `Enumeration value '${String(before)}' for field '$changeStream.fullDocumentBeforeChange' is not a valid value.`,
    );
  }
  const starts = ["resumeAfter", "startAfter", "startAtOperationTime"].filter((name) => spec.has(name));
  if (starts.length > 1)
    throw new MongoError({ code: 50674 }, "Only one type of resume option is allowed, but multiple were found.");
}

function startPlace(store: Store, spec: Doc): Place {
  const { oplog } = store;
  const token = spec.get("resumeAfter") ?? spec.get("startAfter");
  if (token !== undefined) {
    const place = readToken(token);
    if (place.isInvalidate && spec.has("resumeAfter")) {
      throw new MongoError(
        "InvalidResumeToken",
        "Attempting to resume a change stream using 'resumeAfter' is not allowed from an invalidate notification.",
      );
    }
    if (!oplog.reaches(place.seq)) throw historyLost();
    if (place.seq > oplog.newestSeq || (oplog.timeAt(place.seq) ?? 0n) > place.clusterTime) throw unknownToken();
    return { ...place, isInvalidate: false };
  }
  const time = spec.get("startAtOperationTime");
  if (time !== undefined && !(time instanceof Timestamp)) throw badValue("startAtOperationTime must be a timestamp");
  if (time === undefined)
    return { seq: oplog.newestSeq, clusterTime: oplog.latestTime, isInvalidate: false, fragment: 0 };
  const seq = oplog.seqBefore(time.bits);
  if (seq > 0 && !oplog.reaches(seq - 1) && oplog.firstTime > time.bits) throw historyLost();
  return { seq, clusterTime: time.bits, isInvalidate: false, fragment: 0 };
}

/** As that of another database: a backup that was put back has a past of its own. */
function unknownToken(): MongoError {
  return new MongoError("ChangeStreamFatalError", "cannot resume stream; the resume token was not found.", [
    "NonResumableChangeStreamError",
  ]);
}

function historyLost(): MongoError {
  return new MongoError(
    "ChangeStreamHistoryLost",
    "Resume of change stream was not possible, as the resume point may no longer be in the oplog.",
    ["NonResumableChangeStreamError"],
  );
}
