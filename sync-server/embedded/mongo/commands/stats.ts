import { statfsSync } from "node:fs";
import { DateTime, Double, doc, isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue, typeMismatch } from "#server/embedded/mongo/error.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";
import type { Collection } from "#server/embedded/mongo/store/collection.ts";
import { checkCollectionName, docField, namedCollection } from "./context.ts";
import type { Command, Services } from "./context.ts";
import { collectionSizes, totalIndexBytes } from "./sizes.ts";
import type { Sizes } from "./sizes.ts";
import { countValue } from "./usage.ts";
import { refuseView, viewOf } from "./views.ts";

const NO_SIZES: Sizes = { data: 0, storage: 0, free: 0, indexes: new Map() };

/** By what the sizes of an answer are to be divided. */
function scaleOf(value: Value | undefined): number {
  if (value === undefined || value === null) return 1;
  if (!isNumber(value)) throw typeMismatch("BSON field 'scale' is the wrong type, expected a number");
  const scale = Math.trunc(toNumber(value));
  if (scale < 1) throw badValue(`BSON field 'scale' value must be >= 1, actual value '${scale}'`);
  return scale;
}

export function collStats(command: Command): Doc {
  const name = namedCollection(command);
  const collection = command.services.store.catalog.find(command.db, name);
  refuseView(collection);
  return storageStats(command.services, `${command.db}.${name}`, collection, command.body.get("scale"));
}

function storageStats(
  services: Services,
  namespace: string,
  collection: Collection | undefined,
  scaleValue: Value | undefined,
): Doc {
  const scale = scaleOf(scaleValue);
  const scaled = (bytes: number): Value => countValue(Math.floor(bytes / scale));
  const sizes = collection === undefined ? NO_SIZES : collectionSizes(services.store, collection);
  const count = collection?.count() ?? 0;
  const indexBytes = totalIndexBytes(sizes);
  return doc({
    ns: namespace,
    size: scaled(sizes.data),
    count: countValue(count),
    avgObjSize: count === 0 ? undefined : countValue(Math.floor(sizes.data / count)),
    numOrphanDocs: 0,
    storageSize: scaled(sizes.storage),
    freeStorageSize: scaled(sizes.free),
    capped: false,
    nindexes: collection?.indexes.length ?? 0,
    indexDetails: new Map(),
    indexBuilds: [],
    totalIndexSize: scaled(indexBytes),
    totalSize: scaled(sizes.storage + indexBytes),
    indexSizes: doc(Object.fromEntries([...sizes.indexes].map(([name, bytes]) => [name, scaled(bytes)]))),
    scaleFactor: countValue(scale),
  });
}

export function dbStats(command: Command): Doc {
  const { services, db } = command;
  const scale = scaleOf(command.body.get("scale"));
  const scaled = (bytes: number): Double => new Double(bytes / scale);
  const all = services.store.catalog.inDatabase(db);
  const collections = all.filter((collection) => viewOf(collection) === undefined);
  const sizes = collections.map((collection) => collectionSizes(services.store, collection));
  const sum = (of: (one: Sizes) => number): number => sizes.reduce((total, one) => total + of(one), 0);
  const objects = collections.reduce((total, collection) => total + collection.count(), 0);
  const disk = statfsSync(services.folder);
  const isThere = all.length > 0;
  return doc({
    db,
    collections: BigInt(collections.length),
    views: BigInt(all.length - collections.length),
    objects: BigInt(objects),
    avgObjSize: new Double(objects === 0 ? 0 : sum((one) => one.data) / objects),
    dataSize: scaled(sum((one) => one.data)),
    storageSize: scaled(sum((one) => one.storage)),
    indexes: BigInt(collections.reduce((total, collection) => total + collection.indexes.length, 0)),
    indexSize: scaled(sum(totalIndexBytes)),
    totalSize: scaled(sum((one) => one.storage + totalIndexBytes(one))),
    scaleFactor: BigInt(scale),
    fsUsedSize: scaled(isThere ? (disk.blocks - disk.bfree) * disk.bsize : 0),
    fsTotalSize: scaled(isThere ? disk.blocks * disk.bsize : 0),
  });
}

export function databaseBytes(services: Services, db: string): number {
  return services.store.catalog.inDatabase(db).reduce((total, collection) => {
    const sizes = collectionSizes(services.store, collection);
    return total + sizes.storage + totalIndexBytes(sizes);
  }, 0);
}

export function dataSize(command: Command): Doc {
  const { services, body } = command;
  const namespace = body.get("dataSize");
  if (typeof namespace !== "string" || !namespace.includes("."))
    throw new MongoError("InvalidNamespace", `Invalid namespace specified '${String(namespace)}'`);
  if (["keyPattern", "min", "max"].some((name) => body.has(name)))
    throw new MongoError("CommandNotSupported", "dataSize of a range is not supported");
  const startedAt = services.now();
  const dot = namespace.indexOf(".");
  const collection = services.store.catalog.find(namespace.slice(0, dot), namespace.slice(dot + 1));
  const sizes = collection === undefined ? NO_SIZES : collectionSizes(services.store, collection);
  return doc({
    estimate: false,
    size: BigInt(sizes.data),
    numObjects: BigInt(collection?.count() ?? 0),
    millis: services.now() - startedAt,
  });
}

/** The one document of a `$collStats` stage. */
export function collStatsStage(command: Command, db: string, name: string, spec: Value): Doc[] {
  if (!isDoc(spec))
    throw new MongoError({ code: 5447000 }, "$collStats must take a nested object but found another type");
  checkCollectionName(db, name);
  const { services } = command;
  const collection = services.store.catalog.find(db, name);
  if (collection === undefined && (spec.has("count") || spec.has("storageStats")))
    throw new MongoError(
      "NamespaceNotFound",
      `Unable to retrieve storageStats in $collStats stage :: caused by :: Collection [${db}.${name}] not found.`,
    );
  refuseView(collection);
  const out = doc({
    ns: `${db}.${name}`,
    host: services.host(),
    localTime: new DateTime(BigInt(services.now())),
  });
  for (const [option, value] of spec) {
    if (option === "storageStats") {
      const stats = storageStats(services, `${db}.${name}`, collection, isDoc(value) ? value.get("scale") : undefined);
      stats.delete("ns");
      out.set(option, stats);
    } else if (option === "count") out.set(option, countValue(collection?.count() ?? 0));
    else if (option === "latencyStats") out.set(option, latencies(command, `${db}.${name}`, docField(spec, option)));
    else throw new MongoError({ code: 40415 }, `BSON field '$collStats.${option}' is an unknown field.`);
  }
  return [out];
}

function latencies(command: Command, namespace: string, options: Doc): Doc {
  if (options.get("histograms") === true)
    throw new MongoError("CommandNotSupported", "histograms of latencies are not kept");
  const usage = command.services.usage.of(namespace);
  const families = { reads: usage.reads, writes: usage.writes, commands: usage.commands };
  return doc(
    Object.fromEntries(
      Object.entries({ ...families, transactions: { micros: 0, count: 0 } }).map(([name, { micros, count }]) => [
        name,
        doc({ latency: BigInt(Math.round(micros)), ops: BigInt(count) }),
      ]),
    ),
  );
}

/** One document for each index, as `$indexStats` tells them. */
export function indexStatsStage(command: Command, db: string, name: string, spec: Value): Doc[] {
  if (!isDoc(spec) || spec.size > 0)
    throw new MongoError({ code: 28803 }, "The $indexStats stage specification must be an empty object");
  const { services } = command;
  const collection = services.store.catalog.find(db, name);
  refuseView(collection);
  const since = new DateTime(BigInt(services.startedAt));
  return (collection?.indexes ?? []).map((index) =>
    doc({
      name: index.name,
      key: index.spec.get("key"),
      host: services.host(),
      accesses: doc({ ops: BigInt(index.uses), since }),
      spec: index.spec,
    }),
  );
}
