import { constants } from "node:fs";
import { access, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError, type Environment } from "#server/config.ts";
import type { Finding } from "#server/platform/network/checks/finding.ts";
import { settleVault } from "#server/settle-vault.ts";
import { parseKey } from "#server/vault-settings.ts";

const OTHERS = 0o077;
const NOT_MADE = "a server that starts makes it.";

/** Whether the keys are there, are what they should be, and can be read by this account alone. Never throws, and repeats none. */
export async function checkKeys(environment: Environment, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { dataDir, identity, sessionKey } = environment;
  const files = Object.entries(env).filter(([name, path]) => /^[A-Z_]+_FILE$/.test(name) && path?.trim());
  const findings = await Promise.all([
    checkFolder("DATA_DIR", dataDir),
    checkFolder("ERASURE_KEYS_DIR", identity.erasureKeysDir),
    sessionKey === null ? checkKeptKey(dataDir, "session.key") : given("SESSION_KEY"),
    checkVault(environment),
    checkBackupKey(environment),
    ...files.filter(([name]) => IS_SECRET.test(name)).map(([name, path = ""]) => checkPrivate(name, path.trim())),
    checkSettingsFile(),
  ]);
  return findings.flat();
}

const IS_SECRET = /KEY|TOKEN|PASSWORD|URL/;

function given(about: string): Finding[] {
  return [{ severity: "fine", about, text: "it is given, and is 32 bytes." }];
}

async function checkFolder(about: string, path: string): Promise<Finding[]> {
  const found = await stat(path).catch(() => null);
  if (found === null) return [{ severity: "note", about, text: `there is no ${path} yet: ${NOT_MADE}` }];
  const mayWrite = await access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!found.isDirectory() || !mayWrite) {
    const text = `${path} is no folder that this account may write to.`;
    return [{ severity: "wrong", about, text, fix: "Give it to the account that runs the server (chown), mode 0700." }];
  }
  return [closed(about, path, found.mode, 0o700)];
}

/** A file of secrets: not there, or for others to read, is told. */
async function checkPrivate(about: string, path: string): Promise<Finding> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile())
    return {
      severity: "wrong",
      about,
      text: "it names no file that can be read.",
      fix: "Correct it, or make the file.",
    };
  return closed(about, path, found.mode, 0o600);
}

function closed(about: string, path: string, mode: number, wanted: number): Finding {
  if ((mode & OTHERS) === 0) return { severity: "fine", about, text: "it is for this account alone." };
  const text = `other accounts of this machine may look into ${path}.`;
  return { severity: "warning", about, text, fix: `chmod ${wanted.toString(8)} ${path}` };
}

async function checkKeptKey(dataDir: string, name: string): Promise<Finding[]> {
  const path = join(dataDir, name);
  const text = await readFile(path, "utf8").catch((error: unknown) =>
    error instanceof Error && "code" in error && error.code === "ENOENT" ? null : "",
  );
  if (text === null) return [{ severity: "note", about: name, text: `there is none yet: ${NOT_MADE}` }];
  if (parseKey(text.trim()) === null)
    return [
      { severity: "wrong", about: name, text: "it is damaged, or not this account's.", fix: "Restore it from a copy." },
    ];
  return [await checkPrivate(name, path)];
}

async function checkVault({ vault, dataDir }: Environment): Promise<Finding[]> {
  const about = "The vault's key";
  if (vault.current === null && vault.keyFile === null) {
    const kept = await checkKeptKey(dataDir, "vault.key");
    const advice = "Keep a copy of it apart from this machine: whoever loses it loses every wallet.";
    return kept.map((finding) =>
      finding.severity === "fine" ? { ...finding, severity: "note", fix: advice } : finding,
    );
  }
  try {
    const { current } = await settleVault(vault, () => Promise.reject(new ConfigError("none is given.")));
    const text = current.kind === "local" ? "it is given, and is 32 bytes." : `it is a key of ${current.kind}.`;
    return [{ severity: "fine", about, text }];
  } catch (error) {
    const text = error instanceof ConfigError ? error.message : "it cannot be read.";
    return [{ severity: "wrong", about, text, fix: "Correct it, or restore it from a copy." }];
  }
}

/** One that is none is refused with the settings. */
function checkBackupKey({ backup }: Pick<Environment, "backup">): Finding[] {
  if (backup.key === null) return [];
  const fix = "Keep a copy apart: no backup opens without it.";
  return [{ severity: "note", about: "BACKUP_KEY", text: "it is 32 bytes.", fix }];
}

/** Settings may hold passwords. */
async function checkSettingsFile(): Promise<Finding[]> {
  const found = await stat(".env").catch(() => null);
  return found === null ? [] : [closed(".env", ".env", found.mode, 0o600)];
}
