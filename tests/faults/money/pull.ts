import { io } from "socket.io-client";
import { PROTOCOL_VERSION, PULL_LIMIT, type SyncCollection } from "#schemas/protocol.ts";
import type { Person } from "./people.ts";

const ANSWER_MS = 20_000;

/**
 * Everything in a collection that a device is given which has nothing yet. Throws when the server at `url` does not answer
 * in time.
 */
export async function pullRows(
  { url, origin }: { readonly url: string; readonly origin: string },
  { cookie }: Person,
  collection: SyncCollection,
): Promise<Record<string, unknown>[]> {
  const socket = io(url, {
    transports: ["websocket"],
    auth: { protocol: PROTOCOL_VERSION },
    extraHeaders: { cookie, origin },
    forceNew: true,
    reconnection: false,
  });
  try {
    const rows: Record<string, unknown>[] = [];
    let checkpoint: unknown = null;
    for (;;) {
      const message = { collection, checkpoint, limit: PULL_LIMIT };
      const answer: unknown = await socket.timeout(ANSWER_MS).emitWithAck("pull", message);
      const { documents, hasMore, checkpoint: next } = Object(answer);
      if (!Array.isArray(documents)) throw new Error(`a pull of ${collection} was refused: ${JSON.stringify(answer)}`);
      rows.push(...documents);
      if (hasMore !== true) return rows;
      checkpoint = next;
    }
  } finally {
    socket.disconnect();
  }
}
