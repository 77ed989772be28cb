import { ConfigError, type Environment, type StellarConfig } from "./config.ts";
import { checkNetwork } from "./platform/network/checks/check-network.ts";
import { type Finding, findingLine } from "./platform/network/checks/finding.ts";
import type { Told } from "./settle-config.ts";

/** For each request, in ms: nobody waits long for a start. */
const TIMEOUT_MS = 3000;

/**
 * Tells, at a start, what there is to say of a network that the environment names, one sentence for each thing. Throws {@link ConfigError} for what
 * is wrong for sure: addresses of another network. Anything else is only told: a network that upgrades must not keep servers from being restarted.
 * Told by the signal that nobody wants to know any more, it rejects.
 */
export async function tellNetwork(
  { stellarRpcUrls }: Pick<Environment, "stellarRpcUrls">,
  stellar: StellarConfig,
  told: Told,
  signal: AbortSignal,
): Promise<void> {
  // The embedded one is of this very version.
  if (stellarRpcUrls === null) return;
  const findings = await Promise.race([
    checkNetwork(stellar, { now: new Date(), timeoutMs: TIMEOUT_MS }),
    whenTold(signal),
  ]);
  for (const finding of findings) tell(told, finding);
  const certain = findings.find(({ isCertain }) => isCertain === true);
  if (certain) throw new ConfigError(findingLine(certain));
}

function tell(told: Told, finding: Finding): void {
  const sentence = findingLine(finding);
  if (finding.severity === "fine" || finding.severity === "note") told.info(sentence);
  else told.warn(sentence);
}

function whenTold(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
  });
}
