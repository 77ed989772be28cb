import { execFile, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Check } from "./check.ts";
import type { Outcome, ShellCheck } from "./shell-checks.ts";

const run = promisify(execFile);
const MARK = "@check ";
const TIMEOUT_MS = 120_000;

export type Shell = { readonly folder: string };

/** It keeps its settings and its history in the home folder; here that is one of its own. */
function settings(shell: Shell): { env: NodeJS.ProcessEnv; cwd: string; timeout: number } {
  return { env: { ...process.env, HOME: shell.folder, NO_COLOR: "1" }, cwd: shell.folder, timeout: TIMEOUT_MS };
}

function commandLine(shell: Shell, url: string, ...rest: string[]): [string, string[]] {
  const script = join(shell.folder, "node_modules/mongosh/bin/mongosh.js");
  return [process.execPath, [script, "--norc", url, ...rest]];
}

/** All checks in one run of mongosh, each as a check of its own. */
export async function shellChecks(shell: Shell, url: string, checks: readonly ShellCheck[]): Promise<Check[]> {
  const file = join(shell.folder, "checks.js");
  writeFileSync(file, checks.map(scriptOf).join("\n"));
  const [command, args] = commandLine(shell, url, "--quiet", "--file", file);
  const { stdout } = await run(command, args, { ...settings(shell), maxBuffer: 2 ** 26 });
  const outcomes = new Map<number, Outcome>();
  for (const line of stdout.split("\n")) {
    if (!line.startsWith(MARK)) continue;
    const { at, ...outcome } = JSON.parse(line.slice(MARK.length));
    outcomes.set(at, outcome);
  }
  return checks.map(({ name, judge }, at) => ({
    name,
    run: async () => {
      const outcome = outcomes.get(at);
      if (outcome === undefined) throw new Error(`mongosh did not come to it; it said: ${stdout.slice(-500)}`);
      judge(outcome);
    },
  }));
}

function scriptOf({ code }: ShellCheck, at: number): string {
  return `try { const result = ${code}; print(${JSON.stringify(MARK)} + EJSON.stringify({ at: ${at}, value: result === undefined ? null : result })); } catch (error) { print(${JSON.stringify(MARK)} + JSON.stringify({ at: ${at}, error: { codeName: error.codeName, message: String(error.message) } })); }`;
}

/** What mongosh prints for the lines typed into it. */
export async function typed(shell: Shell, url: string, lines: readonly string[]): Promise<string> {
  const [command, args] = commandLine(shell, url);
  const child = spawn(command, args, { ...settings(shell), stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.stdin.end(`${[...lines, "exit"].join("\n")}\n`);
  await ended;
  return said;
}

/** What `--eval` prints; throws with what it said on its standard error when it fails. */
export async function evaluated(shell: Shell, url: string, code: string): Promise<string> {
  const [command, args] = commandLine(shell, url, "--quiet", "--eval", code);
  return (await run(command, args, settings(shell))).stdout.trim();
}
