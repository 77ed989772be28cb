import { connect, type PeerCertificate } from "node:tls";
import { describeProblem } from "#server/platform/network/answers.ts";
import type { Check, CheckResult } from "./check.ts";
import { failed, passed } from "./results.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Let's Encrypt's are renewed with thirty days left: two weeks on, it was tried in vain. */
const WARNING_DAYS = 14;
const GRAVE_DAYS = 3;
const ANSWER_MS = 8000;

/** Looks at the certificate that browsers are shown at PUBLIC_URL; where that is http there is none, and it has nothing to say. */
export function certificateCheck(publicUrl: string): Check {
  return {
    id: "certificate",
    version: 1,
    type: "certificate",
    severity: "warning",
    intervalMs: HOUR_MS,
    timeLimitMs: 2 * ANSWER_MS,
    failures: 1,
    passes: 1,
    dependsOn: ["database"],
    title: "check.certificate",
    means: "check.certificate.means",
    steps: [{ says: "check.step.renew-certificate" }],
    run: async ({ runtime: { clock } }) => {
      const { protocol, hostname, port } = new URL(publicUrl);
      if (protocol !== "https:") return [];
      try {
        const shown = await readCertificate(hostname, port === "" ? 443 : Number(port));
        return [judgeCertificate(shown, clock.now())];
      } catch (error) {
        return [failed("check.certificate.unreachable", { host: hostname, problem: describeProblem(error) })];
      }
    },
  };
}

/** A certificate as somebody showed it. */
export interface ShownCertificate {
  readonly validTo: Date;
  /** Why a browser would refuse it; null where it would not. */
  readonly refusal: string | null;
}

/** What is wrong with it at this moment. */
export function judgeCertificate({ validTo, refusal }: ShownCertificate, now: Date): CheckResult {
  const days = (validTo.getTime() - now.getTime()) / DAY_MS;
  const until = validTo.getTime();
  if (days < WARNING_DAYS) {
    const severity = days < 0 ? "critical" : days < GRAVE_DAYS ? "error" : "warning";
    return failed("check.certificate.ends", { until }, { severity });
  }
  if (refusal !== null) return failed("check.certificate.invalid", { problem: refusal }, { severity: "critical" });
  return passed();
}

/** Takes whatever is shown, so that one that is refused can be looked at as well; nothing is said over the connection. */
export function readCertificate(host: string, port: number): Promise<ShownCertificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: ANSWER_MS });
    socket.once("secureConnect", () => {
      const certificate: PeerCertificate = socket.getPeerCertificate();
      const error = socket.authorizationError;
      const refusal = socket.authorized ? null : describeProblem(error);
      socket.destroy();
      resolve({ validTo: new Date(certificate.valid_to), refusal });
    });
    socket.once("timeout", () => socket.destroy(new Error(`no answer within ${ANSWER_MS} ms`)));
    socket.once("error", reject);
  });
}
