import { parseArgs } from "node:util";
import { StrKey } from "@stellar/stellar-sdk";
import { ConfigError, readEnvironment } from "#server/config.ts";
import { withSecretFiles } from "#server/secret-files.ts";
import { ANCHOR_PURPOSE } from "#server/custody/anchor.ts";
import { ledgerAnchors } from "#server/custody/ledger-anchors.ts";
import { verifyAudit } from "#server/custody/verify-audit.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import { settleConfig } from "#server/settle-config.ts";

const DATABASE_TIMEOUT_MS = 10_000;

/**
 * `npm run audit:verify [-- --account G...]`: whoever does not trust the database to name the account with the anchors
 * names it. Prints one sentence; ends with 1 when something does not fit.
 */
async function verify(): Promise<number> {
  const { values } = parseArgs({ options: { account: { type: "string" } } });
  if (values.account !== undefined && !StrKey.isValidEd25519PublicKey(values.account))
    throw new ConfigError("--account must be an address (G...).");
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
      const address = values.account ?? (await houseAccounts(database)).get(ANCHOR_PURPOSE);
      const anchors = address === undefined ? [] : await ledgerAnchors(config.stellar.horizonUrls, address);
      const { isWhole, sentence } = await verifyAudit(database, anchors);
      console.log(sentence);
      return isWhole ? 0 : 1;
    } finally {
      await database.close();
    }
  } finally {
    await stop();
  }
}

try {
  process.exitCode = await verify();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
