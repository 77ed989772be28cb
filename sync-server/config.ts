import { join } from "node:path";
import * as v from "valibot";
import { parseAmount } from "#schemas/values/money.ts";
import {
  url,
  PublicUrl,
  Key,
  Port,
  Count,
  Most,
  Shares,
  RetentionDays,
  keptDays,
  Xlm,
  Percent,
  Hours,
  MongodbUrl,
  EmailAddress,
} from "./config-values.ts";
import { BACKUP_VARIABLES, type BackupConfig, backupProblem, backupSettings } from "./backup-settings.ts";
import type {
  DemoConfig,
  HouseConfig,
  IdentityConfig,
  LimitsConfig,
  NetworkShares,
  PriceConfig,
  PushConfig,
} from "./config-parts.ts";
import { LOG_VARIABLES, type LogConfig, logOf } from "./log-settings.ts";
import { METRICS_VARIABLES, type MetricsConfig, metricsOf, metricsProblem } from "./metrics-settings.ts";
import { hasDemo, STELLAR_VARIABLES, stellarProblem } from "./stellar-settings.ts";
import {
  VAULT_VARIABLES,
  type VaultConfig,
  type VaultEnvironment,
  vaultEnvironment,
  vaultProblem,
} from "./vault-settings.ts";

export type { BackupConfig, BackupKeep } from "./backup-settings.ts";

/** A setting that is wrong; its message is one sentence naming the variable, for the console. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ConfigError";
  }
}

/** Where the Stellar network answers. Several URLs of one kind are tried in turn. */
export interface StellarConfig {
  readonly rpcUrls: readonly string[];
  readonly horizonUrls: readonly string[];
  readonly passphrase: string;
  /** Null where the network has no faucet. */
  readonly friendbotUrl: string | null;
  /** Where the network tells of its demo market; null where it has none. */
  readonly demoUrl: string | null;
}

/** What the environment says; null is "not said", and {@link Config} holds what takes its place. */
export interface Environment extends Omit<Config, "mongodbUrl" | "databaseName" | "stellar" | "sessionKey" | "vault"> {
  readonly mongodbUrl: string | null;
  readonly stellarRpcUrls: readonly string[] | null;
  readonly stellarHorizonUrls: readonly string[] | null;
  readonly stellarPassphrase: string | null;
  readonly stellarFriendbotUrl: string | null;
  /** Null where there is to be none. */
  readonly demo: DemoConfig | null;
  /** Days of ledgers whose history the embedded network keeps. */
  readonly embeddedHistoryDays: number;
  readonly sessionKey: Buffer | null;
  readonly vault: VaultEnvironment;
  readonly adminUsername: string | null;
  readonly adminPassword: string | null;
  readonly adminEmail: string | null;
}

/** The settings of a running server, complete. The keys are 32 bytes each and never leave the process. */
export interface Config {
  readonly isProduction: boolean;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Where people reach the server, without a trailing slash. */
  readonly publicUrl: string;
  readonly trustedProxies: readonly string[];
  readonly mongodbUrl: string;
  readonly databaseName: string;
  readonly stellar: StellarConfig;
  readonly house: HouseConfig;
  readonly perNetwork: NetworkShares;
  readonly prices: PriceConfig;
  /** Days that the trades of markets are kept. */
  readonly tradesKeptDays: number;
  readonly limits: LimitsConfig;
  readonly sessionKey: Buffer;
  readonly vault: VaultConfig;
  readonly smtpUrl: string | null;
  /** A file of networks from which visits by affiliate links count nothing; null for none. */
  readonly uncountedNetworksFile: string | null;
  /** Where XLM are sold for a card, with {address} in the wallet's place; null where nobody sells them. */
  readonly cardProviderUrl: string | null;
  readonly push: PushConfig;
  readonly identity: IdentityConfig;
  /**
   * How long whoever was made an operator does not count as one of two, and a handover to a key of a service waits after its
   * approval.
   */
  readonly approvalMs: number;
  readonly backup: BackupConfig;
  /** Null where nobody is told. */
  readonly metrics: MetricsConfig | null;
  readonly log: LogConfig;
  /** The environment's variables that were given, by their names alone; all else is as it is by default. */
  readonly given: readonly string[];
}

/** Where the built app lies, relative to the working directory. */
export const PWA_FOLDER = "dist/pwa";
export const DATABASE_NAME = "astrolabe";
const DEFAULT_DATA_DIR = "./data";
/** Within DATA_DIR, unless told otherwise. */
const ERASURE_KEYS = "erasure-keys";
export const DEFAULT_RETENTION_DAYS = 30;
const DEFAULT_CHANNELS = 5;
const DEFAULT_DEMO_DAYS = 90;
/** With the demo market a gigabyte. */
const DEFAULT_HISTORY_DAYS = 14;
export const DEFAULT_TRADES_DAYS = 90;
/** A school or a company behind one address registers on one day; a hundred accounts at our cost are not theirs. */
const DEFAULT_SHARES: NetworkShares = { registrations: 200, sponsored: 10 };
const HOUR_MS = 3_600_000;
export const DEFAULT_LIMITS: LimitsConfig = { requestsPerUser: 600, requestsPerNetwork: 1200, socketsPerNetwork: 2000 };
/** Where it is real, no less: whoever makes themself a second operator with a super's session is seen meanwhile. */
const APPROVAL_HOURS = 24;
export const DEFAULT_PRICES: PriceConfig = { minDepth: parseAmount("500"), maxSpread: 500n, staleMs: 24 * HOUR_MS };

const Variables = v.object({
  NODE_ENV: v.optional(v.picklist(["production", "development", "test"], "must be production, development or test")),
  HOST: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9.:-]+$/, "must be a host name or an address such as 0.0.0.0")),
  ),
  PORT: v.optional(Port),
  DATA_DIR: v.optional(v.string()),
  PUBLIC_URL: v.optional(PublicUrl),
  TRUSTED_PROXIES: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(",").map((part) => part.trim())),
      v.array(
        v.pipe(v.string(), v.regex(/^[0-9a-f.:]+(\/\d{1,3})?$/i, "must list addresses such as 10.0.0.1 or 10.0.0.0/8")),
      ),
    ),
  ),
  MONGODB_URL: v.optional(MongodbUrl),
  ALLOW_EMBEDDED: v.optional(v.picklist(["0", "1"], "must be 0 or 1")),
  EMBEDDED_HISTORY_DAYS: v.optional(keptDays(2)),
  TRADES_KEPT_DAYS: v.optional(keptDays(7)),
  ...STELLAR_VARIABLES,
  UNCOUNTED_NETWORKS_FILE: v.optional(v.string()),
  CHANNEL_ACCOUNTS: v.optional(Count),
  SPONSOR_RESERVES: v.optional(Xlm),
  SPONSOR_FEES: v.optional(Xlm),
  REQUESTS_PER_USER: v.optional(Most),
  REQUESTS_PER_NETWORK: v.optional(Most),
  SOCKETS_PER_NETWORK: v.optional(Most),
  REGISTRATIONS_PER_NETWORK: v.optional(Shares),
  SPONSORED_PER_NETWORK: v.optional(Shares),
  PRICE_MIN_DEPTH: v.optional(Xlm),
  PRICE_MAX_SPREAD: v.optional(Percent),
  PRICE_STALE_HOURS: v.optional(Hours),
  SESSION_KEY: v.optional(Key),
  VAULT_KEY: v.optional(Key),
  ...VAULT_VARIABLES,
  ...BACKUP_VARIABLES,
  ADMIN_USERNAME: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{2,31}$/, "must have 3 to 32 letters, digits, dots, dashes or underscores"),
    ),
  ),
  ADMIN_PASSWORD: v.optional(v.pipe(v.string(), v.minLength(8, "must be at least 8 characters"))),
  ADMIN_EMAIL: v.optional(EmailAddress),
  PUSH_PRIVATE_ENDPOINTS: v.optional(v.picklist(["0", "1"], "must be 0 or 1")),
  CARD_PROVIDER_URL: v.optional(
    v.pipe(
      url(["https:"], "https://cards.example.org/?wallet={address}"),
      v.includes("{address}", "must have {address} where the wallet's address belongs"),
    ),
  ),
  APPROVAL_HOURS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, "must be a number of hours from 0 to 720"),
      v.transform(Number),
      v.maxValue(720, "must be a number of hours from 0 to 720"),
    ),
  ),
  ...METRICS_VARIABLES,
  ...LOG_VARIABLES,
  ERASURE_KEYS_DIR: v.optional(v.string()),
  KYC_RETENTION_DAYS: v.optional(RetentionDays),
  KYC_KEEP_BY_LAW_DAYS: v.optional(RetentionDays),
  SMTP_URL: v.optional(url(["smtp:", "smtps:"], "smtps://name:password@mail.example.org")),
});

export type VariableName = keyof typeof Variables.entries;

/**
 * Reads the environment. An empty variable counts as absent.
 * Throws {@link ConfigError} for the first variable that is wrong; the message never repeats the value, which may be a secret.
 */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const parsed = v.safeParse(Variables, given, { abortPipeEarly: true });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new ConfigError(`${String(issue.path?.[0].key)} ${issue.message}.`);
  }
  const variables = parsed.output;
  refuseHalves(variables);
  const port = variables.PORT ?? 3000;
  return {
    isProduction: variables.NODE_ENV === "production",
    host: variables.HOST ?? "localhost",
    port,
    dataDir: variables.DATA_DIR ?? DEFAULT_DATA_DIR,
    publicUrl: (variables.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, ""),
    trustedProxies: variables.TRUSTED_PROXIES ?? [],
    mongodbUrl: variables.MONGODB_URL ?? null,
    stellarRpcUrls: variables.STELLAR_RPC_URL ?? null,
    stellarHorizonUrls: variables.STELLAR_HORIZON_URL ?? null,
    stellarPassphrase: variables.STELLAR_NETWORK_PASSPHRASE ?? null,
    stellarFriendbotUrl: variables.STELLAR_FRIENDBOT_URL ?? null,
    demo: hasDemo(variables) ? { days: variables.DEMO_DAYS ?? DEFAULT_DEMO_DAYS } : null,
    embeddedHistoryDays: variables.EMBEDDED_HISTORY_DAYS ?? DEFAULT_HISTORY_DAYS,
    tradesKeptDays: variables.TRADES_KEPT_DAYS ?? DEFAULT_TRADES_DAYS,
    house: {
      channels: variables.CHANNEL_ACCOUNTS ?? DEFAULT_CHANNELS,
      dailyReserveStroops: variables.SPONSOR_RESERVES ?? parseAmount("100"),
      dailyFeeStroops: variables.SPONSOR_FEES ?? parseAmount("1"),
    },
    perNetwork: {
      registrations: variables.REGISTRATIONS_PER_NETWORK ?? DEFAULT_SHARES.registrations,
      sponsored: variables.SPONSORED_PER_NETWORK ?? DEFAULT_SHARES.sponsored,
    },
    prices: {
      minDepth: variables.PRICE_MIN_DEPTH ?? DEFAULT_PRICES.minDepth,
      maxSpread: variables.PRICE_MAX_SPREAD ?? DEFAULT_PRICES.maxSpread,
      staleMs: variables.PRICE_STALE_HOURS ?? DEFAULT_PRICES.staleMs,
    },
    limits: {
      requestsPerUser: variables.REQUESTS_PER_USER ?? DEFAULT_LIMITS.requestsPerUser,
      requestsPerNetwork: variables.REQUESTS_PER_NETWORK ?? DEFAULT_LIMITS.requestsPerNetwork,
      socketsPerNetwork: variables.SOCKETS_PER_NETWORK ?? DEFAULT_LIMITS.socketsPerNetwork,
    },
    sessionKey: variables.SESSION_KEY ?? null,
    vault: vaultEnvironment(variables),
    adminUsername: variables.ADMIN_USERNAME ?? null,
    adminPassword: variables.ADMIN_PASSWORD ?? null,
    adminEmail: variables.ADMIN_EMAIL ?? null,
    smtpUrl: variables.SMTP_URL ?? null,
    uncountedNetworksFile: variables.UNCOUNTED_NETWORKS_FILE ?? null,
    cardProviderUrl: variables.CARD_PROVIDER_URL ?? null,
    push: { allowsPrivate: variables.PUSH_PRIVATE_ENDPOINTS === "1" },
    identity: {
      erasureKeysDir: variables.ERASURE_KEYS_DIR ?? join(variables.DATA_DIR ?? DEFAULT_DATA_DIR, ERASURE_KEYS),
      retentionDays: variables.KYC_RETENTION_DAYS ?? DEFAULT_RETENTION_DAYS,
      keepByLawDays: variables.KYC_KEEP_BY_LAW_DAYS ?? 0,
    },
    approvalMs: approvalHours(variables) * HOUR_MS,
    backup: backupSettings(variables),
    metrics: metricsOf(variables),
    log: logOf(variables),
    given: Object.keys(variables),
  };
}

/** What is not wrong in itself and still not what somebody will have meant: sentences for the log. */
export function configWarnings({ publicUrl, trustedProxies }: Pick<Config, "publicUrl" | "trustedProxies">): string[] {
  if (!publicUrl.startsWith("https:") || trustedProxies.length > 0) return [];
  return [
    "PUBLIC_URL is https and TRUSTED_PROXIES names no proxy: if one is in front, everybody seems to have its address, so that limits are shared by all and access histories name it.",
  ];
}

/** Unless told otherwise, nobody who tries the demo out waits for a day to see two operators agree. */
function approvalHours(variables: v.InferOutput<typeof Variables>): number {
  const isTried = hasDemo(variables) && variables.NODE_ENV !== "production";
  return variables.APPROVAL_HOURS ?? (isTried ? 0 : APPROVAL_HOURS);
}

function refuseHalves(variables: v.InferOutput<typeof Variables>): void {
  const isProduction = variables.NODE_ENV === "production";
  if (isProduction && !variables.SESSION_KEY)
    throw new ConfigError("SESSION_KEY must be given when NODE_ENV is production.");
  if (isProduction && variables.PUSH_PRIVATE_ENDPOINTS === "1")
    throw new ConfigError("PUSH_PRIVATE_ENDPOINTS cannot be 1 when NODE_ENV is production.");
  if (isProduction && approvalHours(variables) < APPROVAL_HOURS)
    throw new ConfigError("APPROVAL_HOURS cannot be below 24 when NODE_ENV is production.");
  const problem = metricsProblem(variables) ?? vaultProblem(variables, isProduction) ?? backupProblem(variables);
  if (problem !== null) throw new ConfigError(problem);
  if (isProduction && !variables.MONGODB_URL && variables.ALLOW_EMBEDDED !== "1") {
    throw new ConfigError(
      "MONGODB_URL must be given when NODE_ENV is production, unless ALLOW_EMBEDDED is 1: the embedded database is one file on one disk.",
    );
  }
  const stellar = stellarProblem(variables);
  if (stellar !== null) throw new ConfigError(stellar);
}
