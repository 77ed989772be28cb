import { ConfigError, configWarnings, DATABASE_NAME, type Environment, readEnvironment } from "#server/config.ts";
import { checkNetwork } from "#server/platform/network/checks/check-network.ts";
import type { Finding } from "#server/platform/network/checks/finding.ts";
import { withSecretFiles } from "#server/secret-files.ts";
import { askPassphrase, databaseNameIn } from "#server/settle-config.ts";
import { checkAddress } from "./check-address.ts";
import { checkDatabase, reachDatabase } from "./check-database.ts";
import { checkDisk } from "./check-disk.ts";
import { checkKeys } from "./check-keys.ts";
import { checkMail } from "./check-mail.ts";
import { checkPorts } from "./check-ports.ts";
import { checkPush, checkSchema } from "./check-stored.ts";
import { checkVersions } from "./check-versions.ts";

export interface Examined {
  readonly env: NodeJS.ProcessEnv;
  readonly versions: { readonly node: string; readonly app: string };
  /** The numbers of all migrations of this version. */
  readonly migrations: readonly number[];
  readonly now: () => Date;
  /** For each answer that is waited for. */
  readonly timeoutMs: number;
}

/**
 * Looks at everything that a server here would need, whether one runs or not: each finding is a sentence with what to do. Changes nothing
 * but a document in the database that it takes away again. Never throws.
 */
export async function examine(examined: Examined): Promise<Finding[]> {
  const { env, versions, timeoutMs } = examined;
  const read = readSettings(env);
  if ("severity" in read) return [...checkVersions(versions), read];
  const { findings: ports, isRunning } = await checkPorts(read, timeoutMs);
  const [keys, disk, database, network, mail, address] = await Promise.all([
    checkKeys(read, env),
    Promise.all([checkDisk("DATA_DIR", read.dataDir), checkDisk("ERASURE_KEYS_DIR", read.identity.erasureKeysDir)]),
    examineDatabase(read, examined),
    examineNetwork(read, examined),
    checkMail(read, timeoutMs),
    checkAddress(read, isRunning, timeoutMs),
  ]);
  const warned = configWarnings(read).map((text): Finding => ({ severity: "note", about: "Settings", text }));
  const settings: Finding = { severity: "fine", about: "Settings", text: "each of them can be read." };
  return [
    ...checkVersions(versions),
    settings,
    ...warned,
    ...ports,
    ...keys,
    ...disk,
    ...database,
    ...network,
    mail,
    ...address,
  ];
}

function readSettings(env: NodeJS.ProcessEnv): Environment | Finding {
  try {
    return readEnvironment(withSecretFiles(env));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const fix = "Correct it, and look again: nothing else was looked at.";
    return { severity: "wrong", about: "Settings", text: error.message, fix };
  }
}

async function examineDatabase(
  { mongodbUrl }: Environment,
  { now, timeoutMs, migrations }: Examined,
): Promise<readonly Finding[]> {
  const about = "MONGODB_URL";
  if (mongodbUrl === null)
    return [{ severity: "note", about, text: "none is given: the embedded database is used, a file on this disk." }];
  const name = databaseNameIn(mongodbUrl) ?? DATABASE_NAME;
  const { database, findings } = await reachDatabase(mongodbUrl, name, timeoutMs);
  if (database === null) return findings;
  try {
    return [
      ...(await checkDatabase(database, now)),
      await checkSchema(database, migrations),
      await checkPush(database),
    ];
  } catch {
    return [
      {
        severity: "wrong",
        about,
        text: "its collections cannot be read.",
        fix: "Let the server's user read and write.",
      },
    ];
  } finally {
    await database.close();
  }
}

async function examineNetwork(
  { stellarRpcUrls, stellarHorizonUrls, stellarPassphrase, stellarFriendbotUrl }: Environment,
  { now, timeoutMs }: Examined,
): Promise<Finding[]> {
  const about = "STELLAR_RPC_URL";
  if (!stellarRpcUrls || !stellarHorizonUrls)
    return [{ severity: "note", about, text: "none is given: a network of our own is used, with no real money." }];
  const passphrase = stellarPassphrase ?? (await askPassphrase(stellarRpcUrls, AbortSignal.timeout(timeoutMs)));
  if (passphrase === null) {
    const fix = "Give STELLAR_NETWORK_PASSPHRASE, and correct the addresses.";
    return [{ severity: "wrong", about, text: "none of them answered with its network's passphrase.", fix }];
  }
  const named = { rpcUrls: stellarRpcUrls, horizonUrls: stellarHorizonUrls, passphrase };
  return checkNetwork({ ...named, friendbotUrl: stellarFriendbotUrl }, { now: now(), timeoutMs });
}
