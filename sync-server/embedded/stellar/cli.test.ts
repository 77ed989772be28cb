import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair, rpc } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readCommand } from "./command-line.ts";

const CLI = join(import.meta.dirname, "cli.ts");

// Several processes start after each other, which a busy machine takes long over.
vi.setConfig({ testTimeout: 90_000 });

let directory: string;
const children = new Set<ChildProcess>();
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "astrolabe-stellar-"));
});
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  }
  children.clear();
  rmSync(directory, { recursive: true, force: true });
});

function run(...flags: string[]): ChildProcess {
  const child = spawn(process.execPath, [CLI, ...flags], { stdio: ["pipe", "pipe", "pipe"] });
  children.add(child);
  return child;
}

async function start(...flags: string[]): Promise<{ child: ChildProcess; port: number }> {
  const child = run("--port", "0", "--data", directory, ...flags);
  const line = await firstLine(child);
  const port = /^stellar ready on 127\.0\.0\.1:(\d+)$/.exec(line)?.[1];
  if (port === undefined) throw new Error(`unexpected first line: ${line}`);
  return { child, port: Number(port) };
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes("\n")) return text.slice(0, text.indexOf("\n"));
  }
  throw new Error("ended before it was ready");
}

async function ended(child: ChildProcess): Promise<{ code: unknown; stderr: string }> {
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr += String(chunk);
  });
  const [code] = await once(child, "exit");
  return { code, stderr };
}

const clientOf = (port: number) => new rpc.Server(`http://127.0.0.1:${port}/rpc`, { allowHttp: true });

describe("the command", () => {
  test.each([
    [["--port", "x", "--data", "d"], "--port must be a whole number from 0 to 65535."],
    [["--data", ""], "--data must name the folder for the ledger."],
    [["--data", "d", "--close-interval", "1.5"], "--close-interval must be a whole number from 0 to 3600000."],
    [["--data", "d", "--idle-interval", "x"], "--idle-interval must be a whole number from 0 to 3600000."],
    [["--data", "d", "--retain", "0"], "--retain must be a whole number from 1 to 100000000."],
    [["--data", "d", "--protocol", "7"], "--protocol must be a whole number from 19 to 28."],
    [["--data", "d", "--passphrase", ""], "--passphrase must not be empty."],
    [
      ["--data", "d", "--fault", "lag=soon"],
      "--fault must be delay, drop, accept-then-504, lag or not-found and a count",
    ],
    [
      ["--data", "d", "--fault", "fire=1"],
      "--fault must be delay, drop, accept-then-504, lag or not-found and a count",
    ],
    [["--data", "d", "--host", "0.0.0.0"], "--host lets other machines in only together with --host-name"],
    [["--data", "d", "--host", "a b"], "--host must be an address of this machine such as 127.0.0.1."],
    [["--data", "d", "--control", ""], "--control must name the file for the secret."],
    [["--data", "d", "--fund", "me:5"], "--fund must be an account and an amount of XLM, as in G...:100."],
  ])("%j is refused", (flags, sentence) => {
    expect(() => readCommand(flags)).toThrow(sentence);
  });

  test("listens on this machine alone unless told, and elsewhere under a name", () => {
    expect(readCommand(["--data", "d"]).server.host).toBe("127.0.0.1");
    const open = readCommand(["--data", "d", "--host", "0.0.0.0", "--host-name", "stellar"]).server;
    expect(open).toMatchObject({ host: "0.0.0.0", hostNames: ["stellar"] });
  });

  test("a wrong flag ends it with one sentence", async () => {
    const { code, stderr } = await ended(run("--data", "d", "--close-interval", "-1"));
    expect(code).toBe(1);
    expect(stderr).toContain("--close-interval");
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  test("closes ledgers by the clock, keeps them over a restart, and ends cleanly on SIGTERM", async () => {
    const first = await start("--close-interval", "50");
    const key = Keypair.random();
    await clientOf(first.port).fundAddress(key.publicKey());
    const before = (await clientOf(first.port).getLatestLedger()).sequence;
    first.child.kill("SIGTERM");
    expect((await ended(first.child)).code).toBe(0);

    const second = await start("--close-interval", "0");
    expect((await clientOf(second.port).getLatestLedger()).sequence).toBeGreaterThanOrEqual(before);
    expect((await clientOf(second.port).getAccountEntry(key.publicKey())).balance).toBe(100_000_000_000n);
    second.child.kill("SIGTERM");
    await ended(second.child);

    const other = await ended(run("--port", "0", "--data", directory, "--passphrase", "another network"));
    expect(other.code).toBe(1);
    const funded = Keypair.random().publicKey();
    const flags = ["--reset", "--passphrase", "another network", "--fund", `${funded}:25.5`];
    const reset = await start("--close-interval", "0", ...flags);
    expect((await clientOf(reset.port).getLatestLedger()).sequence).toBe(2);
    expect((await clientOf(reset.port).getAccountEntry(funded)).balance).toBe(255_000_000n);
  });

  test("a folder that cannot be had ends it with one sentence, and the one who has it goes on", async () => {
    const { child, port } = await start("--close-interval", "50");
    const refused = await ended(run("--port", "0", "--data", directory, "--demo"));
    expect(refused).toEqual({ code: 1, stderr: `The ledger in ${directory} is in use by another process.\n` });
    expect((await clientOf(port).getHealth()).status).toBe("healthy");
    child.kill("SIGKILL");
    await ended(child);
    await start("--close-interval", "0");

    const file = join(directory, "file");
    writeFileSync(file, "");
    const impossible = await ended(run("--port", "0", "--data", file));
    expect(impossible.code).toBe(1);
    expect(impossible.stderr).toMatch(/^The folder \S+ cannot hold a ledger \(.+\)\.\n$/);
  });

  test("is steered by the secret in a file that it makes, and by nobody where none was asked for", async () => {
    const file = join(directory, "control.secret");
    const { child, port } = await start(
      "--close-interval",
      "0",
      "--control",
      file,
      "--host-name",
      "ledger.example.org",
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const close = (secret: string) =>
      fetch(`http://127.0.0.1:${port}/close`, { method: "POST", headers: { authorization: `Bearer ${secret}` } });
    expect((await close("")).status).toBe(403);
    expect((await close(readFileSync(file, "utf8"))).status).toBe(200);
    for (const name of ["stellar.sqlite", "stellar.sqlite-wal", "stellar.lock"])
      expect([name, statSync(join(directory, name)).mode & 0o777]).toEqual([name, 0o600]);
    child.kill("SIGTERM");
    await ended(child);

    chmodSync(file, 0o644);
    const refused = await ended(run("--port", "0", "--data", directory, "--control", file));
    expect(refused).toEqual({
      code: 1,
      stderr: "--control must name a file that its owner alone may read (chmod 600).\n",
    });
    const plain = await start("--close-interval", "0");
    expect((await fetch(`http://127.0.0.1:${plain.port}/close`, { method: "POST" })).status).toBe(404);
  });

  test("ends with its parent where asked to", async () => {
    const { child } = await start("--exit-with-parent");
    child.stdin?.end();
    expect((await ended(child)).code).toBe(0);
  });
});
