import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CreateIndexesOptions, IndexSpecification } from "mongodb";
import * as v from "valibot";
import type { Check, CheckResult } from "#server/platform/checks/check.ts";
import { failed, passed } from "#server/platform/checks/results.ts";
import type { Database } from "./database.ts";

/** An index that a database of this version has. */
export interface DeclaredIndex {
  readonly collection: string;
  readonly name: string;
  readonly key: IndexSpecification;
  readonly options: CreateIndexesOptions;
}

const FILE = join(import.meta.dirname, "declared-indexes.txt");
const Keys = v.record(v.string(), v.number());
const Options = v.strictObject({
  unique: v.optional(v.boolean()),
  sparse: v.optional(v.boolean()),
  expireAfterSeconds: v.optional(v.number()),
  partialFilterExpression: v.optional(v.record(v.string(), v.unknown())),
});

/** The indexes of a database, and after how many migrations it has them. */
export interface Declared {
  readonly migrations: number;
  readonly indexes: readonly DeclaredIndex[];
}

/** All of them. The file is what migrations and starts make; `tests/declared-indexes.test.ts` writes it with `-u`, and fails where it is not true. */
export function declaredIndexes(): Declared {
  const [first = "", ...lines] = readFileSync(FILE, "utf8").split("\n");
  const indexes = lines
    .filter((line) => line !== "")
    .map((line) => {
      const [collection = "", name = "", key = "", options = ""] = line.split("\t");
      return {
        collection,
        name,
        key: new Map(Object.entries(v.parse(Keys, JSON.parse(key)))),
        options: optionsOf(options),
      };
    });
  return { migrations: Number(first.split("\t")[1]), indexes };
}

function optionsOf(text: string): CreateIndexesOptions {
  const given = v.parse(Options, JSON.parse(text));
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** How many migrations ran on a database, and the indexes that it has but for those of `_id`, as the lines of the file. */
export async function indexLines(database: Database): Promise<string[]> {
  const collections = await database.db.listCollections({}, { nameOnly: true }).toArray();
  const names = collections.map(({ name }) => name).filter((name) => !name.startsWith("system."));
  const lines = await Promise.all(names.map((name) => linesOf(database, name)));
  return [`migrations\t${await countMigrations(database)}`, ...lines.flat().toSorted()];
}

async function linesOf(database: Database, collection: string): Promise<string[]> {
  const indexes = await database.collection(collection).indexes();
  return indexes
    .filter(({ name }) => name !== "_id_")
    .map(({ v: _version, name, key, ...options }) =>
      [collection, name, JSON.stringify(key), JSON.stringify(options)].join("\t"),
    );
}

function countMigrations(database: Database): Promise<number> {
  return database.collection("migrations").countDocuments();
}

/** Looks whether a collection lost an index (a restore without them, somebody's hand), and builds it again. */
export function indexCheck(declared = declaredIndexes()): Check {
  return {
    id: "indexes",
    version: 1,
    type: "database",
    severity: "error",
    intervalMs: 10 * 60_000,
    // An index of a million rows takes minutes to build.
    timeLimitMs: 9 * 60_000,
    failures: 1,
    passes: 1,
    dependsOn: ["database"],
    title: "check.indexes",
    means: "check.indexes.means",
    steps: [{ says: "check.step.rebuild-index" }],
    run: ({ runtime }) => lookAtIndexes(runtime.database, declared),
    repair: {
      run: async ({ runtime }, { subject }) => {
        const lost = declared.indexes.filter((index) => subjectOf(index) === subject);
        await runtime.database.unhurried(async (patient) => {
          for (const { collection, name, key, options } of lost)
            await patient.collection(collection).createIndex(key, { ...options, name });
        });
      },
      mostPerHour: 2,
    },
  };
}

/** One result for each index that is missing, and none for what is there. */
async function lookAtIndexes(database: Database, declared: Declared): Promise<CheckResult[]> {
  // What another migration took away must not be built again by a list that does not know it.
  if ((await countMigrations(database)) !== declared.migrations) return [];
  const missing: CheckResult[] = [];
  for (const [collection, indexes] of Map.groupBy(declared.indexes, (index) => index.collection)) {
    const names = new Set(await namesIn(database, collection));
    for (const index of indexes) {
      if (names.has(index.name)) continue;
      const facts = { index: index.name, collection };
      missing.push(failed("check.indexes.missing", facts, { subject: subjectOf(index) }));
    }
  }
  return missing.length === 0 ? [passed()] : missing;
}

/** A collection that is not there has none. */
async function namesIn(database: Database, collection: string): Promise<(string | undefined)[]> {
  const found = await database.db
    .collection(collection)
    .indexes()
    .catch((error: unknown) => {
      if (isNoCollection(error)) return [];
      throw error;
    });
  return found.map(({ name }) => name);
}

const NAMESPACE_NOT_FOUND = 26;

function isNoCollection(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === NAMESPACE_NOT_FOUND;
}

function subjectOf({ collection, name }: DeclaredIndex): string {
  return `${collection}.${name}`.slice(0, 200);
}
