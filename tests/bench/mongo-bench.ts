import { type Collection, type Db, type Document, MongoClient, ObjectId } from "mongodb";
import { join } from "node:path";
import { type ChildServer, startChildServer } from "#server/child-server.ts";
import { seededRandom } from "./results.ts";

/** A document of the two collections that are read: an account of somebody, about 250 bytes. */
export interface Account extends Document {
  _id: ObjectId;
  email: string;
  owner: number;
  rank: number;
  changes: number;
  createdAt: Date;
  note: string;
}

const BATCH = 2000;

const SCRIPT = new URL(import.meta.resolve("#server/embedded/mongo/cli.ts")).pathname;

/** The server under measurement, started as Astrolabe starts it, and the official driver connected to it. */
export class Bench {
  readonly random = seededRandom(20_250_101);
  readonly folder: string;
  private server: ChildServer | undefined;
  private connected: MongoClient | undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** From the command to the word that it is ready, in milliseconds. */
  async start(): Promise<number> {
    const startedAt = performance.now();
    const dataFolder = join(this.folder, "mongo");
    this.server = await startChildServer({ script: SCRIPT, dataFolder, onDeath: () => {} });
    const tookMs = performance.now() - startedAt;
    this.connected = await this.connect();
    return tookMs;
  }

  async stop(): Promise<void> {
    await this.connected?.close();
    this.connected = undefined;
    await this.server?.stop();
    this.server = undefined;
  }

  /** By kill -9. */
  async kill(): Promise<void> {
    const status = await this.db.admin().command({ serverStatus: 1 });
    process.kill(Number(status["pid"]), "SIGKILL");
    await this.stop();
  }

  connect(): Promise<MongoClient> {
    if (this.server === undefined) throw new Error("the server is not running");
    const url = `mongodb://127.0.0.1:${this.server.port}/?directConnection=true`;
    return new MongoClient(url, { maxPoolSize: 64 }).connect();
  }

  get db(): Db {
    if (this.connected === undefined) throw new Error("the server is not running");
    return this.connected.db("bench");
  }

  accounts(name: "small" | "large"): Collection<Account> {
    return this.db.collection<Account>(name);
  }

  /** A whole number from 0 up to and without `end`. */
  pick(end: number): number {
    return Math.floor(this.random() * end);
  }

  async residentMb(): Promise<number> {
    const status = await this.db.admin().command({ serverStatus: 1 });
    return Number(status["mem"].resident);
  }

  /** Fills a collection; two batches are always on their way. */
  async load(name: "small" | "large", count: number): Promise<void> {
    const collection = this.accounts(name);
    let next = 0;
    const fill = async (): Promise<void> => {
      while (next < count) {
        const from = next;
        next = Math.min(count, from + BATCH);
        const documents = Array.from({ length: next - from }, (_, offset) => this.account(from + offset));
        await collection.insertMany(documents, { ordered: false });
      }
    };
    await Promise.all([fill(), fill()]);
  }

  private account(number: number): Account {
    return {
      _id: idOf(number),
      email: emailOf(number),
      owner: this.pick(10_000),
      rank: this.pick(2 ** 31),
      changes: 0,
      createdAt: new Date(1_735_689_600_000 + number * 1000),
      note: "What an account of a small operator says about its owner, in a few words.",
    };
  }
}

export function idOf(number: number): ObjectId {
  return new ObjectId(number.toString(16).padStart(24, "0"));
}

/** Scattered, so that neighbours in the collection are none in the index. */
export function emailOf(number: number): string {
  const scattered = Math.imul(number + 1, 2_654_435_761) >>> 0;
  return `person-${scattered.toString(36).padStart(7, "0")}@example.org`;
}
