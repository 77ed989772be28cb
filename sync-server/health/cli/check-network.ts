import { ConfigError, readEnvironment } from "#server/config.ts";
import { withSecretFiles } from "#server/secret-files.ts";
import { checkNetwork } from "#server/platform/network/checks/check-network.ts";
import { EXIT_CODES, findingLine, SIGNS, worstOf } from "#server/platform/network/checks/finding.ts";
import { askPassphrase } from "#server/settle-config.ts";

/** For each request, in ms. */
const TIMEOUT_MS = 10_000;
/** `npm run check:network`: what there is to say of the network that the environment names, a line for each thing, with what to do about it. */
async function check(): Promise<number> {
  const { stellarRpcUrls, stellarHorizonUrls, stellarPassphrase, stellarFriendbotUrl } = readEnvironment(
    withSecretFiles(process.env),
  );
  if (!stellarRpcUrls || !stellarHorizonUrls) {
    console.log("No STELLAR_RPC_URL is given: the embedded network is used, and there is nothing to check.");
    return 0;
  }
  const passphrase = stellarPassphrase ?? (await askPassphrase(stellarRpcUrls));
  if (passphrase === null)
    throw new ConfigError("STELLAR_NETWORK_PASSPHRASE must be given, because no STELLAR_RPC_URL answered with it.");
  const findings = await checkNetwork(
    { rpcUrls: stellarRpcUrls, horizonUrls: stellarHorizonUrls, passphrase, friendbotUrl: stellarFriendbotUrl },
    { now: new Date(), timeoutMs: TIMEOUT_MS },
  );
  for (const finding of findings) console.log(`${SIGNS[finding.severity]} ${findingLine(finding)}`);
  return EXIT_CODES[worstOf(findings)];
}

try {
  process.exitCode = await check();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 2;
}
