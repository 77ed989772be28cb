import { type Collection, type Db, type Document, MongoClient, ObjectId } from "mongodb";
import { type TestServer, startServer, stopServer } from "#server/embedded/mongo/tests/start-server.ts";
import { seededRandom } from "./mongo-results.ts";

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

/** The server under measurement (a process of its own), and the official driver connected to it. */
export class Bench {
  readonly random = seededRandom(20_250_101);
  private readonly folder: string;
  private server: TestServer | undefined;
  private connected: MongoClient | undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** From the command to the word that it is ready, in milliseconds. */
  async start(): Promise<number> {
    const startedAt = performance.now();
    this.server = await startServer(this.folder);
    const tookMs = performance.now() - startedAt;
    this.connected = await this.connect();
    return tookMs;
  }

  async stop(): Promise<void> {
    await this.connected?.close();
    this.connected = undefined;
    if (this.server !== undefined) await stopServer(this.server);
    this.server = undefined;
  }

  async kill(): Promise<void> {
    await this.connected?.close();
    this.connected = undefined;
    this.server?.process.kill("SIGKILL");
    await this.server?.ended;
    this.server = undefined;
  }

  connect(): Promise<MongoClient> {
    if (this.server === undefined) throw new Error("the server is not running");
    return new MongoClient(this.server.url, { maxPoolSize: 64 }).connect();
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
