import { expect, test } from "vitest";
import { ConfigError, configWarnings, readEnvironment } from "./config.ts";

const KEY_HEX = "ab".repeat(32);

test("an empty environment is complete: everything is embedded, on port 3000", () => {
  expect(readEnvironment({})).toMatchObject({
    isProduction: false,
    host: "localhost",
    port: 3000,
    dataDir: "./data",
    publicUrl: "http://localhost:3000",
    mongodbUrl: null,
    stellarRpcUrls: null,
    sessionKey: null,
  });
});

test("when a market sets a price can be told", () => {
  const environment = { PRICE_MIN_DEPTH: "20", PRICE_MAX_SPREAD: "0.5", PRICE_STALE_HOURS: "2" };
  expect(readEnvironment(environment).prices).toEqual({ minDepth: 200_000_000n, maxSpread: 50n, staleMs: 7_200_000 });
});

test("what one network may have per day can be told", () => {
  expect(readEnvironment({}).perNetwork).toEqual({ registrations: 200, sponsored: 10 });
  const environment = { REGISTRATIONS_PER_NETWORK: "7", SPONSORED_PER_NETWORK: "0" };
  expect(readEnvironment(environment).perNetwork).toEqual({ registrations: 7, sponsored: 0 });
});

test("operators made lately count as second ones at once in a demo alone", () => {
  const real = { STELLAR_RPC_URL: "https://rpc.example.org", STELLAR_HORIZON_URL: "https://horizon.example.org" };
  expect(readEnvironment({}).approvalMs).toBe(0);
  expect(readEnvironment({ APPROVAL_HOURS: "5" }).approvalMs).toBe(5 * 3_600_000);
  expect(readEnvironment({ DEMO: "0" }).approvalMs).toBe(24 * 3_600_000);
  expect(readEnvironment({ ...real, NETWORK_PASSPHRASE: "Another network" }).approvalMs).toBe(24 * 3_600_000);
});

test("backups are made by the server where a folder and a key of their own are given", () => {
  expect(readEnvironment({}).backup).toEqual({
    folder: null,
    everyMs: 86_400_000,
    keep: { days: 7, weeks: 4 },
    key: null,
  });
  const given = { BACKUP_DIR: "/b", BACKUP_KEY: KEY_HEX, BACKUP_EVERY: "6", BACKUP_KEEP: "3d,0w" };
  const key = Buffer.from(KEY_HEX, "hex");
  expect(readEnvironment(given).backup).toEqual({
    folder: "/b",
    everyMs: 6 * 3_600_000,
    keep: { days: 3, weeks: 0 },
    key,
  });
  expect(() => readEnvironment({ BACKUP_DIR: "/b" })).toThrow("BACKUP_KEY must be given together with BACKUP_DIR.");
  expect(() => readEnvironment({ BACKUP_KEEP: "7" })).toThrow("BACKUP_KEEP must be days and weeks such as 7d,4w.");
  expect(() => readEnvironment({ BACKUP_KEY: KEY_HEX, VAULT_KEY: KEY_HEX })).toThrow("BACKUP_KEY must be another key");
});

test("metrics are told to this machine alone unless there is a token", () => {
  expect(readEnvironment({}).metrics).toBeNull();
  expect(readEnvironment({ METRICS_PORT: "9464" }).metrics).toEqual({ host: "127.0.0.1", port: 9464, token: null });
  const open = { METRICS_PORT: "9464", METRICS_HOST: "0.0.0.0" };
  expect(() => readEnvironment(open)).toThrow("METRICS_TOKEN must be given");
  expect(() => readEnvironment({ ...open, METRICS_TOKEN: "short" })).toThrow("METRICS_TOKEN must be 16");
  expect(() => readEnvironment({ METRICS_TOKEN: "a".repeat(16) })).toThrow("METRICS_PORT must be given");
  expect(readEnvironment({ ...open, METRICS_TOKEN: "a".repeat(16) }).metrics?.token).toBe("a".repeat(16));
});

test("an https address without a trusted proxy is warned of, and nothing else is", () => {
  const https = "https://wallet.example.org";
  expect(configWarnings({ publicUrl: https, trustedProxies: [] })).toHaveLength(1);
  expect(configWarnings({ publicUrl: https, trustedProxies: ["10.0.0.1"] })).toEqual([]);
  expect(configWarnings({ publicUrl: "http://localhost:3000", trustedProxies: [] })).toEqual([]);
});

test("an empty variable counts as absent, as in a copied .env file", () => {
  expect(readEnvironment({ MONGODB_URL: "", PORT: " " })).toMatchObject({ mongodbUrl: null, port: 3000 });
});

test("keys are read from hex and base64 alike", () => {
  const key = Buffer.from(KEY_HEX, "hex");
  expect(readEnvironment({ SESSION_KEY: KEY_HEX }).sessionKey).toEqual(key);
  expect(readEnvironment({ VAULT_KEY: key.toString("base64") }).vault.current).toEqual({ kind: "local", key });
});

test("several endpoints of one kind are separated by commas", () => {
  const environment = readEnvironment({
    STELLAR_RPC_URL: "http://a/rpc, http://b/rpc",
    STELLAR_HORIZON_URL: "http://a",
  });
  expect(environment.stellarRpcUrls).toEqual(["http://a/rpc", "http://b/rpc"]);
});

test.each([
  [{ PORT: "70000" }, "PORT"],
  [{ PORT: "http" }, "PORT"],
  [{ HOST: "a b" }, "HOST"],
  [{ PUBLIC_URL: "wallet.example.org" }, "PUBLIC_URL"],
  [{ PUBLIC_URL: "https://wallet.example.org/app" }, "PUBLIC_URL"],
  [{ PUBLIC_URL: "https://name:secret@wallet.example.org" }, "PUBLIC_URL"],
  [{ PUBLIC_URL: "ftp://wallet.example.org" }, "PUBLIC_URL"],
  [{ PORT: "-1" }, "PORT"],
  [{ REGISTRATIONS_PER_NETWORK: "many" }, "REGISTRATIONS_PER_NETWORK"],
  [{ SPONSORED_PER_NETWORK: "-1" }, "SPONSORED_PER_NETWORK"],
  [{ SMTP_URL: "mail.example.org" }, "SMTP_URL"],
  [{ CARD_PROVIDER_URL: "http://cards.example.org/{address}" }, "CARD_PROVIDER_URL"],
  [{ CARD_PROVIDER_URL: "https://cards.example.org/" }, "CARD_PROVIDER_URL"],
  [{ SESSION_KEY: "zz".repeat(32) }, "SESSION_KEY"],
  [{ VAULT_KEY: "ab".repeat(31) }, "VAULT_KEY"],
  [{ STELLAR_RPC_URL: "http://a,nowhere", STELLAR_HORIZON_URL: "http://a" }, "STELLAR_RPC_URL"],
  [{ STELLAR_HORIZON_URL: "http://a" }, "STELLAR_RPC_URL"],
  [{ MONGODB_URL: "http://127.0.0.1" }, "MONGODB_URL"],
  [{ STELLAR_RPC_URL: "nowhere", STELLAR_HORIZON_URL: "http://a" }, "STELLAR_RPC_URL"],
  [{ STELLAR_HORIZON_URL: "ftp://a", STELLAR_RPC_URL: "http://a" }, "STELLAR_HORIZON_URL"],
  [{ STELLAR_RPC_URL: "http://a" }, "STELLAR_HORIZON_URL"],
  [{ STELLAR_FRIENDBOT_URL: "x" }, "STELLAR_FRIENDBOT_URL"],
  [{ SESSION_KEY: "secret-but-short" }, "SESSION_KEY"],
  [{ VAULT_KEY: "secret-but-short" }, "VAULT_KEY"],
  [{ DEMO: "yes" }, "DEMO"],
  [{ DEMO_DAYS: "366" }, "DEMO_DAYS"],
  [{ EMBEDDED_HISTORY_DAYS: "1" }, "EMBEDDED_HISTORY_DAYS"],
  [{ TRADES_KEPT_DAYS: "6" }, "TRADES_KEPT_DAYS"],
  [{ TRADES_KEPT_DAYS: "3661" }, "TRADES_KEPT_DAYS"],
  [{ PRICE_MIN_DEPTH: "much" }, "PRICE_MIN_DEPTH"],
  [{ PRICE_MAX_SPREAD: "5%" }, "PRICE_MAX_SPREAD"],
  [{ PRICE_STALE_HOURS: "0" }, "PRICE_STALE_HOURS"],
  [{ ADMIN_USERNAME: "a" }, "ADMIN_USERNAME"],
  [{ ADMIN_PASSWORD: "secret" }, "ADMIN_PASSWORD"],
  [{ ADMIN_EMAIL: "boss" }, "ADMIN_EMAIL"],
  [{ SMTP_URL: "http://mail" }, "SMTP_URL"],
  [{ TRUSTED_PROXIES: "everyone" }, "TRUSTED_PROXIES"],
  [{ NODE_ENV: "prod" }, "NODE_ENV"],
  [{ NODE_ENV: "production", VAULT_KEY: KEY_HEX }, "SESSION_KEY"],
  [{ NODE_ENV: "production", SESSION_KEY: KEY_HEX }, "VAULT_KEY"],
  [{ NODE_ENV: "production", SESSION_KEY: KEY_HEX, VAULT_KEY: KEY_HEX }, "MONGODB_URL"],
  [{ NODE_ENV: "production", SESSION_KEY: KEY_HEX, VAULT_KEY: KEY_HEX, ALLOW_EMBEDDED: "0" }, "MONGODB_URL"],
  [{ ALLOW_EMBEDDED: "yes" }, "ALLOW_EMBEDDED"],
])("a wrong value is told in one sentence that names the variable and not the value: %j", (env, name) => {
  let message = "";
  try {
    readEnvironment(env);
  } catch (error) {
    if (error instanceof ConfigError) message = error.message;
  }
  expect(message).toMatch(new RegExp(`^${name} .+\\.$`));
  expect(message).not.toContain("\n");
  expect(message).not.toContain("secret");
});

test("in production the embedded database is taken only where ALLOW_EMBEDDED says so, or not needed", () => {
  const production = { NODE_ENV: "production", SESSION_KEY: KEY_HEX, VAULT_KEY: KEY_HEX };
  expect(() => readEnvironment(production)).toThrow(/ALLOW_EMBEDDED/);
  expect(readEnvironment({ ...production, ALLOW_EMBEDDED: "1" })).toMatchObject({ mongodbUrl: null });
  const url = "mongodb://db.example.org/?replicaSet=rs0";
  expect(readEnvironment({ ...production, MONGODB_URL: url })).toMatchObject({ mongodbUrl: url });
});

test("the embedded network has a demo market of ninety days unless DEMO is 0, and a network of one's own has none", () => {
  const own = { STELLAR_RPC_URL: "http://a/rpc", STELLAR_HORIZON_URL: "http://a" };
  expect(readEnvironment({}).demo).toEqual({ days: 90 });
  expect(readEnvironment({ DEMO: "1", DEMO_DAYS: "3" }).demo).toEqual({ days: 3 });
  expect(readEnvironment({ DEMO: "0" }).demo).toBeNull();
  expect(readEnvironment(own).demo).toBeNull();
  expect(() => readEnvironment({ ...own, DEMO: "1" })).toThrow(/^DEMO cannot be 1 together with STELLAR_RPC_URL/);
});
