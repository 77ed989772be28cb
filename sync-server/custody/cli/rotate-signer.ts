import { parseArgs } from "node:util";
import { StrKey } from "@stellar/stellar-sdk";
import { AppError } from "#schemas/errors.ts";
import { ConfigError, readEnvironment } from "#server/config.ts";
import { withSecretFiles } from "#server/secret-files.ts";
import { isAllowedKey } from "#server/custody/kms-prefixes.ts";
import { rotateSigner } from "#server/custody/rotate-signer.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { openAuditLog } from "#server/platform/vault/audit-log.ts";
import { verifyRing } from "#server/platform/vault/canary.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { KmsError } from "#server/platform/vault/kms-http.ts";
import { openVault } from "#server/platform/vault/vault.ts";
import { settleConfig } from "#server/settle-config.ts";

const DATABASE_TIMEOUT_MS = 10_000;
const clock = { now: () => new Date() };

/**
 * `npm run vault:rotate-signer -- --account G... [--kms-key ID]`: hands any account of ours, the house's own among them,
 * over to another key. The running servers carry it out.
 */
async function rotate(): Promise<void> {
  const { values } = parseArgs({ options: { account: { type: "string" }, "kms-key": { type: "string" } } });
  const account = values.account ?? "";
  if (!StrKey.isValidEd25519PublicKey(account)) throw new ConfigError("--account must be an address (G...).");
  const tell = (sentence: string): void => console.error(sentence);
  const { config, stop } = await settleConfig(readEnvironment(withSecretFiles(process.env)), {
    info: tell,
    warn: tell,
  });
  try {
    const database = await openDatabase(config.mongodbUrl, config.databaseName, DATABASE_TIMEOUT_MS).catch(() => {
      throw new ConfigError("MONGODB_URL names a database that does not answer.");
    });
    try {
      const ring = openKeyRing(config.vault, clock);
      await verifyRing(database, ring);
      const vault = openVault(database, ring, openAuditLog(database, clock), clock);
      const keyId = values["kms-key"];
      if (keyId !== undefined && !isAllowedKey(keyId, config.vault.kmsPrefixes))
        throw new ConfigError("VAULT_KMS_PREFIXES names no beginning that this --kms-key has.");
      const kmsKey = keyId === undefined ? null : { keyId, publicKey: await vault.inspectKmsKey(keyId) };
      const feeBid = await openRpcNetwork(config.stellar).feeBid();
      const request = { account, requestedBy: "operator", kmsKey, feeBid };
      const { change, submission } = await rotateSigner({ database, clock, vault }, request);
      console.log(
        `${change.next.publicKey} signs for ${account} as soon as the network has submission ${submission.id}.`,
      );
    } finally {
      await database.close();
    }
  } finally {
    await stop();
  }
}

try {
  await rotate();
} catch (error) {
  const isKnown = error instanceof ConfigError || error instanceof KmsError || error instanceof AppError;
  console.error(isKnown ? error.message : error);
  process.exitCode = 1;
}
