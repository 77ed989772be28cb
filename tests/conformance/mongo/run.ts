import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { EJSON } from "bson";
import { MongoClient } from "mongodb";
import { isObject, objectsAt, textAt } from "./json.ts";
import type { Json } from "./json.ts";
import { judge } from "./judge.ts";
import type { Stage, Verdict } from "./judge.ts";
import { fitOf } from "./requirements.ts";
import { LOGIN, startServer } from "./server.ts";

/** In a checkout of the specifications; those that it does not hold are passed over. */
const AREAS = [
  "crud/tests/unified",
  "retryable-writes/tests/unified",
  "transactions/tests/unified",
  "change-streams/tests/unified",
  "causal-consistency/tests",
  "client-backpressure/tests",
  "collection-management/tests",
  "command-logging-and-monitoring/tests/monitoring",
  "gridfs/tests",
  "index-management/tests",
  "mongodb-handshake/tests/unified",
  "read-write-concern/tests/operation",
  "retryable-reads/tests/unified",
  "run-command/tests/unified",
  "server-discovery-and-monitoring/tests/unified",
  "sessions/tests",
  "transactions-convenient-api/tests/unified",
  "unified-test-format/tests/valid-pass",
  "versioned-api/tests",
];
const TEST_TIMEOUT_MS = 20_000;

type Options = { readonly specs: string; readonly only: string; readonly isQuiet: boolean };
type Stages = { readonly open: Stage; readonly login: Stage };
type Tally = { passed: number; failed: number; skipped: number };

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
  const open = await startServer("--test-commands");
  const login = await startServer("--test-commands", "--user", LOGIN.user, "--password", LOGIN.password);
  const query = "replicaSet=rs0&heartbeatFrequencyMS=500";
  const stages = {
    open: await stageAt(`mongodb://${open.host}/?${query}`),
    login: await stageAt(`mongodb://${LOGIN.user}:${LOGIN.password}@${login.host}/?${query}`),
  };
  try {
    const tally = await runAll(stages, {
      specs: values.specs,
      only: values.only ?? "",
      isQuiet: values.quiet === true,
    });
    process.stdout.write(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped\n`);
    return tally.failed === 0 && tally.passed > 0 ? 0 : 1;
  } finally {
    await Promise.all([stages.open.admin.close(), stages.login.admin.close()]);
    await Promise.all([open.stop(), login.stop()]);
  }
}

async function stageAt(url: string): Promise<Stage> {
  return { url, admin: await new MongoClient(url).connect() };
}

async function runAll(stages: Stages, { specs, only, isQuiet }: Options): Promise<Tally> {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const area of AREAS) {
    const folder = join(specs, "source", area);
    const names = existsSync(folder) ? readdirSync(folder) : [];
    for (const name of names.filter((entry) => entry.endsWith(".json")).toSorted()) {
      const path = `${area.slice(0, area.indexOf("/"))}/${name}`;
      const file: unknown = EJSON.parse(readFileSync(join(folder, name), "utf8"));
      if (!isObject(file) || !path.includes(only)) continue;
      for (const test of objectsAt(file, "tests")) {
        const verdict = await judgeFairly(stages, file, test);
        tally[verdict.kind] += 1;
        if (verdict.kind === "failed" || (verdict.kind === "skipped" && !isQuiet))
          process.stdout.write(`${verdict.kind}: ${path}: ${textAt(test, "description")}: ${verdict.reason}\n`);
      }
    }
  }
  return tally;
}

/** Tests that block a connection for moments hang on milliseconds, which a busy machine does not keep. */
async function judgeFairly(stages: Stages, file: Json, test: Json): Promise<Verdict> {
  const attempts = JSON.stringify(test).includes('"blockTimeMS"') ? 3 : 1;
  let verdict = await judgeInTime(stages, file, test);
  for (let attempt = 1; attempt < attempts && verdict.kind === "failed"; attempt += 1)
    verdict = await judgeInTime(stages, file, test);
  return verdict;
}

async function judgeInTime(stages: Stages, file: Json, test: Json): Promise<Verdict> {
  const fit = fitOf(file, test);
  if (fit.kind === "none") return { kind: "skipped", reason: fit.reason };
  const { promise, resolve } = Promise.withResolvers<Verdict>();
  const timer = setTimeout(
    () => resolve({ kind: "failed", reason: `no end after ${TEST_TIMEOUT_MS} ms` }),
    TEST_TIMEOUT_MS,
  );
  const verdict = await Promise.race([judge(stages[fit.kind], file, test), promise]);
  clearTimeout(timer);
  return verdict;
}
