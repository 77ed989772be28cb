import { parseArgs } from "node:util";
import { Mistyped, PASSWORD_OPTIONS, type PasswordSource, passwordIn } from "./password.ts";
import type { MongoOptions } from "./server.ts";

export const HELP = `Serves the MongoDB wire protocol over one SQLite file.

npm run embedded:mongo -- --port N --data DIR [options]

  --port N              where it listens; 0 takes a free port and says which
  --data DIR            where the data is kept; made when it is not there
  --host ADDRESS        what it listens on (127.0.0.1); 0.0.0.0 lets other machines in
  --user NAME           lets in only who knows this user's password, by SCRAM-SHA-256; goes with one of
  --password-stdin        the password is the first line of the standard input
  --password-file FILE    it is the first line of a file that only its owner may read (chmod 600)
  --password WORD         that password itself, which everybody on this machine sees in the list of processes
  --ttl-seconds N       how often expired documents are removed (60)
  --exit-with-parent    ends when its standard input does
  --test-commands       serves configureFailPoint, for tests of clients
  --help                says this

When it says "mongo ready on ADDRESS:PORT", connect with mongodb://ADDRESS:PORT/?replicaSet=rs0
`;

export type Settings = {
  readonly port: number;
  readonly data: string;
  readonly host: string;
  readonly exitsWithParent: boolean;
  readonly expirySeconds: number;
  readonly isForTests: boolean;
  readonly login: { user: string; password: PasswordSource } | undefined;
};

/** What the command line asks for; throws Mistyped when it cannot be served. */
export function readCommandLine(args: readonly string[]): Settings | "help" {
  const values = parse(args);
  if (values.help) return "help";
  const { data, host } = values;
  if (data === undefined || data === "") throw new Mistyped("--data is missing: the folder for the data.");
  if (values.port === undefined) throw new Mistyped("--port is missing: a number, or 0 for any free one.");
  const port = Number(values.port);
  if (values.port === "" || !Number.isInteger(port) || port < 0 || port > 65535)
    throw new Mistyped("--port must be a whole number from 0 to 65535.");
  const expirySeconds = Number(values["ttl-seconds"]);
  if (!(expirySeconds > 0)) throw new Mistyped("--ttl-seconds must be a number above 0.");
  if (host === "") throw new Mistyped("--host must be an address.");
  return {
    port,
    data,
    host,
    exitsWithParent: values["exit-with-parent"],
    expirySeconds,
    isForTests: values["test-commands"],
    login: loginIn(values),
  };
}

/** The server that the settings ask for. */
export function settled(
  settings: Settings,
  login: MongoOptions["login"],
  onDiskFailure: MongoOptions["onDiskFailure"],
): MongoOptions {
  return {
    folder: settings.data,
    host: settings.host,
    port: settings.port,
    maxConnections: 1000,
    log: { maxBytes: 256 * 1024 * 1024, maxEntries: 500_000 },
    expiryIntervalMs: settings.expirySeconds * 1000,
    now: () => Date.now(),
    isForTests: settings.isForTests,
    login,
    onDiskFailure,
  };
}

function loginIn(values: ReturnType<typeof parse>): Settings["login"] {
  const { user } = values;
  const password = passwordIn(values);
  if (user === undefined && password === undefined) return undefined;
  if (user === undefined || user === "" || password === undefined)
    throw new Mistyped(
      "--user and --password go together (or --password-file, --password-stdin), and neither is empty.",
    );
  return { user, password };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string" },
        data: { type: "string" },
        host: { type: "string", default: "127.0.0.1" },
        "ttl-seconds": { type: "string", default: "60" },
        user: { type: "string" },
        ...PASSWORD_OPTIONS,
        "test-commands": { type: "boolean", default: false },
        "exit-with-parent": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new Mistyped(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
