import { MongoClient } from "mongodb";
import type { ClientSession, Collection, Db } from "mongodb";
import { isObject, objectAt, textAt } from "./json.ts";
import type { Json } from "./json.ts";

export class Entities {
  readonly byId = new Map<string, unknown>();
  readonly clients: MongoClient[] = [];
  readonly closables: unknown[] = [];
  private readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  async create(spec: Json): Promise<void> {
    for (const [kind, body] of Object.entries(spec)) if (isObject(body)) await this.createOne(kind, body);
  }

  private async createOne(kind: string, body: Json): Promise<void> {
    const id = textAt(body, "id");
    switch (kind) {
      case "client": {
        const { appname, ...options } = objectAt(body, "uriOptions");
        const named = appname === undefined ? options : { ...options, appName: appname };
        const client = new MongoClient(this.url, { ...named, serverSelectionTimeoutMS: 5000 });
        this.clients.push(client);
        this.byId.set(id, client);
        return;
      }
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
      case "session": {
        const session = this.client(textAt(body, "client")).startSession(objectAt(body, "sessionOptions"));
        this.closables.push(session);
        this.byId.set(id, session);
        return;
      }
      default:
        throw new Unjudged(`entity ${kind}`);
    }
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

/** The test asks for something that this runner does not know how to judge. */
export class Unjudged extends Error {}

function isDb(value: unknown): value is Db {
  return isObject(value) && "databaseName" in value && "aggregate" in value && !("collectionName" in value);
}

export function isCollection(value: unknown): value is Collection {
  return isObject(value) && "collectionName" in value;
}

function isSession(value: unknown): value is ClientSession {
  return isObject(value) && "startTransaction" in value;
}
