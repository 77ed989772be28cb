import * as v from "valibot";
import { describeProblem } from "#server/platform/network/answers.ts";
import type { Finding } from "./finding.ts";
import { type Known, passphraseFinding, protocolFinding } from "./identity.ts";
import { askRpc, NoSuchMethodError, TooManyRequestsError } from "./probe.ts";

const Network = v.object({ passphrase: v.string(), protocolVersion: v.pipe(v.number(), v.integer()) });
/** Seconds since 1970, as text or number: nodes differ. */
const Seconds = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.number(), v.minValue(0));
const Range = v.object({
  latestLedger: v.pipe(v.number(), v.integer()),
  latestLedgerCloseTime: Seconds,
  oldestLedger: v.pipe(v.number(), v.integer()),
  oldestLedgerCloseTime: Seconds,
});
const Ledgers = v.object({ ledgers: v.array(v.object({ sequence: v.number(), metadataXdr: v.string() })) });

const DAY_S = 24 * 3600;
/** Clocks further apart than this spoil time bounds (90 s) and codes of second factors. */
const MOST_AHEAD_S = 10;
/** A ledger closes every five seconds or so. */
const MOST_BEHIND_S = 60;

/** What is known of a node that answered. */
export interface RpcSeen {
  readonly latestLedger: number;
  readonly oldestLedger: number;
}

/** One address, checked. */
export interface Checked {
  readonly findings: readonly Finding[];
  /** Whether it told that it is of another network. */
  readonly isOfAnother?: true;
}

export interface RpcChecked extends Checked {
  /** Null where it did not tell. */
  readonly seen: RpcSeen | null;
}

/** Checks one Stellar RPC: whose it is, how far it remembers, what it can do, and whether its clock is ours. Never throws. */
export async function checkRpc(url: string, known: Known): Promise<RpcChecked> {
  const about = `STELLAR_RPC_URL ${new URL(url).origin}`;
  const { timeoutMs } = known;
  const findings: Finding[] = [];
  let seen: RpcSeen | null = null;
  try {
    const network = await askRpc(url, timeoutMs, "getNetwork", Network);
    const whose = passphraseFinding(about, network.passphrase, known);
    findings.push(whose);
    if (whose.severity === "wrong") return { findings, seen: null, isOfAnother: true };
    findings.push(protocolFinding(about, network.protocolVersion));
    // A look-up of a hash that cannot exist dates both ends of what a node remembers.
    const range = await askRpc(url, timeoutMs, "getTransaction", Range, { hash: "0".repeat(64) });
    seen = range;
    findings.push(memoryFinding(about, range), clockFinding(about, range.latestLedgerCloseTime, known.now));
    findings.push(await ledgersFinding(url, about, range, timeoutMs));
    return { findings, seen };
  } catch (error) {
    return { findings: [...findings, troubleFinding(about, error)], seen };
  }
}

/** Told of whatever keeps an address from being checked. */
export function troubleFinding(about: string, error: unknown): Finding {
  const text = `${describeProblem(error)}.`;
  if (error instanceof TooManyRequestsError)
    return {
      severity: "warning",
      about,
      text,
      fix: "Ask its provider for a higher limit, or name another one beside it, by comma.",
    };
  return {
    severity: "wrong",
    about,
    text,
    fix: "Correct the address, its path and key among it, or name another one.",
  };
}

function memoryFinding(about: string, range: v.InferOutput<typeof Range>): Finding {
  const days = (range.latestLedgerCloseTime - range.oldestLedgerCloseTime) / DAY_S;
  const text = `it remembers ${daysText(days)}, since ledger ${range.oldestLedger}.`;
  if (days >= 1) return { severity: "fine", about, text };
  const fix =
    "A server that was away for longer reads the rest from Horizon, which takes longer: prefer one that keeps seven days.";
  return { severity: "note", about, text, fix };
}

/** Days with one decimal, and hours below one. */
export function daysText(days: number): string {
  if (days >= 1) return `${days.toFixed(1)} days`;
  const hours = days * 24;
  return hours >= 1 ? `${hours.toFixed(1)} hours` : `${Math.max(0, Math.round(hours * 60))} minutes`;
}

/** Compares the time of the newest ledger (seconds since 1970) with our own. */
function clockFinding(about: string, closedAtSeconds: number, now: Date): Finding {
  const behindS = Math.round(now.getTime() / 1000 - closedAtSeconds);
  if (behindS < -MOST_AHEAD_S)
    return {
      severity: "wrong",
      about,
      text: `its newest ledger closed ${-behindS} s from now: the clock of this machine is behind.`,
      fix: "Set it by a time server (NTP).",
    };
  if (behindS <= MOST_BEHIND_S)
    return { severity: "fine", about, text: `its newest ledger closed ${Math.max(0, behindS)} s ago.` };
  return {
    severity: "warning",
    about,
    text: `its newest ledger closed ${behindS} s ago: it is behind, the network stands still, or the clock of this machine is ahead.`,
    fix: "Compare with another node, and set the clock by a time server (NTP).",
  };
}

/** A node of several behind one address may be a little behind the one that was asked before. */
const GIVEN_LEDGERS = 3;

async function ledgersFinding(
  url: string,
  about: string,
  { latestLedger, oldestLedger }: RpcSeen,
  timeoutMs: number,
): Promise<Finding> {
  const asked = Math.max(oldestLedger, latestLedger - GIVEN_LEDGERS);
  const fix = "Use Stellar RPC 22 or newer, or another provider: without it no order book is kept up to date.";
  try {
    const params = { startLedger: asked, pagination: { limit: 1 } };
    const { ledgers } = await askRpc(url, timeoutMs, "getLedgers", Ledgers, params);
    const hasMeta = ledgers.some(({ sequence, metadataXdr }) => sequence === asked && metadataXdr !== "");
    if (hasMeta) return { severity: "fine", about, text: "it has getLedgers, with all that a ledger changed." };
    return { severity: "wrong", about, text: `its getLedgers does not give ledger ${asked}, which it has.`, fix };
  } catch (error) {
    if (!(error instanceof NoSuchMethodError)) throw error;
    return { severity: "wrong", about, text: "it has no getLedgers.", fix };
  }
}
