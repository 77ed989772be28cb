import { createServer } from "node:http";
import { Server } from "socket.io";
import * as v from "valibot";
import { PullAck, PullMessage } from "#schemas/protocol.ts";
import { connectDevice } from "./sync-processes.ts";

type Answer = v.InferOutput<typeof PullAck>;

/** A server whose answers cost it nothing: what is measured with it is the device. */
export interface RecordedServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Answers first pulls as the server at `url` answered a device of that user, whole pages of `limit` rows of one collection. */
export async function recordPulls(
  url: string,
  userId: number,
  collection: string,
  limit: number,
): Promise<RecordedServer> {
  const answers = new Map<string | null, Answer>();
  const device = await connectDevice(url, userId);
  let checkpoint: string | null = null;
  for (;;) {
    const asked: PullMessage = { collection, checkpoint, limit };
    const answer: Answer = v.parse(PullAck, await device.timeout(60_000).emitWithAck("pull", asked));
    if ("error" in answer) throw new Error(`the server answered ${answer.error.code}`);
    answers.set(checkpoint, answer);
    if (!answer.hasMore) break;
    ({ checkpoint } = answer);
  }
  device.disconnect();
  return serve(collection, answers);
}

async function serve(collection: string, answers: ReadonlyMap<string | null, Answer>): Promise<RecordedServer> {
  const httpServer = createServer();
  const io = new Server(httpServer, { transports: ["websocket"], serveClient: false });
  io.on("connection", (socket) => {
    socket.on("pull", (message: unknown, answer: (ack: Answer) => void) => {
      const { collection: asked, checkpoint } = v.parse(PullMessage, message);
      const recorded = asked === collection ? answers.get(checkpoint) : undefined;
      answer(recorded ?? { documents: [], checkpoint, hasMore: false });
    });
  });
  await new Promise<void>((resolve) => {
    httpServer.listen(0, "127.0.0.1", resolve);
  });
  const address = httpServer.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}`, close: () => io.close() };
}
