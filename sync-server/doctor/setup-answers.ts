import { ConfigError, readEnvironment } from "#server/config.ts";
import { SetupError } from "./setup-error.ts";

/** Passphrases of the networks that everybody means by these names, and where each gives accounts away. */
const NETWORKS: Readonly<Record<string, { readonly passphrase: string; readonly friendbot: string | null }>> = {
  testnet: { passphrase: "Test SDF Network ; September 2015", friendbot: "https://friendbot.stellar.org" },
  public: { passphrase: "Public Global Stellar Network ; September 2015", friendbot: null },
};
/** Apart from DATA_DIR, so that no copy of it has them. */
const VAULT_KEY_FILE = "./secrets/vault_keys";
const SESSION_KEY_FILE = "./secrets/session_key";
const BACKUP_KEY_FILE = "./secrets/backup_key";
/** In the place of the key that is made later. */
const SOME_KEY = "0".repeat(64);

type Answers = Readonly<Record<string, string | undefined>>;

/** What is to be written: settings in their order, and the files of keys that they name. */
export interface Settings {
  readonly variables: readonly (readonly [name: string, value: string])[];
  readonly vaultKeyFile: string;
  readonly sessionKeyFile: string;
  /** Null where no backups are made. */
  readonly backupKeyFile: string | null;
}

/** The settings that the answers ask for, each as the server itself reads it. Throws {@link SetupError} for what it would not start with. */
export function readAnswers(answers: Answers): Settings {
  const backup = said(answers["backup"]);
  const variables = variablesOf(answers);
  const problem = problemIn(variables);
  if (problem !== null) throw new SetupError(problem);
  const keptApart = [["SESSION_KEY_FILE", SESSION_KEY_FILE] as const];
  const backups = [["BACKUP_DIR", backup ?? ""] as const, ["BACKUP_KEY_FILE", BACKUP_KEY_FILE] as const];
  return {
    variables: [...variables, ...keptApart, ...(backup === null ? [] : backups)],
    vaultKeyFile: VAULT_KEY_FILE,
    sessionKeyFile: SESSION_KEY_FILE,
    backupKeyFile: backup === null ? null : BACKUP_KEY_FILE,
  };
}

/** What is wrong with the answer to one question, as a sentence; null for nothing. */
export function problemOf(name: string, answers: Answers): string | null {
  const { network } = answers;
  if (network !== undefined && network !== "own" && NETWORKS[network] === undefined)
    return "The network is own, testnet or public.";
  // The other of the two is yet to be asked for.
  if (name === "rpc" || name === "horizon") {
    const url = said(answers[name]);
    if (url === null) return "That network is reached by addresses alone.";
    return problemIn([
      ["STELLAR_RPC_URL", url],
      ["STELLAR_HORIZON_URL", url],
    ]);
  }
  if (network !== "own" && (answers["rpc"] === undefined || answers["horizon"] === undefined)) return null;
  return problemIn(variablesOf(answers));
}

type Variable = readonly [name: string, value: string];

function variablesOf(answers: Answers): Variable[] {
  const network = said(answers["network"]) ?? "own";
  const named = NETWORKS[network];
  if (network !== "own" && named === undefined) throw new SetupError("The network is own, testnet or public.");
  const isProduction = said(answers["public-url"])?.startsWith("https:") ?? false;
  const isEmbedded = said(answers["database"]) === null;
  const given: (readonly [string, string | null])[] = [
    ["NODE_ENV", isProduction ? "production" : null],
    ["ALLOW_EMBEDDED", isProduction && isEmbedded ? "1" : null],
    ["PUBLIC_URL", said(answers["public-url"])],
    ["PORT", said(answers["port"])],
    ["TRUSTED_PROXIES", said(answers["proxies"])],
    ["MONGODB_URL", said(answers["database"])],
    ["STELLAR_RPC_URL", said(answers["rpc"])],
    ["STELLAR_HORIZON_URL", said(answers["horizon"])],
    ["STELLAR_NETWORK_PASSPHRASE", named?.passphrase ?? null],
    ["STELLAR_FRIENDBOT_URL", named?.friendbot ?? null],
    ["SMTP_URL", said(answers["smtp"])],
    ["DATA_DIR", said(answers["data"])],
    ["VAULT_PROVIDER", "file"],
    ["VAULT_KEY_FILE", VAULT_KEY_FILE],
  ];
  if (named !== undefined && (said(answers["rpc"]) === null || said(answers["horizon"]) === null))
    throw new SetupError(`The network ${network} needs the addresses of a Stellar RPC and a Horizon.`);
  return given.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
}

function problemIn(variables: readonly Variable[]): string | null {
  const broken = variables.find(([, value]) => /[\n\r\0']/.test(value));
  if (broken) return `${broken[0]} may have no line breaks and no single quotes.`;
  try {
    readEnvironment({ SESSION_KEY: SOME_KEY, ...Object.fromEntries(variables) });
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

function said(answer: string | undefined): string | null {
  return answer === undefined || answer.trim() === "" ? null : answer.trim();
}
