import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { EJSON } from "bson";
import { MongoClient } from "mongodb";
import { isObject, objectsAt, textAt } from "./json.ts";
import type { Json } from "./json.ts";
import { judge, reasonToSkip } from "./judge.ts";
import type { Verdict } from "./judge.ts";

const AREAS = ["crud", "retryable-writes", "transactions", "change-streams"];
const TEST_TIMEOUT_MS = 20_000;

process.exitCode = await main();

/** Runs MongoDB's published tests in `--specs DIR` against the embedded server; 1 when any fails. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { specs: { type: "string" }, only: { type: "string" }, quiet: { type: "boolean" } },
  });
  if (values.specs === undefined) {
    process.stderr.write(
      "Usage: run.ts --specs DIR [--only TEXT] [--quiet], where DIR is a checkout of mongodb/specifications\n",
    );
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), "mongo-conformance-"));
  const server = await startServer(folder);
  try {
    const tally = await runAll(server.url, values.specs, values.only ?? "", values.quiet === true);
    process.stdout.write(`passed ${tally.passed}, failed ${tally.failed}, skipped ${tally.skipped}\n`);
    return tally.failed === 0 ? 0 : 1;
  } finally {
    server.process.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

function startServer(folder: string): Promise<{ process: ChildProcess; url: string }> {
  const cli = new URL(import.meta.resolve("#server/embedded/mongo/cli.ts")).pathname;
  const child = spawn(
    process.execPath,
    [cli, "--port", "0", "--data", folder, "--test-commands", "--exit-with-parent"],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the server ended with ${String(code)}`)));
    child.stdout.on("data", (chunk: Buffer) => {
      const port = /:(\d+)\n/.exec(chunk.toString())?.[1];
      if (port !== undefined)
        resolve({ process: child, url: `mongodb://127.0.0.1:${port}/?replicaSet=rs0&heartbeatFrequencyMS=500` });
    });
  });
}

type Tally = { passed: number; failed: number; skipped: number };

async function runAll(url: string, specs: string, only: string, isQuiet: boolean): Promise<Tally> {
  const admin = await new MongoClient(url).connect();
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const area of AREAS) {
    const folder = join(specs, "source", area, "tests", "unified");
    for (const name of readdirSync(folder)
      .filter((entry) => entry.endsWith(".json"))
      .toSorted()) {
      const file: unknown = EJSON.parse(readFileSync(join(folder, name), "utf8"));
      if (!isObject(file) || !`${area}/${name}`.includes(only)) continue;
      for (const test of objectsAt(file, "tests")) {
        const verdict = await judgeInTime(url, admin, file, test);
        tally[verdict.kind] += 1;
        if (verdict.kind === "failed" || (verdict.kind === "skipped" && !isQuiet)) {
          process.stdout.write(`${verdict.kind}: ${area}/${name}: ${textAt(test, "description")}: ${verdict.reason}\n`);
        }
      }
    }
  }
  await admin.close();
  return tally;
}

async function judgeInTime(url: string, admin: MongoClient, file: Json, test: Json): Promise<Verdict> {
  const reason = reasonToSkip(file, test);
  if (reason !== undefined) return { kind: "skipped", reason };
  const { promise, resolve } = Promise.withResolvers<Verdict>();
  const timer = setTimeout(
    () => resolve({ kind: "failed", reason: `no end after ${TEST_TIMEOUT_MS} ms` }),
    TEST_TIMEOUT_MS,
  );
  const verdict = await Promise.race([judge(url, admin, file, test), promise]);
  clearTimeout(timer);
  return verdict;
}
