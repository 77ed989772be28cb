import { BlockList, isIPv6 } from "node:net";
import * as v from "valibot";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { Environment } from "#server/config.ts";
import type { Finding } from "#server/platform/network/checks/finding.ts";
import { askJson, parsed } from "#server/platform/network/checks/probe.ts";

const ABOUT = "PUBLIC_URL";
/** An address that is nobody's (RFC 5737): a server that believes it believes whatever callers say. */
const MADE_UP = "203.0.113.9";
const LOCAL_HOSTS: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

const INNER = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  INNER.addSubnet(network, bits);
for (const [network, bits] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  INNER.addSubnet(network, bits, "ipv6");

type Public = Pick<Environment, "publicUrl" | "trustedProxies">;

/**
 * Whether people get through to the server by its public address: what it sees of who calls, and whether its sockets open. Never throws.
 * `isRunning` says that one runs on this machine.
 */
export async function checkAddress(named: Public, isRunning: boolean, timeoutMs: number): Promise<Finding[]> {
  const { publicUrl } = named;
  try {
    const url = `${publicUrl}${ENDPOINTS.connection.path}`;
    const { body } = await askJson(url, timeoutMs, { headers: { "x-forwarded-for": MADE_UP } });
    const seen = parsed(ENDPOINTS.connection.output, body, "an answer that is not this server's");
    return [
      { severity: "fine", about: ABOUT, text: "this server answers there." },
      ...proxyFindings(named, seen),
      await socketFinding(publicUrl, timeoutMs),
    ];
  } catch (error) {
    const problem = error instanceof Error ? error.message : "it is not reached";
    const text = isRunning ? `${problem}.` : `${problem}; no server runs on this machine.`;
    const fix = isRunning
      ? "See to the name, the certificate and the proxy, and that it passes on to PORT."
      : "Start the server, and look again.";
    return [{ severity: isRunning ? "wrong" : "note", about: ABOUT, text, fix }];
  }
}

function proxyFindings({ publicUrl, trustedProxies }: Public, seen: v.InferOutput<typeof ENDPOINTS.connection.output>) {
  const about = "TRUSTED_PROXIES";
  const { protocol, hostname } = new URL(publicUrl);
  const findings: Finding[] = [];
  if (seen.address === MADE_UP)
    findings.push({
      severity: "warning",
      about,
      text: "the server believes whatever address a caller names (X-Forwarded-For).",
      fix: "Name the proxies alone, and have the outermost replace the header; from a trusted machine this is seen, too.",
    });
  else if (trustedProxies.length === 0 && !LOCAL_HOSTS.includes(hostname) && isInner(seen.address))
    findings.push({
      severity: "warning",
      about,
      text: `everybody seems to come from ${seen.address}, so that limits are shared by all.`,
      fix: `Set TRUSTED_PROXIES=${seen.address}, if that is the proxy.`,
    });
  else findings.push({ severity: "fine", about, text: `the server sees us as ${seen.address}.` });
  if (protocol === "https:" && seen.protocol !== "https")
    findings.push({
      severity: "note",
      about,
      text: "the server is not told that people come by https.",
      fix: "Have the proxy set X-Forwarded-Proto, and name it in TRUSTED_PROXIES.",
    });
  return findings;
}

function isInner(address: string): boolean {
  return INNER.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** Opens a socket as the app does, as far as its first word. */
function socketFinding(publicUrl: string, timeoutMs: number): Promise<Finding> {
  const about = "Sockets";
  const fix = "Have the proxy pass on Upgrade and Connection, and keep connections for a minute or more.";
  const url = `${publicUrl.replace(/^http/, "ws")}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(url, { headers: { origin: new URL(publicUrl).origin } });
  return new Promise<Finding>((resolve) => {
    const late = setTimeout(() => end("they do not open in time."), timeoutMs);
    function end(problem: string | null): void {
      clearTimeout(late);
      socket.close();
      if (problem === null) resolve({ severity: "fine", about, text: "they open through PUBLIC_URL." });
      else resolve({ severity: "wrong", about, text: problem, fix });
    }
    socket.addEventListener("message", ({ data }) =>
      end(String(data).startsWith("0{") ? null : "they say something else."),
    );
    socket.addEventListener("error", () => end("they do not open through PUBLIC_URL."));
  });
}
