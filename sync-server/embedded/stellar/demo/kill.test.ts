import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readCommand } from "#server/embedded/stellar/command-line.ts";
import { LEDGER_FILE, Store } from "#server/embedded/stellar/store.ts";

const CLI = join(import.meta.dirname, "../cli.ts");
const TIMEOUT_MS = 50_000;

let directory: string;
const children = new Set<ChildProcess>();
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "astrolabe-demo-"));
});
afterEach(async () => {
  for (const child of children) await killed(child);
  children.clear();
  rmSync(directory, { recursive: true, force: true });
});

function start(days: string): { readonly child: ChildProcess; readonly said: () => string } {
  const flags = ["--port", "0", "--data", directory, "--demo", "--demo-days", days, "--close-interval", "0"];
  const child = spawn(process.execPath, [CLI, ...flags], { stdio: ["pipe", "pipe", "inherit"] });
  children.add(child);
  let text = "";
  child.stdout?.on("data", (chunk) => {
    text += String(chunk);
  });
  return { child, said: () => text };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error("condition not met in time");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test(
  "killed while it makes the history, it leaves no ledger, and the next start begins again",
  { timeout: 120_000 },
  async () => {
    const ledger = join(directory, LEDGER_FILE);
    const workshop = join(directory, "making", LEDGER_FILE);
    const first = start("90");
    await until(() => existsSync(workshop) && statSync(workshop).size > 1_000_000);
    await killed(first.child);
    expect(existsSync(ledger)).toBe(false);
    expect(existsSync(workshop)).toBe(true);

    const second = start("1");
    await until(() => second.said().includes("stellar ready"));
    expect(second.said()).toMatch(/^stellar makes a market's history of 1 day,/);
    await killed(second.child);
    expect(existsSync(workshop)).toBe(false);
    const store = new Store(directory);
    const [oldest] = store.sql("SELECT closed_at FROM ledgers ORDER BY seq LIMIT 1").all();
    const gaps = store.sql(
      "SELECT count(*) AS n FROM ledgers a WHERE seq > 1 AND NOT EXISTS (SELECT 1 FROM ledgers WHERE seq = a.seq - 1)",
    );
    expect(gaps.get()?.["n"]).toBe(0);
    expect(Number(oldest?.["closed_at"])).toBeGreaterThan(Date.now() / 1000 - 86_400 - 60);
    store.close();

    const third = start("90");
    await until(() => third.said().includes("stellar ready"));
    expect(third.said()).not.toContain("history");
  },
);

test("SIGTERM ends the making at once", async () => {
  const { child, said } = start("365");
  await until(() => said().includes("history"));
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(existsSync(join(directory, LEDGER_FILE))).toBe(false);
});

test.each([
  [["--demo-days", "366"], "--demo-days must be a whole number from 0 to 365."],
  [["--demo-domain", "a".repeat(33)], "--demo-domain must be a domain of at most 32 characters."],
])("%j is refused", (flags, sentence) => {
  expect(() => readCommand(["--data", "d", "--demo", ...flags])).toThrow(sentence);
});

test("a market is there only where it is asked for", () => {
  expect(readCommand(["--data", "d"]).server.demo).toBeUndefined();
  expect(readCommand(["--data", "d", "--demo"]).server.demo).toEqual({ seed: "astrolabe", domain: "", days: 90 });
});
