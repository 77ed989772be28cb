import type { StellarConfig } from "#server/config.ts";
import { checkHorizon } from "./check-horizon.ts";
import { type Checked, checkRpc, type RpcSeen, troubleFinding } from "./check-rpc.ts";
import { type Finding, worstOf } from "./finding.ts";
import type { Known } from "./identity.ts";
import { askJson } from "./probe.ts";

type Named = Pick<StellarConfig, "rpcUrls" | "horizonUrls" | "passphrase" | "friendbotUrl">;

/**
 * Checks every address of a network, each in its own sentences, all kinds in the order of the configuration. Changes nothing, and takes a few
 * requests of each. Never throws; `timeoutMs` is for each request.
 */
export async function checkNetwork(
  { rpcUrls, horizonUrls, passphrase, friendbotUrl }: Named,
  { now, timeoutMs }: Pick<Known, "now" | "timeoutMs">,
): Promise<Finding[]> {
  const known = { passphrase, now, timeoutMs };
  const friendbot = friendbotUrl === null ? [] : [checkFriendbot(friendbotUrl, timeoutMs)];
  const rpcs = await Promise.all(rpcUrls.map((url) => checkRpc(url, known)));
  const seen = rpcs.flatMap((each) => each.seen ?? []);
  const horizons = await Promise.all(horizonUrls.map((url) => checkHorizon(url, known, bestOf(seen))));
  return [...ofKind(rpcs), ...ofKind(horizons), ...(await Promise.all(friendbot))];
}

/** The newest ledger of any, and the oldest that any remembers. */
function bestOf(seen: readonly RpcSeen[]): RpcSeen | null {
  if (seen.length === 0) return null;
  return {
    latestLedger: Math.max(...seen.map(({ latestLedger }) => latestLedger)),
    oldestLedger: Math.min(...seen.map(({ oldestLedger }) => oldestLedger)),
  };
}

/**
 * What is wrong with one of several is put up with: the others are asked. Where none of them is fit, and one says that it is of another network,
 * there is nothing to wait for.
 */
function ofKind(checked: readonly Checked[]): Finding[] {
  const hasFit = checked.some(({ findings }) => worstOf(findings) !== "wrong");
  return checked.flatMap(({ findings, isOfAnother }) =>
    findings.map((finding): Finding => {
      if (finding.severity !== "wrong" || finding.isCertain) return finding;
      if (hasFit) return { ...finding, severity: "warning" };
      return isOfAnother ? { ...finding, isCertain: true } : finding;
    }),
  );
}

/** Asked for nobody's account, a friendbot refuses in JSON, and gives nothing away. */
async function checkFriendbot(url: string, timeoutMs: number): Promise<Finding> {
  const about = `STELLAR_FRIENDBOT_URL ${new URL(url).origin}`;
  try {
    const { status } = await askJson(url, timeoutMs);
    if (status < 500) return { severity: "fine", about, text: "it answers." };
    throw new Error(`it answers ${status}`);
  } catch (error) {
    const { text } = troubleFinding(about, error);
    const fix = "New accounts cannot be opened by it: correct the address, or leave it out, and the house opens them.";
    return { severity: "warning", about, text, fix };
  }
}
