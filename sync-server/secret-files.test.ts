import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ConfigError, readEnvironment } from "./config.ts";
import { withSecretFiles } from "./secret-files.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-secrets-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(text: string): Promise<string> {
  const path = join(folder, String(Math.random()));
  await writeFile(path, text);
  return path;
}

test("a file's secret counts as if the environment said it, without the newline at its end", async () => {
  const url = "mongodb://name:password@mongo:27017/astrolabe?replicaSet=rs0";
  const env = {
    MONGODB_URL_FILE: await file(`${url}\n`),
    METRICS_PORT: "9464",
    METRICS_TOKEN_FILE: await file("t".repeat(20)),
  };
  const { mongodbUrl, metrics } = readEnvironment(withSecretFiles(env));
  expect(mongodbUrl).toBe(url);
  expect(metrics?.token).toBe("t".repeat(20));
});

test("an absent or empty name changes nothing", () => {
  expect(withSecretFiles({ PORT: "1", MONGODB_URL_FILE: " " })).toEqual({ PORT: "1", MONGODB_URL_FILE: " " });
});

test("what cannot be read, is empty or is given twice is refused, and not repeated", async () => {
  const secret = "a-secret-that-nobody-may-read";
  const wrong = [
    [{ SESSION_KEY_FILE: join(folder, "nowhere") }, /^SESSION_KEY_FILE names no file/],
    [{ SMTP_URL_FILE: folder }, /^SMTP_URL_FILE names no file/],
    [{ ADMIN_PASSWORD_FILE: await file("\n") }, /^ADMIN_PASSWORD_FILE names a file that is empty/],
    [{ SESSION_KEY: secret, SESSION_KEY_FILE: await file(secret) }, /^SESSION_KEY and SESSION_KEY_FILE are both/],
  ] as const;
  for (const [env, sentence] of wrong) {
    const refuse = () => withSecretFiles(env);
    expect(refuse).toThrow(ConfigError);
    expect(refuse).toThrow(sentence);
    expect(refuse).not.toThrow(secret);
  }
});
