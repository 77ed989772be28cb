import type { MongoClient } from "mongodb";
import { afterAll, expect, test } from "vitest";
import { connect, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";

const folder = temporaryFolder();
afterAll(() => removeFolder(folder));

const ROUNDS = 4;

type Entry = { _id: string; half: number };

/** Writes without pause until the server is gone; answers what was acknowledged. */
async function writeUntilGone(client: MongoClient, writer: string): Promise<{ single: string[]; pairs: string[] }> {
  const entries = client.db("crash").collection<Entry>("entries");
  const single: string[] = [];
  const pairs: string[] = [];
  try {
    for (let index = 0; ; index += 1) {
      const id = `${writer}-${index}`;
      await entries.insertOne({ _id: id, half: 0 });
      single.push(id);
      await client.withSession(async (session) => {
        session.startTransaction();
        await entries.insertOne({ _id: `${id}-a`, half: 1 }, { session });
        await entries.insertOne({ _id: `${id}-b`, half: 2 }, { session });
        await session.commitTransaction();
      });
      pairs.push(id);
    }
  } catch {
    return { single, pairs };
  }
}

test(
  "after kill -9 every acknowledged write is there and no transaction is half there",
  { timeout: 30_000 },
  async () => {
    const acknowledged: { single: string[]; pairs: string[] }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await startServer(folder);
      const client = await connect(server, { retryWrites: false, serverSelectionTimeoutMS: 200 });
      const writers = Array.from({ length: 6 }, (_, index) => writeUntilGone(client, `${round}-${index}`));
      setTimeout(() => server.process.kill("SIGKILL"), 100 + round * 70);
      acknowledged.push(...(await Promise.all(writers)));
      await server.ended;
      await client.close(true);
    }
    const server = await startServer(folder);
    const client = await connect(server);
    const found = new Set(
      (await client.db("crash").collection<Entry>("entries").find().toArray()).map((entry) => entry._id),
    );
    for (const { single, pairs } of acknowledged) {
      for (const id of single) expect(found.has(id), id).toBe(true);
      for (const id of pairs) expect(found.has(`${id}-a`) && found.has(`${id}-b`), id).toBe(true);
    }
    for (const id of found) {
      if (id.endsWith("-a")) expect(found.has(id.replace(/a$/, "b")), id).toBe(true);
      if (id.endsWith("-b")) expect(found.has(id.replace(/b$/, "a")), id).toBe(true);
    }
    expect(acknowledged.reduce((sum, { single }) => sum + single.length, 0)).toBeGreaterThan(20);
    await client.close();
    await stopServer(server);
  },
);
