import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { Astrolabe } from "./astrolabe.ts";
import { OUTSIDE_SOCKET } from "./outside-socket.ts";

export interface Visit {
  /** The site that was asked, as example.test. */
  readonly host: string;
  readonly url: URL;
}

/** Answers every name below .test to this Astrolabe's server, until it is closed. */
export async function standInForOutside(
  { dataDir }: Astrolabe,
  answer: (visit: Visit, response: ServerResponse) => void,
): Promise<{ close(): Promise<void> }> {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const host = request.headers.host ?? "";
    answer({ host, url: new URL(request.url ?? "/", `https://${host}`) }, response);
  });
  server.listen(join(dataDir, OUTSIDE_SOCKET));
  await once(server, "listening");
  return {
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
