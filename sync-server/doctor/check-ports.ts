import { createServer } from "node:net";
import type { Environment } from "#server/config.ts";
import type { Finding } from "#server/platform/network/checks/finding.ts";
import { askJson } from "#server/platform/network/checks/probe.ts";

/** What was found of the ports, and whether a server of ours answers on PORT already. */
export interface PortsChecked {
  readonly findings: readonly Finding[];
  readonly isRunning: boolean;
}

/** Whether the ports are free, or taken by Astrolabe itself. `timeoutMs` is for whoever answers there. */
export async function checkPorts(
  { host, port, metrics }: Pick<Environment, "host" | "port" | "metrics">,
  timeoutMs: number,
): Promise<PortsChecked> {
  const serving = await checkPort({ variable: "PORT", host, port }, timeoutMs);
  if (metrics === null) return { findings: [serving.finding], isRunning: serving.isRunning };
  const told = { variable: "METRICS_PORT", host: metrics.host, port: metrics.port };
  const metering = await checkPort(told, timeoutMs, serving.isRunning);
  return { findings: [serving.finding, metering.finding], isRunning: serving.isRunning };
}

interface Named {
  readonly variable: string;
  readonly host: string;
  readonly port: number;
}

async function checkPort({ variable, host, port }: Named, timeoutMs: number, isOurs?: boolean) {
  const about = `${variable} ${port}`;
  const problem = await bindProblem(host, port);
  if (problem === null) return found({ severity: "fine", about, text: "it is free." });
  if (problem === "EACCES")
    return found({
      severity: "wrong",
      about,
      text: "this account may not use it.",
      fix: `Set a ${variable} above 1023.`,
    });
  if (problem !== "EADDRINUSE") {
    const text = `no address of this machine (${problem}).`;
    return found({ severity: "wrong", about: `HOST ${host}`, text, fix: "Name one, or 0.0.0.0 for all." });
  }
  if (isOurs ?? (await answersAsOurs(host, port, timeoutMs)))
    return { finding: { severity: "fine", about, text: "Astrolabe runs on it." } as const, isRunning: true };
  const text = "another process has it, or an Astrolabe that does not answer.";
  return found({ severity: "wrong", about, text, fix: `End that process, or set another ${variable}.` });
}

function found(finding: Finding) {
  return { finding, isRunning: false };
}

/** Why nobody can listen there, by the system's code; null where one can. */
function bindProblem(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

async function answersAsOurs(host: string, port: number, timeoutMs: number): Promise<boolean> {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  try {
    const { body } = await askJson(`http://${name}:${port}/healthz`, timeoutMs);
    return JSON.stringify(body) === '{"status":"ok"}';
  } catch {
    // Whatever it is, it is none of ours.
    return false;
  }
}
