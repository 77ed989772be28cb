import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import { afterAll, expect, test } from "vitest";
import { HELP, readCommandLine } from "#server/embedded/mongo/command-line.ts";
import { startMongo } from "#server/embedded/mongo/server.ts";
import { connect, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";

const CLI = new URL(import.meta.resolve("#server/embedded/mongo/cli.ts")).pathname;
const folder = temporaryFolder();

afterAll(() => removeFolder(folder));

test("--help says what there is, and nothing else is done", () => {
  const data = join(folder, "untouched");
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, "--help", "--data", data], { encoding: "utf8" });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: HELP, stderr: "" });
  expect(existsSync(data)).toBe(false);
});

test("what cannot be served ends with one sentence", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, "--port", "x", "--data", folder], {
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toBe("--port must be a whole number from 0 to 65535. Say --help to see what there is.\n");
});

test.for([
  [["--data", "d"], /--port is missing/],
  [["--port", "1"], /--data is missing/],
  [["--port", "65536", "--data", "d"], /--port must be/],
  [["--port", "", "--data", "d"], /--port must be/],
  [["--port", "1.5", "--data", "d"], /--port must be/],
  [["--port", "1", "--data", "d", "--user", "ann"], /--user and --password go together/],
  [["--port", "1", "--data", "d", "--user", "ann", "--password", ""], /neither is empty/],
  [["--port", "1", "--data", "d", "--password-stdin"], /--user and --password go together/],
  [["--port", "1", "--data", "d", "--user", "ann", "--password-file", ""], /neither is empty/],
  [["--port", "1", "--data", "d", "--user", "ann", "--password", "x", "--password-stdin"], /exclude each other/],
  [["--port", "1", "--data", "d", "--ttl-seconds", "0"], /--ttl-seconds must be/],
  [["--port", "1", "--data", "d", "--bind", "x"], /Unknown option '--bind'/],
  [["--port", "1", "--data", "d", "more"], /Unexpected argument 'more'/],
] as const)("%j is refused", ([args, message]) => {
  expect(() => readCommandLine(args)).toThrow(message);
});

test("what is left out has the values that the help tells", () => {
  expect(readCommandLine(["--port", "0", "--data", "d"])).toEqual({
    port: 0,
    data: "d",
    host: "127.0.0.1",
    exitsWithParent: false,
    expirySeconds: 60,
    isForTests: false,
    login: undefined,
  });
});

const FILE = join(folder, "password");

test("a password is taken from a file that only its owner may read, and from nothing else", async () => {
  const flags = ["--user", "ann", "--password-file", FILE];
  await expect(startServer(join(folder, "c"), ...flags)).rejects.toThrow(/--password-file names no file/);
  writeFileSync(FILE, "open sesame\n", { mode: 0o644 });
  await expect(startServer(join(folder, "c"), ...flags)).rejects.toThrow(/readable by its owner alone \(chmod 600\)/);
  chmodSync(FILE, 0o600);
  const server = await startServer(join(folder, "c"), ...flags);
  const client = await connect(server, { auth: { username: "ann", password: "open sesame" } });
  expect(await client.db("x").collection("y").countDocuments()).toBe(0);
  await client.close();
  await stopServer(server);
});

test("a password comes in by the standard input, whose end still ends the server", async () => {
  const flags = [CLI, "--port", "0", "--data", join(folder, "d"), "--exit-with-parent"];
  const child = spawn(process.execPath, [...flags, "--user", "ann", "--password-stdin"]);
  const ended = once(child, "exit");
  child.stdin.write("open sesame\n");
  const [said] = await once(child.stdout, "data");
  const url = `mongodb://127.0.0.1:${/:(\d+)\n$/.exec(String(said))?.[1]}/?directConnection=true`;
  const auth = { username: "ann", password: "open sesame" };
  const client = await new MongoClient(url, { auth }).connect();
  await client.close();
  child.stdin.end();
  expect((await ended)[0]).toBe(0);
});

test("no password comes in, and nothing is served", () => {
  const flags = [CLI, "--port", "0", "--data", join(folder, "e"), "--user", "ann", "--password-stdin"];
  const { status, stderr } = spawnSync(process.execPath, flags, { encoding: "utf8", input: "\n" });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: "No password came in. Say --help to see what there is.\n",
  });
});

test("with port 0 two servers take two ports", async () => {
  const other = temporaryFolder();
  const servers = [await startServer(join(folder, "a")), await startServer(other)] as const;
  expect(servers[0].port).not.toBe(servers[1].port);
  for (const server of servers) {
    const client = await connect(server);
    expect((await client.db("admin").command({ hello: 1 }))["me"]).toBe(`127.0.0.1:${server.port}`);
    await client.close();
    await stopServer(server);
  }
  removeFolder(other);
});

test("an address of IPv6 is told in brackets", async () => {
  const running = await startMongo({
    folder: join(folder, "six"),
    host: "::1",
    port: 0,
    maxConnections: 10,
    log: { maxBytes: 1e6, maxEntries: 1000 },
    expiryIntervalMs: 60_000,
    now: () => Date.now(),
    login: undefined,
    isForTests: false,
    onDiskFailure: (error) => {
      throw error;
    },
  });
  const client = await new MongoClient(`mongodb://[::1]:${running.port}/?replicaSet=rs0`).connect();
  expect((await client.db("admin").command({ hello: 1 }))["me"]).toBe(`[::1]:${running.port}`);
  await client.close();
  await running.close();
});
