import { randomBytes } from "node:crypto";
import type { Config } from "#server/config.ts";

/** Settings of a vault that is locked with `key`, and opened by `others` as well. */
export function testVault(key: Buffer = randomBytes(32), others: readonly Buffer[] = []): Config["vault"] {
  return {
    setting: "VAULT_KEY",
    current: { kind: "local", key },
    others: others.map((other) => ({ kind: "local", key: other })),
    aws: null,
    kmsPrefixes: [],
    gcp: { token: null, metadataHost: "127.0.0.1:9", endpoint: "http://127.0.0.1:9" },
  };
}
