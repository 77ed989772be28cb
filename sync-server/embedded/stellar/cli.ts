import { readCommand } from "./command-line.ts";
import { keptSecret } from "./control-secret.ts";
import { startServer } from "./server.ts";
import type { RunningServer } from "./server.ts";

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  let server: RunningServer | undefined;
  let isStopping = false;
  const stop = () => {
    // Not up yet: what is being made is begun again at the next start.
    if (!server) process.exit(0);
    if (isStopping) return;
    isStopping = true;
    void server.close().then(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  if (command.exitWithParent) {
    process.stdin.on("end", stop).on("error", stop);
    process.stdin.resume();
  }
  const tell = (sentence: string) => process.stdout.write(`stellar ${sentence}\n`);
  const controlSecret = command.controlFile === undefined ? undefined : keptSecret(command.controlFile);
  server = await startServer({ ...command.server, controlSecret, tell });
  process.stdout.write(`stellar ready on ${server.host}:${server.port}\n`);
}

// What other accounts of the machine may know, they are told by the port.
process.umask(0o077);
main().catch((error: unknown) => {
  const [sentence = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
});
