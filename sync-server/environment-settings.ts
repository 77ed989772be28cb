import type { ServiceSetting } from "#schemas/service-settings.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import type { Config, VariableName } from "./config.ts";

/** What is shown of a variable: nothing but whether it is set, or what holds by it. */
type Shown = "secret" | ((config: Config) => string | null);

const HOUR_MS = 3_600_000;
const MB = 1024 * 1024;

/** Every variable there is: one that is new has to be thought of here, too. Whatever could let anybody in is a secret. */
const VARIABLES: Readonly<Record<VariableName, Shown>> = {
  NODE_ENV: ({ isProduction }) => (isProduction ? "production" : "development"),
  HOST: ({ host }) => host,
  PORT: ({ port }) => String(port),
  DATA_DIR: ({ dataDir }) => dataDir,
  PUBLIC_URL: ({ publicUrl }) => publicUrl,
  TRUSTED_PROXIES: ({ trustedProxies }) => listed(trustedProxies),
  MONGODB_URL: "secret",
  ALLOW_EMBEDDED: () => null,
  STELLAR_RPC_URL: ({ stellar }) => listed(stellar.rpcUrls.map(siteOf)),
  STELLAR_HORIZON_URL: ({ stellar }) => listed(stellar.horizonUrls.map(siteOf)),
  STELLAR_NETWORK_PASSPHRASE: ({ stellar }) => stellar.passphrase,
  STELLAR_FRIENDBOT_URL: ({ stellar }) => stellar.friendbotUrl && siteOf(stellar.friendbotUrl),
  DEMO: ({ stellar }) => (stellar.demoUrl === null ? "0" : "1"),
  DEMO_DAYS: () => null,
  EMBEDDED_HISTORY_DAYS: () => null,
  TRADES_KEPT_DAYS: ({ tradesKeptDays }) => String(tradesKeptDays),
  UNCOUNTED_NETWORKS_FILE: ({ uncountedNetworksFile }) => uncountedNetworksFile,
  CHANNEL_ACCOUNTS: ({ house }) => String(house.channels),
  SPONSOR_RESERVES: ({ house }) => formatAmountShort(house.dailyReserveStroops),
  SPONSOR_FEES: ({ house }) => formatAmountShort(house.dailyFeeStroops),
  REQUESTS_PER_USER: ({ limits }) => String(limits.requestsPerUser),
  REQUESTS_PER_NETWORK: ({ limits }) => String(limits.requestsPerNetwork),
  SOCKETS_PER_NETWORK: ({ limits }) => String(limits.socketsPerNetwork),
  REGISTRATIONS_PER_NETWORK: ({ perNetwork }) => String(perNetwork.registrations),
  SPONSORED_PER_NETWORK: ({ perNetwork }) => String(perNetwork.sponsored),
  PRICE_MIN_DEPTH: ({ prices }) => formatAmountShort(prices.minDepth),
  PRICE_MAX_SPREAD: ({ prices }) => String(Number(prices.maxSpread) / 100),
  PRICE_STALE_HOURS: ({ prices }) => String(prices.staleMs / HOUR_MS),
  SESSION_KEY: "secret",
  VAULT_KEY: "secret",
  VAULT_PROVIDER: ({ vault }) => vault.setting,
  VAULT_KEY_FILE: "secret",
  VAULT_OTHER_KEYS: "secret",
  VAULT_AWS_KEY: ({ vault }) => (vault.current.kind === "aws-kms" ? vault.current.id : null),
  VAULT_KMS_PREFIXES: ({ vault }) => listed(vault.kmsPrefixes),
  VAULT_AWS_ENDPOINT: ({ vault }) => (vault.aws?.endpoint ? siteOf(vault.aws.endpoint) : null),
  AWS_ACCESS_KEY_ID: "secret",
  AWS_SECRET_ACCESS_KEY: "secret",
  AWS_SESSION_TOKEN: "secret",
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "secret",
  AWS_CONTAINER_CREDENTIALS_FULL_URI: "secret",
  AWS_CONTAINER_AUTHORIZATION_TOKEN: "secret",
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: "secret",
  VAULT_GCP_KEY: ({ vault }) => (vault.current.kind === "gcp-kms" ? vault.current.id : null),
  VAULT_GCP_ENDPOINT: ({ vault }) => siteOf(vault.gcp.endpoint),
  VAULT_GCP_TOKEN: "secret",
  GCE_METADATA_HOST: ({ vault }) => vault.gcp.metadataHost,
  ADMIN_USERNAME: "secret",
  ADMIN_PASSWORD: "secret",
  ADMIN_EMAIL: "secret",
  PUSH_PRIVATE_ENDPOINTS: ({ push }) => (push.allowsPrivate ? "1" : "0"),
  CARD_PROVIDER_URL: ({ cardProviderUrl }) => cardProviderUrl && siteOf(cardProviderUrl),
  APPROVAL_HOURS: ({ approvalMs }) => String(approvalMs / HOUR_MS),
  METRICS_HOST: ({ metrics }) => metrics && metrics.host,
  METRICS_PORT: ({ metrics }) => metrics && String(metrics.port),
  METRICS_TOKEN: "secret",
  LOG_LEVEL: ({ log }) => log.level,
  LOG_KEPT_DAYS: ({ log }) => String(log.keptDays),
  LOG_KEPT_MB: ({ log }) => String(Math.round(log.keptBytes / MB)),
  ERASURE_KEYS_DIR: ({ identity }) => identity.erasureKeysDir,
  KYC_RETENTION_DAYS: ({ identity }) => String(identity.retentionDays),
  KYC_KEEP_BY_LAW_DAYS: ({ identity }) => String(identity.keepByLawDays),
  BACKUP_DIR: ({ backup }) => backup.folder,
  BACKUP_EVERY: ({ backup }) => String(backup.everyMs / HOUR_MS),
  BACKUP_KEEP: ({ backup }) => `${backup.keep.days}d,${backup.keep.weeks}w`,
  BACKUP_KEY: "secret",
  SMTP_URL: "secret",
};

/** Every variable of the environment with what holds by it, whether it was given or not. */
export function environmentSettings(config: Config): ServiceSetting[] {
  return Object.entries(VARIABLES).map(([name, shown]) => {
    const isGiven = config.given.includes(name);
    const source = isGiven ? "environment" : "default";
    if (shown === "secret") return { name, source, isSecret: true, isSet: isGiven, value: null };
    const value = shown(config) ?? null;
    return { name, source, isSecret: false, isSet: isGiven || value !== null, value };
  });
}

/** An address without what may let somebody in: providers hand out keys as paths, names and questions. */
function siteOf(address: string): string {
  return URL.parse(address)?.origin ?? "";
}

function listed(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : texts.join(", ");
}
