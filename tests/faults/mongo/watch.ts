import { MongoClient } from "mongodb";
import type { ChangeStreamDocument, ResumeToken } from "mongodb";

/** A client process that follows all changes, across restarts of the server, and tells each to its parent. */
type Watched = { _id: string; n?: number };

const REOPEN_EVERY = 500;
const [url = ""] = process.argv.slice(2);
const client = new MongoClient(url, { serverSelectionTimeoutMS: 20_000 });
let token: ResumeToken | undefined;
const state = { isOver: false };
process.on("disconnect", () => {
  state.isOver = true;
  void client.close(true);
});

while (!state.isOver) {
  try {
    await follow(token);
  } catch (error) {
    // The driver resumes by itself; what it gives up on is resumed from here.
    if (state.isOver) break;
    process.stderr.write(`the stream is opened again: ${String(error)}\n`);
  }
}

async function follow(from: ResumeToken | undefined): Promise<void> {
  const stream = client.watch<Watched>([], from === undefined ? {} : { resumeAfter: from });
  try {
    const first = await stream.tryNext();
    if (from === undefined) token = stream.resumeToken;
    process.send?.({ kind: "seen", events: first === null ? [] : [told(first)], isWatching: true });
    if (first !== null) token = first._id;
    for (let count = 0; count < REOPEN_EVERY; count += 1) {
      const event = await stream.next();
      token = event._id;
      process.send?.({ kind: "seen", events: [told(event)], isWatching: true });
    }
  } finally {
    await stream.close();
  }
}

function told(event: ChangeStreamDocument<Watched>): string {
  if (!("ns" in event) || !("coll" in event.ns)) return `- ${event.operationType}`;
  const place = `${event.ns.db}/${event.ns.coll} ${event.operationType}`;
  if (!("documentKey" in event)) return place;
  const n = event.operationType === "update" ? event.updateDescription.updatedFields?.n : undefined;
  const full = event.operationType === "insert" ? event.fullDocument.n : undefined;
  return `${place} ${event.documentKey._id} ${String(n ?? full ?? "")}`;
}
