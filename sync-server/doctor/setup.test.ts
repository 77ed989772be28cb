import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readEnvironment } from "#server/config.ts";
import { withSecretFiles } from "#server/secret-files.ts";
import { settleVault } from "#server/settle-vault.ts";
import { readAnswers } from "./setup-answers.ts";
import { ask } from "./setup-questions.ts";
import { writeSettings } from "./write-settings.ts";

const run = promisify(execFile);
const SETUP = join(import.meta.dirname, "cli/setup.ts");
const PUBLIC = {
  network: "public",
  rpc: "https://rpc.example.org",
  horizon: "https://horizon.example.org",
  "public-url": "https://wallet.example.org",
  proxies: "10.0.0.1",
  database: "mongodb://db.example.org:27017/astrolabe?replicaSet=rs0",
  smtp: "smtps://name:p%40ss@mail.example.org",
  backup: "/var/backups/astrolabe",
};
let folder: string;
let former: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-setup-"));
  former = process.cwd();
});
afterEach(async () => {
  process.chdir(former);
  await rm(folder, { recursive: true, force: true });
});

/** The file as node and a shell read it. */
async function settingsIn(path: string): Promise<Record<string, string>> {
  const { stdout } = await run("sh", ["-c", 'set -a; . "$1"; env -0', "sh", path], {
    env: { PATH: process.env["PATH"] },
  });
  const read = stdout.split("\0").map((line): [string, string] => {
    const at = line.indexOf("=");
    return [line.slice(0, at), line.slice(at + 1)];
  });
  return Object.fromEntries(read.filter(([name]) => /^[A-Z_]{4,}$/.test(name)));
}

test("what is written is what a server starts with: keys made, for this account alone", async () => {
  const made = await writeSettings(folder, readAnswers(PUBLIC));
  expect(made.map((path) => path.slice(folder.length + 1))).toEqual([
    "secrets/vault_keys",
    "secrets/session_key",
    "secrets/backup_key",
    ".env",
  ]);
  for (const path of made) expect((await stat(path)).mode & 0o777, path).toBe(0o600);
  expect((await stat(join(folder, "secrets"))).mode & 0o777).toBe(0o700);
  process.chdir(folder);
  const environment = readEnvironment(withSecretFiles(await settingsIn(join(folder, ".env"))));
  expect(environment).toMatchObject({
    isProduction: true,
    publicUrl: "https://wallet.example.org",
    stellarPassphrase: "Public Global Stellar Network ; September 2015",
    trustedProxies: ["10.0.0.1"],
    smtpUrl: PUBLIC.smtp,
    mongodbUrl: PUBLIC.database,
  });
  expect(environment.sessionKey).toHaveLength(32);
  const vault = await settleVault(environment.vault, () => Promise.reject(new Error("no key was made")));
  expect(vault.current).toMatchObject({ kind: "local", key: { length: 32 } });
});

test.each([".env", "secrets/session_key", "secrets/vault_keys"])(
  "where there is a %s, nothing is written",
  async (name) => {
    await writeSettings(folder, readAnswers({ network: "own" }));
    for (const each of [".env", "secrets/session_key", "secrets/vault_keys"])
      if (each !== name) await rm(join(folder, each));
    const before = await readFile(join(folder, name), "utf8");
    await expect(writeSettings(folder, readAnswers(PUBLIC))).rejects.toThrow("nothing is overwritten");
    expect(await readFile(join(folder, name), "utf8")).toBe(before);
    const left = await readdir(folder, { recursive: true });
    expect(left.filter((each) => each !== "secrets")).toEqual([name]);
  },
);

test("a link that leads nowhere is not written through", async () => {
  await symlink(join(folder, "elsewhere"), join(folder, ".env"));
  await expect(writeSettings(folder, readAnswers({}))).rejects.toThrow("nothing is overwritten");
  expect(await readdir(folder)).toEqual([".env"]);
});

test("where it cannot all be written, nothing is left behind", async () => {
  await writeFile(join(folder, "secrets"), "a file where a folder belongs");
  await expect(writeSettings(folder, readAnswers({}))).rejects.toThrow("could not be written");
  expect(await readdir(folder)).toEqual(["secrets"]);
});

test.each([
  [{ network: "mars" }, "The network is own"],
  [{ network: "testnet" }, "needs the addresses"],
  [{ network: "public", rpc: "ftp://x", horizon: "https://h.example.org" }, "STELLAR_RPC_URL must be"],
  [{ port: "http" }, "PORT must be"],
  [{ "public-url": "https://wallet.example.org/path" }, "PUBLIC_URL must be"],
  [{ smtp: "smtps://name:it's@mail.example.org" }, "SMTP_URL may have no line breaks"],
  [{ data: "x\nVAULT_KEY=00" }, "DATA_DIR may have no line breaks"],
])("%j is refused with a sentence", (answers, sentence) => {
  expect(() => readAnswers(answers)).toThrow(sentence);
});

test("by questions: what does not fit is asked again, and what a flag said is not asked", async () => {
  const typed = [
    "moon",
    "",
    "testnet",
    "https://rpc.example.org",
    "https://horizon.example.org",
    "",
    "",
    "",
    "",
    "",
    "",
  ];
  const asked: string[] = [];
  const answers = await ask(
    async (text) => {
      asked.push(text);
      return typed.shift() ?? "";
    },
    { smtp: "" },
  );
  expect(asked[1]).toBe("The network is own, testnet or public. (Enter) ");
  expect(asked.some((text) => text.includes("mail server"))).toBe(false);
  const { variables } = readAnswers(answers);
  expect(Object.fromEntries(variables)).toMatchObject({
    STELLAR_NETWORK_PASSPHRASE: "Test SDF Network ; September 2015",
    STELLAR_FRIENDBOT_URL: "https://friendbot.stellar.org",
    PUBLIC_URL: "http://localhost:3000",
  });
});

test("the command writes by its flags alone, and refuses the second time", async () => {
  const flags = ["--yes", "--folder", folder, "--port", "4100", "--public-url", "http://localhost:4100"];
  const { stdout } = await run(process.execPath, [SETUP, ...flags]);
  expect(stdout).toContain(join(folder, ".env"));
  expect(await settingsIn(join(folder, ".env"))).toMatchObject({ PORT: "4100" });
  await expect(run(process.execPath, [SETUP, ...flags])).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("nothing is overwritten"),
  });
  await expect(run(process.execPath, [SETUP, "--yes", "--colour", "red"])).rejects.toMatchObject({ code: 2 });
}, 60_000);
