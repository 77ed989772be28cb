import fc from "fast-check";
import { Int32, MongoServerError } from "mongodb";
import type { Collection, Db, MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { content } from "./query-arbitraries.ts";
import { ModelCollection, byId, projected } from "./query-model-collection.ts";
import { matches } from "./query-model-match.ts";
import { updated, upsertStart } from "./query-model-update.ts";
import { Refused, Unpredictable, compareIgnoringCase, compareItems, show } from "./query-model-values.ts";
import type { Compare, Fields } from "./query-model-values.ts";
import { step } from "./query-steps.ts";
import type { CollatedStep, Step } from "./query-steps.ts";
import { connect, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

/** How many random histories; more for a long run. A failure prints its seed and path. */
const RUNS = Number(process.env["PROPERTY_RUNS"] ?? 80);
const SEED = process.env["PROPERTY_SEED"];
const IGNORING_CASE = { locale: "en", strength: 2 };

const folder = temporaryFolder();
let server: TestServer;
let client: MongoClient;
let db: Db;

beforeAll(async () => {
  server = await startServer(folder);
  client = await connect(server, { writeConcern: { w: 1 }, promoteValues: false });
  db = client.db("property");
});

afterAll(async () => {
  await client.close();
  await stopServer(server);
  removeFolder(folder);
});

test(
  "whatever is done, with whatever indexes, the server and a plain model say the same",
  { timeout: Math.max(60_000, RUNS * 1000) },
  async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { maxLength: 12 }),
        fc.array(step, { minLength: 6, maxLength: 16 }),
        async (contents, steps) => {
          run += 1;
          const history = new History(db.collection<Stored>(`c${run}`));
          for (const content of contents) await history.run({ kind: "insert", content, isCollated: false });
          for (const one of steps) await history.run(one);
          await history.collection.drop();
        },
      ),
      { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
    );
  },
);

type Stored = { _id: Int32 } & Record<string, unknown>;

/** One collection of the server and its model, taken through the same steps. */
class History {
  readonly collection: Collection<Stored>;
  private readonly model = new ModelCollection();
  private nextId = 0;

  constructor(collection: Collection<Stored>) {
    this.collection = collection;
  }

  async run(given: CollatedStep): Promise<void> {
    const one = this.completed(given);
    if (one === undefined) return;
    const compare = one.isCollated ? compareIgnoringCase : compareItems;
    if (one.kind === "find") return this.find(one, compare, one.isCollated);
    let expected: unknown;
    try {
      expected = this.change(one, compare);
    } catch (error) {
      if (!(error instanceof Refused) && !(error instanceof Unpredictable)) throw error;
      const told = await this.ask(one).then(
        () => undefined,
        (refusal: unknown) => refusal,
      );
      if (error instanceof Refused) expect(told, `refused for ${error.message}: ${show(one)}`).toBeDefined();
      await this.dropNumbered();
      this.model.documents = await this.stored();
      return;
    }
    let answer: unknown;
    try {
      answer = await this.ask(one);
    } catch (error) {
      // While several documents change one after the other, a key may be taken that is free before and after.
      const isPassing =
        one.kind === "updateMany" && error instanceof MongoServerError && Number(String(error.code)) === 11000;
      if (!isPassing) throw new Error(`refused ${show(one)}`, { cause: error });
      this.model.documents = await this.stored();
      return;
    }
    expect(show(answer), show(one)).toBe(show(expected));
    expect((await this.stored()).map(show), show(one)).toEqual(this.model.documents.toSorted(byId).map(show));
  }

  /** With what depends on the steps before; undefined when there is nothing to do. */
  private completed(one: CollatedStep): CollatedStep | undefined {
    if (one.kind === "index") {
      const key = JSON.stringify(one.key);
      return this.model.indexes.some((index) => JSON.stringify(index.key) === key) ? undefined : one;
    }
    if (!("update" in one)) return one;
    if (Object.keys(one.update).length === 0) return undefined;
    if (!one.upsert) return one;
    const $setOnInsert = { ...Object(one.update["$setOnInsert"]), _id: new Int32(this.nextId) };
    this.nextId += 1;
    return { ...one, update: { ...one.update, $setOnInsert } };
  }

  /** Documents with a number for a name: JavaScript's objects lose its place among the others. */
  private async dropNumbered(): Promise<void> {
    const ids = (await this.stored()).filter((one) => /"\d+":/.test(show(one))).map((one) => one["_id"]);
    if (ids.length > 0) await this.collection.deleteMany({ $expr: { $in: ["$_id", ids] } });
  }

  private stored(): Promise<Fields[]> {
    return this.collection.find({}).sort({ _id: 1 }).hint({ $natural: 1 }).toArray();
  }

  private async find(one: Extract<Step, { kind: "find" }>, compare: Compare, isCollated: boolean): Promise<void> {
    const options = isCollated ? { collation: IGNORING_CASE } : {};
    const cursor = this.collection
      .find(one.filter, { ...options, projection: one.projection })
      .sort(one.order)
      .skip(one.skip)
      .limit(one.limit);
    let expected: string[];
    try {
      const found = this.model.find(one.filter, one.order, compare);
      const end = one.limit === 0 ? undefined : one.skip + one.limit;
      expected = found.slice(one.skip, end).map((document) => show(projected(document, one.projection)));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await expect(cursor.toArray(), show(one)).rejects.toThrow("parallel arrays");
      return;
    }
    expect((await cursor.toArray()).map(show), show(one)).toEqual(expected);
    const total = this.model.documents.filter((document) => matches(document, one.filter, compare)).length;
    expect(Number(String(await this.collection.countDocuments(one.filter, options))), show(one)).toBe(total);
  }

  /** What the model answers to a write, having done it. */
  private change(one: Step, compare: Compare): unknown {
    const { model } = this;
    switch (one.kind) {
      case "insert":
        return this.replace([...model.documents, { _id: new Int32(this.nextId), ...one.content }], {
          insertedId: this.nextId,
        });
      case "updateOne":
      case "updateMany":
      case "findOneAndUpdate":
        return this.update(one, compare);
      case "replaceOne": {
        const [first] = model.find(one.filter, { _id: 1 }, compare);
        if (first === undefined) return { matched: 0, modified: 0 };
        const after = { _id: first["_id"], ...one.content };
        return this.replace(
          model.documents.map((document) => (document === first ? after : document)),
          {
            matched: 1,
            modified: isSame(first, after) ? 0 : 1,
          },
        );
      }
      case "deleteOne":
      case "deleteMany":
      case "findOneAndDelete": {
        const found = model.find(one.filter, { _id: 1 }, compare);
        const gone = one.kind === "deleteMany" ? found : found.slice(0, 1);
        const rest = model.documents.filter((document) => !gone.includes(document));
        return this.replace(rest, one.kind === "findOneAndDelete" ? (gone[0] ?? null) : gone.length);
      }
      case "index":
        if (one.sparse && one.partial !== undefined) throw new Refused("sparse and partial");
        model.addIndex({ ...one, compare: one.isCollated ? compareIgnoringCase : compareItems });
        return undefined;
      default:
        model.indexes.length = 0;
        return undefined;
    }
  }

  private replace<T>(documents: Fields[], answer: T): T {
    this.model.replaceAll(documents);
    return answer;
  }

  private update(one: Extract<Step, { update: Fields }>, compare: Compare): unknown {
    const { model } = this;
    const found = model.find(one.filter, { _id: 1 }, compare);
    const chosen = one.kind === "updateMany" ? found : found.slice(0, 1);
    const call = { update: one.update, arrayFilters: filtersFor(one), isInsert: false, compare };
    if (chosen.length === 0 && one.upsert) {
      const { _id, ...rest } = updated(upsertStart(one.filter), { ...call, isInsert: true });
      const made = { _id, ...rest };
      return this.replace(
        [...model.documents, made],
        one.kind === "findOneAndUpdate" ? made : { matched: 0, modified: 0 },
      );
    }
    const after = new Map(chosen.map((document) => [document, updated(document, call)]));
    const modified = [...after].filter(([before, now]) => !isSame(before, now)).length;
    model.replaceAll(model.documents.map((document) => after.get(document) ?? document));
    const [first] = chosen;
    if (one.kind === "findOneAndUpdate") return first === undefined ? null : (after.get(first) ?? null);
    return { matched: chosen.length, modified };
  }

  /** The same of the server, in the same shape. */
  private async ask(one: CollatedStep): Promise<unknown> {
    const { collection } = this;
    const collation = one.isCollated ? { collation: IGNORING_CASE } : {};
    switch (one.kind) {
      case "insert": {
        const _id = this.nextId;
        this.nextId += 1;
        await collection.insertOne({ ...doc(new Int32(_id)), ...one.content });
        return { insertedId: _id };
      }
      case "updateOne":
      case "updateMany": {
        const options = { ...collation, upsert: one.upsert, arrayFilters: filtersFor(one) };
        const result =
          one.kind === "updateMany"
            ? await collection.updateMany(one.filter, one.update, options)
            : await collection.updateOne(one.filter, one.update, { ...options, sort: { _id: 1 } });
        return { matched: Number(String(result.matchedCount)), modified: Number(String(result.modifiedCount)) };
      }
      case "findOneAndUpdate": {
        const options = { ...collation, upsert: one.upsert, arrayFilters: filtersFor(one), sort: { _id: 1 } as const };
        return collection.findOneAndUpdate(one.filter, one.update, { ...options, returnDocument: "after" });
      }
      case "replaceOne": {
        const result = await collection.replaceOne(one.filter, one.content, { ...collation, sort: { _id: 1 } });
        return { matched: Number(String(result.matchedCount)), modified: Number(String(result.modifiedCount)) };
      }
      case "findOneAndDelete":
        return collection.findOneAndDelete(one.filter, { ...collation, sort: { _id: 1 } });
      case "deleteMany":
        return Number(String((await collection.deleteMany(one.filter, collation)).deletedCount));
      case "deleteOne": {
        const [first] = await collection.find(one.filter, collation).sort({ _id: 1 }).limit(1).toArray();
        if (first === undefined)
          return Number(String((await collection.deleteOne(one.filter, collation)).deletedCount));
        const exact = { $and: [one.filter, { _id: first["_id"] }] };
        return Number(String((await collection.deleteOne(exact, collation)).deletedCount));
      }
      case "index": {
        const { unique, sparse, hidden } = one;
        const rest = one.partial === undefined ? {} : { partialFilterExpression: one.partial };
        await collection.createIndex(one.key, {
          unique,
          sparse,
          hidden,
          ...rest,
          ...collation,
          name: `i${this.nextIndex}`,
        });
        return undefined;
      }
      case "dropIndexes":
        await collection.dropIndexes().catch(() => {});
        return undefined;
      default:
        return undefined;
    }
  }

  private indexes = 0;

  private get nextIndex(): number {
    this.indexes += 1;
    return this.indexes;
  }
}

function doc(_id: Int32): Stored {
  return { _id };
}

function isSame(left: Fields, right: Fields): boolean {
  return show(left) === show(right) && JSON.stringify(Object.keys(left)) === JSON.stringify(Object.keys(right));
}

/** Only a filter that the update uses may be given. */
function filtersFor(one: { update: Fields; element: Fields }): Fields[] {
  return JSON.stringify(one.update).includes("$[e]") ? [one.element] : [];
}
