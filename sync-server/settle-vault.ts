import { readFile, stat } from "node:fs/promises";
import * as v from "valibot";
import { ConfigError } from "./config.ts";
import { parseKey, type VaultConfig, type VaultEnvironment, type WrappingKey } from "./vault-settings.ts";

/** Which of the named keys locks new wallets; the others open what they locked. */
const KeyFile = v.strictObject({ current: v.string(), keys: v.record(v.string(), v.string()) });

/**
 * Completes what locks the vault: by the key file, or by `keepKey`, which makes a key once and keeps it. Throws
 * {@link ConfigError}; no message repeats what stands in a file.
 */
export async function settleVault(
  { current, keyFile, ...environment }: VaultEnvironment,
  keepKey: () => Promise<Buffer>,
): Promise<VaultConfig> {
  if (keyFile !== null) {
    const [first, ...rest] = await readKeyFile(keyFile);
    return { ...environment, current: first, others: [...rest, ...environment.others] };
  }
  return { ...environment, current: current ?? { kind: "local", key: await keepKey() } };
}

async function readKeyFile(path: string): Promise<readonly [WrappingKey, ...WrappingKey[]]> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new ConfigError("VAULT_KEY_FILE names no file that can be read.");
  if ((found.mode & 0o077) !== 0)
    throw new ConfigError("VAULT_KEY_FILE must be readable by its owner alone (chmod 600).");
  const { current, keys } = parseKeyFile(await readFile(path, "utf8"));
  const named = new Map(Object.entries(keys).map(([name, text]) => [name, localKey(name, text)]));
  const first = named.get(current);
  if (!first) throw new ConfigError("VAULT_KEY_FILE names a current key that is not among its keys.");
  named.delete(current);
  return [first, ...named.values()];
}

function parseKeyFile(text: string): v.InferOutput<typeof KeyFile> {
  try {
    return v.parse(KeyFile, JSON.parse(text));
  } catch {
    // The cause would quote what it could not read, which may be a key.
    throw new ConfigError(
      'VAULT_KEY_FILE must hold {"current": "NAME", "keys": {"NAME": "32 bytes as hex or base64"}}.',
    );
  }
}

function localKey(name: string, text: string): WrappingKey {
  const key = parseKey(text);
  if (!key) throw new ConfigError(`VAULT_KEY_FILE holds a key ${JSON.stringify(name)} that is not 32 bytes.`);
  return { kind: "local", key };
}
