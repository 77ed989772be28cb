import type { DatabaseSync, StatementSync } from "node:sqlite";
import { Binary, doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { KEY_VERSION, collationOf, comparatorFor } from "#server/embedded/mongo/query/collation.ts";
import type { Collation } from "#server/embedded/mongo/query/collation.ts";
import { requireInt } from "#server/embedded/mongo/query/coerce.ts";
import { indexEntries } from "./index-keys.ts";
import type { IndexEntries, IndexEntry, IndexField } from "./index-keys.ts";

/** One index and the SQLite table that holds its keys in order. */
export class Index {
  readonly id: number;
  readonly spec: Doc;
  readonly name: string;
  readonly fields: readonly IndexField[];
  /** Also while it is prepared for that: then older documents may share a key. */
  isUnique: boolean;
  readonly isSparse: boolean;
  readonly partial: Doc | undefined;
  readonly collation: Collation | undefined;
  private readonly compare: ((left: Value | undefined, right: Value | undefined) => number) | undefined;
  isHidden: boolean;
  /** While it does not have every document yet: nobody searches it, and after a crash it is no more. */
  isBuilding = false;
  /** Whether any document ever gave it several keys: then a key range sees a document more than once. */
  isMultikey: boolean;
  expireAfterSeconds: number | undefined;
  /** How many searches went through it since the server started. */
  uses = 0;
  /** Whether the document belongs in a partial index. */
  accepts: (source: Doc) => boolean = () => true;
  /** Evaluates a condition of the partial filter; the catalog sets both. */
  meets: (condition: Doc, source: Doc) => boolean = () => false;
  private readonly sql: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();

  constructor(sql: DatabaseSync, id: number, spec: Doc, isMultikey: boolean) {
    this.sql = sql;
    this.id = id;
    this.spec = spec;
    this.name = String(spec.get("name"));
    this.fields = keyFields(spec.get("key"));
    this.isUnique = spec.get("unique") === true || spec.get("prepareUnique") === true || this.name === "_id_";
    this.isSparse = spec.get("sparse") === true;
    const partial = spec.get("partialFilterExpression");
    this.partial = isDoc(partial) ? partial : undefined;
    this.collation = collationOf(spec.get("collation"));
    this.compare = this.collation === undefined ? undefined : comparatorFor(this.collation);
    this.isHidden = spec.get("hidden") === true;
    const expiry = spec.get("expireAfterSeconds");
    this.expireAfterSeconds = expiry === undefined ? undefined : requireInt(expiry, "expireAfterSeconds");
    this.isMultikey = isMultikey;
  }

  get isId(): boolean {
    return this.name === "_id_";
  }

  entries(source: Doc): IndexEntries {
    if (!this.accepts(source)) return { entries: [], isMultikey: false };
    const { compare } = this;
    const isEqual =
      compare === undefined ? undefined : (left: Value, right: Value): boolean => compare(left, right) === 0;
    return indexEntries(source, this.fields, this.isSparse, this.fold, isEqual);
  }

  readonly fold = (value: Value): Value => (this.collation === undefined ? value : this.collation.foldForIndex(value));

  /** Whether both stand for equal values: under a collation, several that differ may share one key. */
  isSameEntry(left: IndexEntry, right: IndexEntry): boolean {
    if (!left.key.equals(right.key)) return false;
    const { compare } = this;
    if (compare === undefined) return true;
    return left.values.every((value, position) => compare(value, right.values[position]) === 0);
  }

  /** A prepared statement, kept; `$` in the text stands for the index's table. */
  statement(text: string): StatementSync {
    let statement = this.statements.get(text);
    if (statement === undefined) {
      statement = this.sql.prepare(text.replaceAll("$", `i${this.id}`));
      statement.setReturnArrays(true);
      this.statements.set(text, statement);
    }
    return statement;
  }

  body(): Doc {
    const keys = this.collation === undefined ? undefined : KEY_VERSION;
    return doc({ spec: this.spec, multikey: this.isMultikey, keys, building: this.isBuilding || undefined });
  }
}

/** One collection and the SQLite table that holds its documents in the order they came. */
export class Collection<Owner = unknown> {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly namespace: string;
  readonly uuid: Binary;
  options: Doc;
  indexes: Index[] = [];
  nextRow: number;
  /** The transaction that made it and has not committed yet: nobody else sees it. */
  owner: Owner | undefined;
  /** Kept once it was counted; undefined until then. */
  size: number | undefined;
  private readonly sql: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();

  constructor(sql: DatabaseSync, id: number, body: Doc) {
    this.sql = sql;
    this.id = id;
    this.db = String(body.get("db"));
    this.name = String(body.get("name"));
    this.namespace = `${this.db}.${this.name}`;
    const uuid = body.get("uuid");
    this.uuid = uuid instanceof Binary ? uuid : new Binary(4, Buffer.alloc(16));
    const options = body.get("options");
    this.options = isDoc(options) ? options : new Map();
    const [last] = rowOf(this.statement("SELECT max(row) FROM $").get());
    this.nextRow = typeof last === "number" ? last + 1 : 1;
  }

  count(): number {
    if (this.size === undefined) {
      const id = this.indexes.find((index) => index.isId);
      const statement =
        id === undefined ? this.statement("SELECT count(*) FROM $") : id.statement("SELECT count(*) FROM $");
      const [count] = rowOf(statement.get());
      this.size = typeof count === "number" ? count : 0;
    }
    return this.size;
  }

  statement(text: string): StatementSync {
    let statement = this.statements.get(text);
    if (statement === undefined) {
      statement = this.sql.prepare(text.replaceAll("$", `c${this.id}`));
      statement.setReturnArrays(true);
      this.statements.set(text, statement);
    }
    return statement;
  }

  body(): Doc {
    const pending = this.owner === undefined ? undefined : true;
    return doc({ db: this.db, name: this.name, uuid: this.uuid, options: this.options, pending });
  }
}

/** The columns of a row read with setReturnArrays, which the driver's types do not know of. */
export function rowOf(row: unknown): readonly unknown[] {
  return Array.isArray(row) ? row : [];
}

function keyFields(key: Value | undefined): IndexField[] {
  if (!isDoc(key)) return [];
  return [...key].map(([path, direction]) => ({
    path,
    parts: path.split("."),
    descending: requireInt(direction, `index key ${path}`) < 0,
  }));
}
