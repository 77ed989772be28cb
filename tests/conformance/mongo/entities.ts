import { GridFSBucket, MongoClient, ServerApiVersion } from "mongodb";
import type { ClientSession, Collection, Db, MongoClientOptions } from "mongodb";
import { EventLog } from "./events.ts";
import { isObject, objectAt, textAt } from "./json.ts";
import type { Json } from "./json.ts";
import { Unjudged } from "./unjudged.ts";

/** Settings of the driver for one test. */
export type Overrides = { readonly forceServerObjectId: boolean };

/** The things a test has made and named. */
export class Entities {
  readonly byId = new Map<string, unknown>();
  readonly clients: MongoClient[] = [];
  readonly logs = new Map<string, EventLog>();
  readonly threads = new Map<string, Promise<unknown>>();
  /** The runner's own, whose commands no test observes. */
  readonly admin: MongoClient;
  private readonly url: string;
  private readonly overrides: Overrides;

  constructor(url: string, admin: MongoClient, overrides: Overrides) {
    this.admin = admin;
    this.url = url;
    this.overrides = overrides;
  }

  async create(spec: Json): Promise<void> {
    for (const [kind, body] of Object.entries(spec)) if (isObject(body)) await this.createOne(kind, body);
  }

  private async createOne(kind: string, body: Json): Promise<void> {
    const id = textAt(body, "id");
    if (this.byId.has(id)) throw new Error(`there is an entity ${id} already`);
    switch (kind) {
      case "client":
        await this.createClient(id, body);
        return;
      case "database":
        this.byId.set(
          id,
          this.client(textAt(body, "client")).db(textAt(body, "databaseName"), objectAt(body, "databaseOptions")),
        );
        return;
      case "collection": {
        const database = this.database(textAt(body, "database"));
        this.byId.set(id, database.collection(textAt(body, "collectionName"), objectAt(body, "collectionOptions")));
        return;
      }
      case "session":
        this.byId.set(id, this.newSession(body));
        return;
      case "bucket":
        this.byId.set(id, new GridFSBucket(this.database(textAt(body, "database")), objectAt(body, "bucketOptions")));
        return;
      case "thread":
        this.threads.set(id, Promise.resolve());
        return;
      default:
        throw new Unjudged(`entity ${kind}`);
    }
  }

  private newSession(body: Json): ClientSession {
    const { snapshotTime, ...options } = objectAt(body, "sessionOptions");
    const session = this.client(textAt(body, "client")).startSession(options);
    // The driver has no option for it, only the place where it keeps it.
    if (typeof snapshotTime === "string") Reflect.set(session, "snapshotTime", this.byId.get(snapshotTime));
    return session;
  }

  private async createClient(id: string, body: Json): Promise<void> {
    if (body["autoEncryptOpts"] !== undefined) throw new Unjudged("encryption");
    const url = new URL(this.url);
    for (const [name, value] of Object.entries(objectAt(body, "uriOptions"))) {
      if (isObject(value)) throw new Unjudged(`uri option ${name}`);
      url.searchParams.set(name, String(value));
    }
    const { serverApi } = body;
    const options: MongoClientOptions & { __skipPingOnConnect: boolean } = {
      serverSelectionTimeoutMS: 5000,
      // With a login the driver would ask the server for a sign of life first.
      __skipPingOnConnect: true,
      ...this.overrides,
      ...(isObject(serverApi) ? { serverApi: { ...serverApi, version: ServerApiVersion.v1 } } : {}),
      monitorCommands: true,
    };
    const client = new MongoClient(url.href, options);
    this.clients.push(client);
    this.byId.set(id, client);
    this.logs.set(id, new EventLog(client, body));
    await client.connect();
  }

  log(id: string): EventLog {
    const found = this.logs.get(id);
    if (found === undefined) throw new Unjudged(`no client ${id}`);
    return found;
  }

  client(id: string): MongoClient {
    const found = this.byId.get(id);
    if (found instanceof MongoClient) return found;
    throw new Unjudged(`no client ${id}`);
  }

  database(id: string): Db {
    const found = this.byId.get(id);
    if (isDb(found)) return found;
    throw new Unjudged(`no database ${id}`);
  }

  session(id: unknown): ClientSession | undefined {
    const found = typeof id === "string" ? this.byId.get(id) : undefined;
    return isSession(found) ? found : undefined;
  }

  async close(): Promise<void> {
    for (const entity of this.byId.values()) {
      if (isObject(entity) && "close" in entity && typeof entity["close"] === "function" && "resumeToken" in entity)
        await Reflect.apply(entity["close"], entity, []);
    }
    await Promise.all(this.clients.map((client) => client.close(true)));
  }
}

function isDb(value: unknown): value is Db {
  return isObject(value) && "databaseName" in value && "aggregate" in value && !("collectionName" in value);
}

export function isCollection(value: unknown): value is Collection {
  return isObject(value) && "collectionName" in value;
}

function isSession(value: unknown): value is ClientSession {
  return isObject(value) && "startTransaction" in value;
}
