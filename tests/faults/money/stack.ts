import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { eventually } from "#tests/support/app.ts";
import { COMPILED } from "#tests/support/compiled.ts";
import { freePort } from "#tests/support/free-port.ts";
import { OPERATOR, PASSWORD } from "./credentials.ts";
import { openLinkProxy, type LinkProxy } from "./link-proxy.ts";

const SERVER_FOLDER = resolve(import.meta.dirname, "../../../sync-server");
const PASSPHRASE = "Astrolabe Fault Network ; 2026";
/** Ledgers that the network's RPC remembers unless it is told: nobody is away for so long. */
const RETAINED_LEDGERS = 100_000;
const READY_TIMEOUT_MS = 240_000;

export const PROCESSES = ["first server", "second server", "database", "network"] as const;
export type ProcessName = (typeof PROCESSES)[number];

/** Two servers over one database and one network, each a process of its own that can be killed and started again. */
export interface Stack {
  readonly publicUrl: string;
  readonly serverUrls: readonly string[];
  /** The database and the network themselves, past the links that the faults cut. */
  readonly mongoUrl: string;
  readonly networkUrl: string;
  readonly controlSecret: string;
  readonly passphrase: string;
  readonly retainLedgers: number;
  readonly vaultKey: Buffer;
  readonly databaseLink: LinkProxy;
  readonly networkLink: LinkProxy;
  /** Everything that any of the processes ever wrote. */
  readonly output: readonly string[];
  kill(name: ProcessName): Promise<void>;
  start(name: ProcessName): Promise<void>;
  stop(): Promise<void>;
}

export async function startStack(closeIntervalMs: number, retainLedgers = RETAINED_LEDGERS): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), "astrolabe-faults-"));
  const [mongoPort, networkPort, ...serverPorts] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const databaseLink = await openLinkProxy(mongoPort);
  const networkLink = await openLinkProxy(networkPort);
  const publicUrl = "http://localhost:3999";
  const vaultKey = randomBytes(32);
  const networkUrl = `http://127.0.0.1:${networkPort}`;
  const linked = `http://127.0.0.1:${networkLink.port}`;
  const login = { user: "faults", password: randomBytes(32).toString("hex") };
  const mongoUrlAt = (port: number) =>
    `mongodb://${login.user}:${login.password}@127.0.0.1:${port}/?authSource=admin&directConnection=true`;
  const environment = {
    HOST: "127.0.0.1",
    PUBLIC_URL: publicUrl,
    MONGODB_URL: mongoUrlAt(databaseLink.port),
    STELLAR_RPC_URL: `${linked}/rpc`,
    STELLAR_HORIZON_URL: linked,
    STELLAR_FRIENDBOT_URL: `${linked}/friendbot`,
    STELLAR_NETWORK_PASSPHRASE: PASSPHRASE,
    SESSION_KEY: randomBytes(32).toString("hex"),
    VAULT_KEY: vaultKey.toString("hex"),
    DATA_DIR: join(folder, "server"),
    DEMO: "0",
    REGISTRATIONS_PER_NETWORK: "10000",
    ADMIN_USERNAME: OPERATOR,
    // A new operator counts as one of two at once.
    APPROVAL_HOURS: "0",
    ADMIN_PASSWORD: PASSWORD,
    CHANNEL_ACCOUNTS: "4",
    // All people of a run come from one address, and ask as fast as they are answered.
    REQUESTS_PER_USER: "1000000",
    REQUESTS_PER_NETWORK: "1000000",
    SOCKETS_PER_NETWORK: "100000",
  };
  const embedded = (name: string, port: number, ...flags: string[]) => ({
    script: join(SERVER_FOLDER, "embedded", name, "cli.ts"),
    flags: ["--exit-with-parent", "--port", String(port), "--data", join(folder, name), ...flags],
    environment: {},
    input: "",
  });
  const server = (port: number | undefined) => ({
    script: join(SERVER_FOLDER, "main.ts"),
    flags: [],
    environment: { ...environment, PORT: String(port) },
    input: "",
  });
  const controlFile = join(folder, "control.secret");
  const timing = ["--close-interval", String(closeIntervalMs), "--retain", String(retainLedgers)];
  const launches = {
    database: { ...embedded("mongo", mongoPort, "--user", login.user, "--password-stdin"), input: login.password },
    network: embedded("stellar", networkPort, ...timing, "--passphrase", PASSPHRASE, "--control", controlFile),
    "first server": server(serverPorts[0]),
    "second server": server(serverPorts[1]),
  };
  const output: string[] = [];
  const children = new Map<ProcessName, ChildProcess>();
  await mkdir(join(folder, "server"));

  async function start(name: ProcessName): Promise<void> {
    const { script, flags, environment: variables, input } = launches[name];
    const child = spawn(process.execPath, [script, ...flags], {
      // The database and the network end with the pipe to their standard input.
      stdio: ["pipe", "pipe", "pipe"],
      env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: COMPILED, ...variables },
    });
    children.set(name, child);
    child.stdin.on("error", () => child.stdin.destroy());
    if (input !== "") child.stdin.write(`${input}\n`);
    let said = "";
    const hear = (part: Buffer) => {
      if (said.length < 10_000) said += part.toString();
      output.push(part.toString());
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    await eventually(() => {
      if (children.get(name) !== child) return true;
      if (child.exitCode !== null) throw new Error(`the ${name} did not start: ${said}`);
      return / ready on /.test(said);
    }, READY_TIMEOUT_MS);
  }

  async function kill(name: ProcessName): Promise<void> {
    const child = children.get(name);
    children.delete(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => {
      child.once("exit", done);
    });
    child.kill("SIGKILL");
    await gone;
  }

  await Promise.all([start("database"), start("network")]);
  await start("first server");
  await start("second server");
  return {
    publicUrl,
    serverUrls: serverPorts.map((port) => `http://127.0.0.1:${port}`),
    mongoUrl: mongoUrlAt(mongoPort),
    networkUrl,
    controlSecret: await readFile(controlFile, "utf8"),
    passphrase: PASSPHRASE,
    retainLedgers,
    vaultKey,
    databaseLink,
    networkLink,
    output,
    kill,
    start,
    stop: async () => {
      await Promise.all(PROCESSES.map(kill));
      await Promise.all([databaseLink.close(), networkLink.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
