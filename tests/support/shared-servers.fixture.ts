import { readCommandLine, settled } from "#server/embedded/mongo/command-line.ts";
import { startMongo } from "#server/embedded/mongo/server.ts";
import { readCommand } from "#server/embedded/stellar/command-line.ts";
import { keptSecret } from "#server/embedded/stellar/control-secret.ts";
import { startServer } from "#server/embedded/stellar/server.ts";
import type { Answer, Kind, Request } from "./shared-servers.ts";

// The process of `shared-servers.ts`: it holds what its parent asks for until the parent is gone.

interface Running {
  readonly port: number;
  close(): Promise<void>;
}

const running = new Map<number, Running>();

async function start(kind: Kind, flags: readonly string[]): Promise<Running> {
  if (kind === "mongo") {
    const settings = readCommandLine(flags);
    if (settings === "help") throw new Error("help is no database");
    return startMongo(settled(settings, undefined, () => process.exit(1)));
  }
  const { server, controlFile } = readCommand([...flags]);
  return startServer({ ...server, controlSecret: controlFile === undefined ? undefined : keptSecret(controlFile) });
}

async function answer(request: Request): Promise<Answer> {
  const { id } = request;
  try {
    if (request.kind === "stop") {
      await running.get(request.server)?.close();
      running.delete(request.server);
      return { id };
    }
    const server = await start(request.kind, request.flags);
    running.set(id, server);
    return { id, port: server.port };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

process.umask(0o077);
process.on("disconnect", () => process.exit(0));
process.on("message", (request: Request) => {
  void answer(request).then((given) => process.send?.(given));
});
