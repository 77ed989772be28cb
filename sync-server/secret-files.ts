import { readFileSync } from "node:fs";
import { ConfigError } from "./config.ts";

/** Secrets that a file may hold instead of the environment, which a container shows to whoever may look at it. */
const BY_FILE = ["SESSION_KEY", "MONGODB_URL", "SMTP_URL", "ADMIN_PASSWORD", "METRICS_TOKEN", "BACKUP_KEY"] as const;
/** More than any of them has. */
const MOST_CHARACTERS = 10_000;

/**
 * The environment with what the files hold that `NAME_FILE` variables name, as containers are given secrets; one newline at the end is not
 * part of it. Throws {@link ConfigError}, which repeats nothing of a file, for one that cannot be read or is given twice.
 */
export function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = BY_FILE.flatMap((name) => {
    const path = env[`${name}_FILE`]?.trim();
    if (!path) return [];
    if (env[name]?.trim()) throw new ConfigError(`${name} and ${name}_FILE are both given; only one may be.`);
    return [[name, readSecret(`${name}_FILE`, path)] as const];
  });
  return { ...env, ...Object.fromEntries(read) };
}

function readSecret(variable: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new ConfigError(`${variable} names no file that can be read.`);
  }
  const secret = text.replace(/\r?\n$/, "");
  if (secret.trim() === "" || secret.length > MOST_CHARACTERS)
    throw new ConfigError(`${variable} names a file that is empty or far too long.`);
  return secret;
}
