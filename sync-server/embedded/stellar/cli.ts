import { parseArgs } from "node:util";
import { startServer } from "./server.ts";
import type { ServerOptions } from "./server.ts";

const DEFAULT_PASSPHRASE = "Standalone Network ; February 2017";
const DEFAULT_PROTOCOL = 23;
const OLDEST_PROTOCOL = 19;
const NEWEST_PROTOCOL = 26;

interface Command {
  readonly server: ServerOptions;
  readonly exitWithParent: boolean;
}

function readCommand(args: string[]): Command {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: "string", default: "8000" },
      data: { type: "string" },
      "close-interval": { type: "string", default: "1000" },
      passphrase: { type: "string", default: DEFAULT_PASSPHRASE },
      protocol: { type: "string", default: String(DEFAULT_PROTOCOL) },
      reset: { type: "boolean", default: false },
      "exit-with-parent": { type: "boolean", default: false },
    },
  });
  if (values.data === undefined || values.data === "") throw new Error("--data must name the folder for the ledger.");
  if (values.passphrase === "") throw new Error("--passphrase must not be empty.");
  return {
    server: {
      port: numberIn("--port", values.port, 0, 65_535),
      directory: values.data,
      closeIntervalMs: numberIn("--close-interval", values["close-interval"], 0, 3_600_000),
      passphrase: values.passphrase,
      protocol: numberIn("--protocol", values.protocol, OLDEST_PROTOCOL, NEWEST_PROTOCOL),
      reset: values.reset,
    },
    exitWithParent: values["exit-with-parent"],
  };
}

function numberIn(flag: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new Error(`${flag} must be a whole number from ${least} to ${most}.`);
  }
  return number;
}

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  const server = await startServer(command.server);
  let isStopping = false;
  const stop = () => {
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
  process.stdout.write(`stellar ready on 127.0.0.1:${server.port}\n`);
}

main().catch((error: unknown) => {
  const [sentence = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
});
