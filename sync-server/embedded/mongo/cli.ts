import { flushCompileCache } from "node:module";
import { HELP, readCommandLine, settled } from "./command-line.ts";
import type { Settings } from "./command-line.ts";
import { Mistyped, readPassword } from "./password.ts";
import { startMongo } from "./server.ts";
import type { RunningMongo } from "./server.ts";
import { RefusedFolder } from "./store/data-file.ts";

const LOOPBACK = /^(?:127\.|::1$|localhost$)/;

// What is kept here is money: nothing that this process makes is for other accounts of the machine.
process.umask(0o077);
process.exitCode = await main();

async function main(): Promise<number | undefined> {
  try {
    const settings = readCommandLine(process.argv.slice(2));
    if (settings === "help") {
      process.stdout.write(HELP);
      return 0;
    }
    if (settings.login === undefined && !LOOPBACK.test(settings.host))
      process.stderr.write(`Whoever reaches ${settings.host} reads and writes all of it; --user names who may.\n`);
    const running = await startMongo(
      settled(settings, await loginOf(settings), (error) => {
        process.stderr.write(`The disk did not keep what was written (${error.message}); the server stops here.\n`);
        process.exit(1);
      }),
    );
    closeOnSignals(running, settings.exitsWithParent);
    process.stdout.write(`mongo ready on ${running.host}:${running.port}\n`);
    // Where there is a cache (NODE_COMPILE_CACHE), a process that is killed later has filled it, too.
    flushCompileCache();
    return undefined;
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  }
}

async function loginOf({ login }: Settings): Promise<{ user: string; password: string } | undefined> {
  if (login === undefined) return undefined;
  return { user: login.user, password: await readPassword(login.password, process.stdin) };
}

function explain(error: unknown): string {
  if (error instanceof RefusedFolder) return error.message;
  if (error instanceof Mistyped) return `${error.message} Say --help to see what there is.`;
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
  // The line with the password may have been the last of it.
  if (process.stdin.readableEnded) close();
  process.stdin.on("end", close);
  process.stdin.on("error", close);
  process.stdin.resume();
}
