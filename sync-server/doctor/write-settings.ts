import { randomBytes } from "node:crypto";
import { link, lstat, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Settings } from "./setup-answers.ts";
import { SetupError } from "./setup-error.ts";

const KEY_BYTES = 32;
const SETTINGS_FILE = ".env";

/**
 * Writes the settings into `.env` of the folder, and new keys into the files that they name, all for this account alone; answers with what
 * was written. Nothing that is there is overwritten: then, as where anything fails, nothing is left behind. Throws {@link SetupError}.
 */
export async function writeSettings(folder: string, settings: Settings): Promise<readonly string[]> {
  const { vaultKeyFile, sessionKeyFile, backupKeyFile } = settings;
  const named = new Date().getUTCFullYear().toString();
  const vaultKeys = JSON.stringify({ current: named, keys: { [named]: newKey() } });
  const files: (readonly [path: string, text: string])[] = [
    [vaultKeyFile, vaultKeys],
    [sessionKeyFile, newKey()],
    ...(backupKeyFile === null ? [] : [[backupKeyFile, newKey()] as const]),
    // Last: where it is, all that it names is.
    [SETTINGS_FILE, textOf(settings)],
  ];
  const paths = files.map(([path, text]) => ({ path: resolve(folder, path), text }));
  for (const { path } of paths) await refuseTaken(path);
  const made: string[] = [];
  try {
    for (const { path, text } of paths) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeNew(path, text);
      made.push(path);
    }
  } catch (error) {
    await Promise.all(made.map((path) => rm(path, { force: true })));
    throw error instanceof SetupError ? error : new SetupError(`It could not be written (${problemOf(error)}).`);
  }
  return made;
}

function newKey(): string {
  return randomBytes(KEY_BYTES).toString("base64");
}

function textOf({ variables }: Settings): string {
  const lines = variables.map(([name, value]) => `${name}='${value}'`);
  return `# Read by npm start, npm run serve and npm run doctor; .env.example names all that can be set.\n${lines.join("\n")}\n`;
}

async function refuseTaken(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found) throw new SetupError(`${path} is there already, and nothing is overwritten. Move it away first.`);
}

/** Whole or not at all, and only where nothing is: not even by somebody who is quicker. */
async function writeNew(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${randomBytes(4).toString("hex")}`;
  try {
    await writeFile(unfinished, text, { mode: 0o600, flag: "wx", flush: true });
    await link(unfinished, path).catch((error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "EEXIST")
        throw new SetupError(`${path} is there already, and nothing is overwritten. Move it away first.`);
      throw error;
    });
  } finally {
    await rm(unfinished, { force: true });
  }
}

function problemOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
