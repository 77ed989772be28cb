import { strict as assert } from "node:assert";
import { execFile } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { LOGIN, startServer } from "#tests/conformance/mongo/server.ts";
import { runChecks, sum } from "./check.ts";
import type { Check, Tally } from "./check.ts";
import { LOGIN_CHECKS, OPEN_CHECKS } from "./shell-checks.ts";
import { evaluated, shellChecks, typed } from "./shell.ts";
import { installed } from "./workshop.ts";

process.exitCode = await main();

/** Drives the newest mongosh and mongoose of the npm registry against the embedded server; 1 when a check fails. */
async function main(): Promise<number> {
  const { folder, remove } = await installed("mongosh@latest", "mongoose@latest");
  try {
    const tally = await withServers((open, login) => throughAll(folder, open, login));
    process.stdout.write(`${tally.passed} passed, ${tally.failed} failed\n`);
    return tally.failed === 0 && tally.passed > 0 ? 0 : 1;
  } finally {
    remove();
  }
}

/** One that serves everybody, and one that asks for a password. */
async function withServers(use: (open: string, login: string) => Promise<Tally>): Promise<Tally> {
  const open = await startServer();
  const login = await startServer("--user", LOGIN.user, "--password", LOGIN.password);
  try {
    return await use(
      `mongodb://${open.host}/shell`,
      `mongodb://${LOGIN.user}:${LOGIN.password}@${login.host}/shell?authSource=admin`,
    );
  } finally {
    await Promise.all([open.stop(), login.stop()]);
  }
}

async function throughAll(folder: string, open: string, login: string): Promise<Tally> {
  return sum([
    await throughShell(folder, open, login),
    await throughMongoose(folder, "open", `${open}?replicaSet=rs0`),
    await throughMongoose(folder, "with a login", `${login}&directConnection=true`),
  ]);
}

async function throughShell(folder: string, open: string, login: string): Promise<Tally> {
  const shell = { folder };
  return sum([
    await runChecks("mongosh", await shellChecks(shell, open, OPEN_CHECKS)),
    await runChecks("mongosh, replica set", await shellChecks(shell, `${open}?replicaSet=rs0`, OPEN_CHECKS)),
    await runChecks("mongosh with a login", await shellChecks(shell, login, LOGIN_CHECKS)),
    await runChecks("mongosh by hand", [
      {
        name: "the prompt names the set and the primary",
        run: async () => {
          assert.match(await typed(shell, open, []), /rs0 \[direct: primary\] shell>/);
          assert.match(await typed(shell, `${open}?replicaSet=rs0`, []), /rs0 \[primary\] shell>/);
        },
      },
      {
        name: "show answers for everything there is to show",
        run: async () => {
          await evaluated(shell, open, "db.shown.insertOne({ a: 1 })");
          const asked = [
            "dbs",
            "databases",
            "collections",
            "tables",
            "users",
            "roles",
            "profile",
            "logs",
            "log global",
          ];
          const said = await typed(
            shell,
            open,
            asked.map((one) => `show ${one}`),
          );
          assert.match(said, /shell\s+\d+\.\d+ KiB/);
          assert.match(said, /shell> shown/);
          assert.match(said, /system\.profile is empty/);
          assert.match(said, /global[\s\S]*startupWarnings/);
          assert.doesNotMatch(said, /Error/);
        },
      },
      {
        name: "--eval prints what an expression comes to",
        run: async () => {
          assert.equal(await evaluated(shell, open, "db.adminCommand({ ping: 1 }).ok"), "1");
        },
      },
      {
        name: "a wrong password is refused",
        run: async () => {
          await assert.rejects(evaluated(shell, login.replace(LOGIN.password, "wrong"), "1"), /Authentication failed/);
        },
      },
      {
        name: "a load balancer is not what it finds",
        run: async () => {
          await assert.rejects(
            evaluated(shell, `${open}?loadBalanced=true`, "1"),
            /not behind a load balancer|load balancing/i,
          );
        },
      },
    ]),
  ]);
}

/** Each line of the script's output is one check. */
async function throughMongoose(folder: string, title: string, url: string): Promise<Tally> {
  const script = join(folder, "mongoose-script.mjs");
  copyFileSync(join(import.meta.dirname, "mongoose-script.mjs"), script);
  const said = await outputOf(script, url);
  const checks = said.matchAll(/^(ok|failed) (.*)$/gm).map(([, verdict, text = ""]): Check => ({
    name: text,
    run: async () => assert.equal(verdict, "ok"),
  }));
  const whole: Check = { name: "the script ends", run: async () => assert.match(said, /^ok /m, said) };
  return runChecks(`mongoose, ${title}`, [whole, ...checks]);
}

async function outputOf(script: string, url: string): Promise<string> {
  try {
    return (await promisify(execFile)(process.execPath, [script, url], { timeout: 120_000 })).stdout;
  } catch (error) {
    return `${error instanceof Error && "stdout" in error ? String(error.stdout) : ""}failed ${String(error)}`;
  }
}
