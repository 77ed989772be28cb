import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
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
