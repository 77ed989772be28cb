import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { ensureChromium } from "./chromium.ts";
import { browserFailures, failedFiles, passedBeside, unitFailures } from "./failures.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const BIN = join(ROOT, "node_modules/.bin");

interface Count {
  readonly passed: number;
  readonly failed: number;
}

interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Reads the counts that the runner left behind; a step without one counts as one. */
  readonly count?: () => Count;
  /** What its runner's report says of each that failed. */
  readonly failures?: () => readonly string[];
  /** What is run once more where it failed; null where that would tell nothing new. */
  readonly again?: () => Again | null;
}

interface Again {
  readonly step: Step;
  /** What passed beside it, and is not run once more. */
  readonly passed: number;
}

const reports = mkdtempSync(join(tmpdir(), "astrolabe-reports-"));
const unitReport = join(reports, "unit.json");
const secondReport = join(reports, "unit-again.json");
/** More files than this do not fail only because the machine was too busy. */
const MOST_AGAIN = 3;
const browserReport = join(reports, "browser.json");

function readReport(path: string): Record<string, unknown> {
  const report: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (typeof report !== "object" || report === null) throw new Error(`${path} is no report`);
  return { ...report };
}

function unitCount(path: string): Count {
  const report = readReport(path);
  return { passed: Number(report["numPassedTests"]), failed: Number(report["numFailedTests"]) };
}

/** All of Vitest's files, or those named. */
function unitStep(name: string, report: string, ...more: readonly string[]): Step {
  const vitest = [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--reporter=default", "--reporter=json"];
  return {
    name,
    command: process.execPath,
    args: [...vitest, `--outputFile.json=${report}`, ...more],
    count: () => unitCount(report),
    failures: () => unitFailures(readReport(report), ROOT),
  };
}

/** A few that failed beside all others are run once more, by themselves, as the browser's are: who fails then has failed. */
function unitsAgain(): Again | null {
  // One that crashed left no report: that is a failure of all of it.
  if (!existsSync(unitReport)) return null;
  const report = readReport(unitReport);
  const files = failedFiles(report);
  if (files.length === 0 || files.length > MOST_AGAIN) return null;
  const paths = files.map((file) => relative(ROOT, file));
  const step = unitStep("those that failed, by themselves", secondReport, "--maxWorkers=1", ...paths);
  return { step, passed: passedBeside(report, files) };
}

function browserCount(): Count {
  const stats = { ...Object(readReport(browserReport)["stats"]) };
  return { passed: Number(stats.expected) + Number(stats.flaky), failed: Number(stats.unexpected) };
}

const projects = ["schemas", "sync-server", "pwa", "tests", "build"];
/** What reads the sources alone. The longest first, for of these two run at once. */
const checks: readonly Step[] = [
  { name: "build", command: join(BIN, "vite"), args: ["build"] },
  { name: "sentences", command: process.execPath, args: [join(ROOT, "tests/run/check-sentences.ts")] },
  ...projects.map((project) => ({
    name: `types of ${project}`,
    command: join(BIN, "tsc"),
    args: ["-p", project],
  })),
  { name: "format", command: join(BIN, "oxfmt"), args: ["--check"] },
  { name: "lint", command: join(BIN, "oxlint"), args: ["--deny-warnings"] },
];
const tests: readonly Step[] = [
  { ...unitStep("unit and integration", unitReport), again: unitsAgain },
  {
    name: "browser",
    command: process.execPath,
    args: [
      join(ROOT, "node_modules/@playwright/test/cli.js"),
      "test",
      "--config=tests/browser/playwright.config.ts",
      "--reporter=list,json",
    ],
    count: browserCount,
    failures: () => browserFailures(readReport(browserReport)),
  },
];

interface Ended {
  readonly code: number;
  readonly seconds: string;
}

/** Runs it; what it prints goes to `print`, or where this process prints. */
function runStep(step: Step, environment: NodeJS.ProcessEnv, print?: (text: string) => void): Promise<Ended> {
  const startedAt = performance.now();
  return new Promise((done) => {
    const end = (code: number) => done({ code, seconds: ((performance.now() - startedAt) / 1000).toFixed(1) });
    const stdio = print ? "pipe" : "inherit";
    const child = spawn(step.command, step.args, { cwd: ROOT, stdio, env: environment });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", print ?? (() => {}));
    child.once("error", () => end(1));
    child.once("close", (code) => end(code ?? 1));
  });
}

async function main(): Promise<void> {
  const chromium = ensureChromium();
  const environment = {
    ...process.env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
    BROWSER_TESTS: "short",
    UNIT_TESTS: "short",
    // Hundreds of processes are started: read once, the server's code starts in half the processor's time.
    NODE_COMPILE_CACHE: join(reports, "compile-cache"),
    ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }),
  };
  let passed = 0;
  let failed = 0;
  const told: string[] = [];
  const note = (step: Step, { code, seconds }: Ended) => {
    const count = countOf(step, code);
    passed += count.passed;
    failed += count.failed;
    told.push(...failuresOf(step, code));
    console.log(`== ${step.name}: ${code === 0 ? "ok" : "FAILED"} in ${seconds} s`);
  };
  const waiting = [...checks];
  const checkOn = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const printed: string[] = [];
      const ended = await runStep(step, environment, (text) => void printed.push(text));
      console.log(`\n== ${step.name}\n${printed.join("")}`);
      note(step, ended);
    }
  };
  await Promise.all([checkOn(), checkOn()]);
  for (const step of tests) {
    console.log(`\n== ${step.name}`);
    const ended = await runStep(step, environment);
    const again = ended.code === 0 ? null : (step.again?.() ?? null);
    if (again === null) note(step, ended);
    else {
      const { step: second, passed: beside } = again;
      passed += beside;
      console.log(`== ${step.name}: once more in part, after ${ended.seconds} s\n\n== ${second.name}`);
      const inTheEnd = await runStep(second, environment);
      if (inTheEnd.code === 0) told.push(...failuresOf(step, ended.code).map(atFirst));
      note(second, inTheEnd);
    }
  }
  rmSync(reports, { recursive: true, force: true });
  // Once more, where whoever reads the end of a long log alone finds it.
  if (told.length > 0) console.log(["", ...told, ""].join("\n"));
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** What failed and then passed is told, as it may be a fault that shows itself seldom. */
function atFirst(failure: string): string {
  return failure.replace(/\n|$/, " (passed at its second try)$&");
}

/** A runner that fails without a failed test (it crashed, or a hook failed) still counts as a failure. */
function countOf(step: Step, code: number): Count {
  const whole = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  if (!step.count) return whole;
  try {
    const count = step.count();
    return { passed: count.passed, failed: code === 0 ? count.failed : Math.max(count.failed, 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function failuresOf(step: Step, code: number): readonly string[] {
  const whole = code === 0 ? [] : [`- ${step.name}`];
  if (!step.failures) return whole;
  try {
    const failures = step.failures();
    return failures.length > 0 ? failures : whole;
  } catch {
    return whole;
  }
}

await main();
