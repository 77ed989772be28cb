import { performance } from "node:perf_hooks";
import * as v from "valibot";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import type { Finding } from "#server/platform/network/checks/finding.ts";

/** A database that is there; who holds it closes it. */
export interface Reached {
  readonly database: Database | null;
  readonly findings: readonly Finding[];
}

const ABOUT = "MONGODB_URL";
const PROBES = "doctor_probes";
const Hello = v.object({ setName: v.optional(v.string()), msg: v.optional(v.string()), localTime: v.date() });
const Build = v.object({ version: v.string() });
const Parameters = v.object({
  transactionLifetimeLimitSeconds: v.optional(v.number()),
  featureCompatibilityVersion: v.optional(v.object({ version: v.string() })),
});

const LEAST_MAJOR = 7;
/** Ours take less on the busiest machine, and what a killed server left open blocks others for as long. */
const LIFETIME_S = 10;
const LEAST_LIFETIME_S = 5;
const MOST_LIFETIME_S = 30;
const APART_S = 2;
const SPOILT_S = 10;
const SLOW_MS = 1000;

/** Connects to the database. Never throws; `timeoutMs` is how long it may take to answer. */
export async function reachDatabase(url: string, name: string, timeoutMs: number): Promise<Reached> {
  try {
    return { database: await openDatabase(url, name, timeoutMs, timeoutMs), findings: [] };
  } catch {
    // The driver's own sentence may repeat the address, with the password in it.
    const text = "it does not answer, or refuses the name or the password.";
    const fix = "See that it runs, that its port is reached from here, and that the address is right.";
    return { database: null, findings: [{ severity: "wrong", about: ABOUT, text, fix }] };
  }
}

/** Whether it is a replica set, its version, its transactions, its clock, and whether a write reaches a majority. Never throws. */
export async function checkDatabase(database: Database, now: () => Date): Promise<Finding[]> {
  try {
    const admin = database.db.admin();
    const askedMs = now().getTime();
    const hello = v.parse(Hello, await admin.command({ hello: 1 }));
    const { version } = v.parse(Build, await admin.command({ buildInfo: 1 }));
    const clock = clockFinding((askedMs + now().getTime()) / 2 - hello.localTime.getTime());
    const parameters = await admin
      .command({ getParameter: 1, transactionLifetimeLimitSeconds: 1, featureCompatibilityVersion: 1 })
      .then((told) => v.parse(Parameters, told))
      .catch(() => null);
    const settings = parameters === null ? [UNTOLD] : settingsFindings(parameters, version);
    return [setFinding(hello), versionFinding(version), ...settings, clock, await writeFinding(database)];
  } catch (error) {
    const text = `it does not tell how it is set (${error instanceof Error ? error.name : "unknown"}).`;
    return [{ severity: "wrong", about: ABOUT, text, fix: "Let the server's user run hello and buildInfo." }];
  }
}

const UNTOLD: Finding = {
  severity: "note",
  about: ABOUT,
  text: "how long a transaction may live is not told to this user.",
};

function setFinding({ setName, msg }: v.InferOutput<typeof Hello>): Finding {
  if (setName !== undefined) return { severity: "fine", about: ABOUT, text: `it is the replica set ${setName}.` };
  if (msg === "isdbgrid") return { severity: "fine", about: ABOUT, text: "it is a sharded cluster." };
  const fix = "Start it with --replSet and run rs.initiate(): without one there are no transactions.";
  return { severity: "wrong", about: ABOUT, text: "it is no replica set.", fix };
}

function versionFinding(version: string): Finding {
  const text = `it is version ${version}.`;
  if (Number(version.split(".")[0]) >= LEAST_MAJOR) return { severity: "fine", about: ABOUT, text };
  return { severity: "warning", about: ABOUT, text, fix: "Use MongoDB 8, on which Astrolabe is tested." };
}

function settingsFindings(
  { transactionLifetimeLimitSeconds: seconds, featureCompatibilityVersion }: v.InferOutput<typeof Parameters>,
  version: string,
): Finding[] {
  const findings: Finding[] = [];
  if (seconds !== undefined) {
    const text = `a transaction may live for ${seconds} s.`;
    const isFit = seconds >= LEAST_LIFETIME_S && seconds <= MOST_LIFETIME_S;
    const fix = `Set transactionLifetimeLimitSeconds to ${LIFETIME_S}: what a killed server leaves open blocks others for as long.`;
    findings.push(isFit ? { severity: "fine", about: ABOUT, text } : { severity: "warning", about: ABOUT, text, fix });
  }
  const compatible = featureCompatibilityVersion?.version;
  if (compatible !== undefined && !version.startsWith(`${compatible}.`)) {
    const text = `it is version ${version} and behaves as ${compatible}.`;
    const fix = `Finish its upgrade (setFeatureCompatibilityVersion) before the next one.`;
    findings.push({ severity: "warning", about: ABOUT, text, fix });
  }
  return findings;
}

function clockFinding(aheadMs: number): Finding {
  const apart = Math.abs(aheadMs) / 1000;
  const about = "Clocks";
  const text = `this machine's and the database's are ${apart.toFixed(1)} s apart.`;
  if (apart <= APART_S) return { severity: "fine", about, text };
  const fix = "Set both by a time server (NTP).";
  return { severity: apart > SPOILT_S ? "wrong" : "warning", about, text, fix };
}

/** Writes a document that a majority has to have, and takes it away again. */
async function writeFinding(database: Database): Promise<Finding> {
  const probes = database.collection<{ _id: string }>(PROBES);
  const _id = crypto.randomUUID();
  try {
    // The first one of a connection pays for more than itself.
    await probes.insertOne({ _id });
    await probes.deleteOne({ _id });
    const beganMs = performance.now();
    await database.transaction(async (session) => {
      await probes.insertOne({ _id }, { session });
    });
    const ms = Math.round(performance.now() - beganMs);
    await probes.deleteOne({ _id });
    const text = `a majority of its members has a write after ${ms} ms.`;
    if (ms <= SLOW_MS) return { severity: "fine", about: ABOUT, text };
    const fix = "See to its disks and to the network between its members: each payment waits for that.";
    return { severity: "warning", about: ABOUT, text, fix };
  } catch {
    const text = "it takes no write that a majority of its members has to have.";
    const fix = "See that a primary is elected, that most members run, and that the server's user may write.";
    return { severity: "wrong", about: ABOUT, text, fix };
  }
}
