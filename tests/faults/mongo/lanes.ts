import type { Collection, Db, MongoClient } from "mongodb";
import type { Tally } from "./messages.ts";

export type Lane = {
  client: MongoClient;
  /** Does its next piece of work and answers under which name; throws when it got no answer to that. */
  work: (db: Db, turn: number) => Promise<string>;
  /** The name of the piece, when it fails. */
  name: (turn: number) => string;
};

type Entry = { _id: string; lane?: string; n?: number; half?: number; at?: Date; v?: number };

const ACCOUNTS = 4;

/** Everything one client process does at once; `who` keeps its names apart from another's. */
export function makeLanes(open: () => MongoClient, who: string, random: () => number): Map<string, Lane> {
  const lanes = new Map<string, Lane>();
  for (const journaled of [true, false]) {
    const lane = `${who}-${journaled ? "journaled" : "plain"}`;
    lanes.set(`insert:${lane}`, insertLane(open(), lane, journaled));
  }
  lanes.set(`counter:${who}`, counterLane(open(), who));
  lanes.set(`update:${who}`, updateLane(open(), who));
  lanes.set(`bulk:${who}`, bulkLane(open(), who));
  for (const number of [0, 1]) lanes.set(`transfer:${who}${number}`, transferLane(open(), `${who}${number}`, random));
  lanes.set(`catalog:${who}`, catalogLane(open(), who));
  lanes.set(`fleeting:${who}`, fleetingLane(open(), who));
  return lanes;
}

function entries(db: Db, name: string): Collection<Entry> {
  return db.collection<Entry>(name);
}

function insertLane(client: MongoClient, lane: string, journaled: boolean): Lane {
  const name = (turn: number): string => `${lane}-${turn}`;
  const writeConcern = journaled ? { w: 1, j: true } : { w: 1, j: false };
  return {
    client,
    name,
    work: async (db, turn) => {
      await entries(db, "inserts").insertOne({ _id: name(turn), lane, n: turn }, { writeConcern });
      return name(turn);
    },
  };
}

/** Each answer has to be one more than the one before: a repeated increment shows, and so does a lost one. */
function counterLane(client: MongoClient, who: string): Lane {
  return {
    client,
    name: () => "?",
    work: async (db) => {
      const options = { upsert: true, returnDocument: "after" } as const;
      const after = await entries(db, "counters").findOneAndUpdate({ _id: who }, { $inc: { n: 1 } }, options);
      return String(after?.n);
    },
  };
}

function updateLane(client: MongoClient, who: string): Lane {
  return {
    client,
    name: String,
    work: async (db, turn) => {
      const writeConcern = { w: 1, j: false };
      await entries(db, "updates").updateOne({ _id: who }, { $set: { v: turn } }, { upsert: true, writeConcern });
      return String(turn);
    },
  };
}

function bulkLane(client: MongoClient, who: string): Lane {
  const name = (turn: number): string => `${who}-${turn}`;
  return {
    client,
    name,
    work: async (db, turn) => {
      await entries(db, "bulk").bulkWrite([
        { insertOne: { document: { _id: `${name(turn)}-a`, lane: who, n: turn } } },
        { updateOne: { filter: { _id: `${who}-total` }, update: { $inc: { n: 1 } }, upsert: true } },
        { insertOne: { document: { _id: `${name(turn)}-b`, lane: who, n: turn } } },
      ]);
      return name(turn);
    },
  };
}

/** Moves money between accounts that all clients share, and notes it twice and in a total: all of it or nothing. */
function transferLane(client: MongoClient, lane: string, random: () => number): Lane {
  const name = (turn: number): string => `${lane}-${turn}`;
  return {
    client,
    name,
    work: async (db, turn) => {
      const from = Math.floor(random() * ACCOUNTS);
      const to = (from + 1 + Math.floor(random() * (ACCOUNTS - 1))) % ACCOUNTS;
      const accounts = entries(db, "accounts");
      await client.withSession((session) =>
        session.withTransaction(async () => {
          await entries(db, "transfers").insertOne({ _id: `${name(turn)}-a`, half: 1 }, { session });
          await accounts.updateOne({ _id: `account-${from}` }, { $inc: { n: -1 } }, { session, upsert: true });
          await accounts.updateOne({ _id: `account-${to}` }, { $inc: { n: 1 } }, { session, upsert: true });
          await accounts.updateOne({ _id: `total-${lane}` }, { $inc: { v: 1 } }, { session, upsert: true });
          await entries(db, "transfers").insertOne({ _id: `${name(turn)}-b`, half: 2 }, { session });
        }),
      );
      return name(turn);
    },
  };
}

/** Makes a collection with an index, renames it and drops the one before. */
function catalogLane(client: MongoClient, who: string): Lane {
  const name = (turn: number): string => `kept-${who}-${turn}`;
  return {
    client,
    name,
    work: async (db, turn) => {
      const fresh = entries(db, `fresh-${who}-${turn}`);
      await fresh.insertMany([0, 1, 2].map((n) => ({ _id: `${n}`, n })));
      await fresh.createIndex({ n: 1 }, { unique: true });
      await fresh.rename(name(turn));
      await db.dropCollection(name(turn - 1));
      return name(turn);
    },
  };
}

function fleetingLane(client: MongoClient, who: string): Lane {
  const name = (turn: number): string => `${who}-${turn}`;
  return {
    client,
    name,
    work: async (db, turn) => {
      const fleeting = entries(db, "fleeting");
      const now = Date.now();
      await fleeting.insertOne({ _id: `${name(turn)}-past`, at: new Date(now - 60_000) });
      await fleeting.insertOne({ _id: `${name(turn)}-future`, at: new Date(now + 3_600_000) });
      return name(turn);
    },
  };
}

/** What has to be there before the load begins. */
export async function prepare(db: Db): Promise<void> {
  await entries(db, "fleeting").createIndex({ at: 1 }, { expireAfterSeconds: 1 });
  await entries(db, "inserts").createIndex({ lane: 1, n: 1 }, { unique: true });
  await entries(db, "inserts").createIndex({ n: -1 }, { sparse: true });
  await entries(db, "transfers").createIndex({ half: 1 });
  await entries(db, "bulk").createIndex({ lane: 1, n: 1 });
}

export function emptyTally(): Tally {
  return { acked: [], unsure: [] };
}
