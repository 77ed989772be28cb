import { flushCompileCache } from "node:module";
import { parseArgs } from "node:util";
import { startMongo } from "./server.ts";
import type { RunningMongo } from "./server.ts";
import { RefusedFolder } from "./store/data-file.ts";

const USAGE = "Usage: cli.ts --port N --data DIR [--host ADDRESS] [--user NAME --password WORD] [--exit-with-parent]";

process.exitCode = await main();

async function main(): Promise<number | undefined> {
  const settings = readArguments();
  if (settings === undefined) {
    process.stderr.write(`${USAGE}\n`);
    return 1;
  }
  try {
    const running = await startMongo({
      folder: settings.data,
      host: settings.host,
      port: settings.port,
      maxConnections: 1000,
      log: { maxBytes: 256 * 1024 * 1024, maxEntries: 500_000 },
      expiryIntervalMs: settings.expirySeconds * 1000,
      now: () => Date.now(),
      isForTests: settings.isForTests,
      login: settings.login,
      onDiskFailure: (error) => {
        process.stderr.write(`The disk did not keep what was written (${error.message}); the server stops here.\n`);
        process.exit(1);
      },
    });
    closeOnSignals(running, settings.exitsWithParent);
    process.stdout.write(`mongo ready on ${settings.host}:${running.port}\n`);
    // Where there is a cache (NODE_COMPILE_CACHE), a process that is killed later has filled it, too.
    flushCompileCache();
    return undefined;
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  }
}

type Settings = {
  port: number;
  data: string;
  host: string;
  exitsWithParent: boolean;
  expirySeconds: number;
  isForTests: boolean;
  login: { user: string; password: string } | undefined;
};

function readArguments(): Settings | undefined {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: "string" },
        data: { type: "string" },
        host: { type: "string", default: "127.0.0.1" },
        "ttl-seconds": { type: "string", default: "60" },
        user: { type: "string" },
        password: { type: "string" },
        "test-commands": { type: "boolean", default: false },
        "exit-with-parent": { type: "boolean", default: false },
      },
    });
    const port = Number(values.port);
    const expirySeconds = Number(values["ttl-seconds"]);
    if (values.data === undefined || values.port === undefined || !Number.isInteger(port) || port < 0 || port > 65535)
      return undefined;
    if (!(expirySeconds > 0) || (values.user === undefined) !== (values.password === undefined)) return undefined;
    return {
      port,
      data: values.data,
      host: values.host,
      exitsWithParent: values["exit-with-parent"],
      expirySeconds,
      isForTests: values["test-commands"],
      login:
        values.user === undefined || values.password === undefined
          ? undefined
          : { user: values.user, password: values.password },
    };
  } catch {
    return undefined;
  }
}

function explain(error: unknown): string {
  if (error instanceof RefusedFolder) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  if (/EADDRINUSE/.test(message)) return `The port is in use by another process (${message}).`;
  return `The server could not start: ${message}.`;
}

function closeOnSignals(running: RunningMongo, exitsWithParent: boolean): void {
  let isClosing = false;
  const close = (): void => {
    if (isClosing) return;
    isClosing = true;
    void running.close().then(() => process.exit(0));
  };
  process.on("SIGTERM", close);
  process.on("SIGINT", close);
  if (!exitsWithParent) return;
  process.stdin.on("end", close);
  process.stdin.on("error", close);
  process.stdin.resume();
}
