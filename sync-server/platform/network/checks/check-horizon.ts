import * as v from "valibot";
import { type Checked, daysText, type RpcSeen, troubleFinding } from "./check-rpc.ts";
import type { Finding } from "./finding.ts";
import { type Known, passphraseFinding, protocolFinding } from "./identity.ts";
import { askJson, parsed } from "./probe.ts";

const Ledger = v.pipe(v.number(), v.integer(), v.minValue(0));
const Root = v.object({
  network_passphrase: v.string(),
  current_protocol_version: Ledger,
  history_latest_ledger: Ledger,
  history_elder_ledger: Ledger,
});
const FirstLedger = v.object({
  _embedded: v.object({ records: v.array(v.object({ closed_at: v.pipe(v.string(), v.isoTimestamp()) })) }),
});
const LastTransaction = v.object({
  _embedded: v.object({ records: v.array(v.object({ result_meta_xdr: v.optional(v.string()) })) }),
});

/** What Horizon takes in is a ledger or two old. */
const MOST_BEHIND = 3;
/** Further behind, it is not asked at all. */
const TOO_FAR_BEHIND = 60;
const DAY_MS = 24 * 3600 * 1000;

/** Checks one Horizon: whose it is, how far behind what RPC showed, since when it knows, and with what. Never throws. */
export async function checkHorizon(url: string, known: Known, rpc: RpcSeen | null): Promise<Checked> {
  const about = `STELLAR_HORIZON_URL ${new URL(url).origin}`;
  const findings: Finding[] = [];
  try {
    const { body, headers } = await askJson(`${url}/`, known.timeoutMs);
    const root = parsed(Root, body, "no answer of a Horizon");
    const whose = passphraseFinding(about, root.network_passphrase, known);
    findings.push(whose);
    if (whose.severity === "wrong") return { findings, isOfAnother: true };
    findings.push(protocolFinding(about, root.current_protocol_version));
    if (rpc) findings.push(stepFinding(about, rpc.latestLedger - root.history_latest_ledger));
    findings.push(await beginningFinding(url, about, root.history_elder_ledger, known, rpc));
    findings.push(await metaFinding(url, about, known.timeoutMs));
    findings.push(...paceFindings(about, headers));
    return { findings };
  } catch (error) {
    return { findings: [...findings, troubleFinding(about, error)] };
  }
}

/** `behind` in ledgers; negative where RPC is the later one. */
function stepFinding(about: string, behind: number): Finding {
  if (Math.abs(behind) <= MOST_BEHIND) return { severity: "fine", about, text: "it is in step with the RPC." };
  if (behind < 0)
    return {
      severity: "warning",
      about,
      text: `it is ${-behind} ledgers ahead of every RPC that was asked.`,
      fix: "Look after the RPC: what people see is as old as its last ledger.",
    };
  const isTooFar = behind > TOO_FAR_BEHIND;
  return {
    severity: isTooFar ? "wrong" : "warning",
    about,
    text: `it is ${behind} ledgers behind the RPC${isTooFar ? `, and more than ${TOO_FAR_BEHIND} are not put up with: it is not asked` : ""}.`,
    fix: "Wait until it has caught up, or name another one before it.",
  };
}

async function beginningFinding(
  url: string,
  about: string,
  elder: number,
  { timeoutMs, now }: Known,
  rpc: RpcSeen | null,
): Promise<Finding> {
  const { body } = await askJson(`${url}/ledgers?order=asc&limit=1`, timeoutMs);
  const [first] = parsed(FirstLedger, body, "no list of ledgers")._embedded.records;
  const days = first ? (now.getTime() - Date.parse(first.closed_at)) / DAY_MS : 0;
  const text = `its history begins with ledger ${elder}, ${daysText(days)} ago.`;
  if (rpc === null || elder <= rpc.oldestLedger) return { severity: "fine", about, text };
  return {
    severity: "warning",
    about,
    text: `${text} The RPC knows what was before.`,
    fix: "It cannot fill what the RPC has forgotten: name one with a longer history as well.",
  };
}

async function metaFinding(url: string, about: string, timeoutMs: number): Promise<Finding> {
  const { body } = await askJson(`${url}/transactions?order=desc&limit=1`, timeoutMs);
  const [last] = parsed(LastTransaction, body, "no list of transactions")._embedded.records;
  if (!last) return { severity: "note", about, text: "it knows of no transaction yet." };
  if (last.result_meta_xdr) return { severity: "fine", about, text: "it gives the meta of transactions." };
  return {
    severity: "note",
    about,
    text: "it gives no meta of transactions.",
    fix: "What is read from it for a gap is worked out of operations and effects, with more requests.",
  };
}

/** What it says of how much may be asked; nothing where it says nothing. */
function paceFindings(about: string, headers: Headers): readonly Finding[] {
  const [limit, left] = ["x-ratelimit-limit", "x-ratelimit-remaining"].map((name) => headers.get(name));
  if (!limit || !left) return [];
  const text = `it allows ${limit} requests in its time, of which ${left} are left.`;
  const isShort = Number(left) * 10 < Number(limit);
  if (!isShort) return [{ severity: "fine", about, text }];
  return [
    { severity: "warning", about, text, fix: "Name another one beside it, by comma, or ask for a higher limit." },
  ];
}
