import type { LedgerUpgradeWire } from "@stellar/stellar-sdk/xdr";
import * as v from "valibot";
import { carries } from "./control-secret.ts";
import { FaultSettings } from "./faults.ts";
import type { Faults } from "./faults.ts";
import type { Reply, Request } from "./http.ts";
import { hex } from "./ledger/keys.ts";
import { NEWEST_PROTOCOL } from "./ledger/limits.ts";
import type { Network } from "./network.ts";

/** Some thousand years: far beyond, moments have no date, and a ledger's time never goes back. */
const FARTHEST_SECONDS = 200_000_000_000;
const Seconds = v.pipe(v.number(), v.integer(), v.maxValue(FARTHEST_SECONDS));
const TimeSettings = v.union([
  v.strictObject({ offset: v.pipe(Seconds, v.minValue(-FARTHEST_SECONDS)) }),
  v.strictObject({ now: v.pipe(Seconds, v.minValue(0)) }),
]);

const Uint32 = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4_294_967_295));
const UpgradeSettings = v.strictObject({
  baseFee: v.optional(Uint32),
  /** Stroops. */
  baseReserve: v.optional(Uint32),
  /** Operations in a ledger. */
  maxTxSetSize: v.optional(Uint32),
  /** A protocol never goes back. */
  protocol: v.optional(v.pipe(v.number(), v.integer(), v.maxValue(NEWEST_PROTOCOL))),
  /** Switches pools off: 1 trading, 2 deposits, 4 withdrawals. */
  flags: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(7))),
});

/** What a network is steered by, where it was started with a secret for that. */
export interface Control {
  readonly secret: string;
  readonly network: Network;
  readonly faults: Faults;
}

const PATHS = new Set(["/close", "/time", "/upgrade", "/faults"]);

export function isControlPath(path: string): boolean {
  return PATHS.has(path);
}

/** Serves what tests steer the network with, to programs that carry the secret and to no page of a browser. */
export function serveControl(request: Request, control: Control): Reply {
  return { ...answer(request, control), isClosedToPages: true };
}

function answer(request: Request, { secret, network, faults }: Control): Reply {
  if (request.isFromPage || !carries(request.authorization, secret))
    return { status: 403, body: { message: "Steering the network takes the header authorization: Bearer SECRET." } };
  if (request.method === "GET" && request.path === "/faults") return { status: 200, body: faults.settings };
  if (request.method !== "POST") return { status: 405, body: { message: "The network is steered by POST requests." } };
  switch (request.path) {
    case "/close": {
      const row = network.closeLedger();
      const transactions = row.succeeded + row.failed;
      return { status: 200, body: { ledger: row.seq, hash: hex(row.hash), closedAt: row.closedAt, transactions } };
    }
    case "/upgrade":
      return upgrade(request, network);
    case "/time":
      return setTime(request, network);
    case "/faults": {
      const settings = v.safeParse(FaultSettings, parseJson(request.body));
      if (!settings.success)
        return refused("faults are {delay, drop, accept-then-504, lag, not-found}, each a count, and lag at most 100");
      faults.set(settings.output);
      return { status: 200, body: faults.settings };
    }
    default:
      return { status: 404, body: { message: "The network is not steered by this." } };
  }
}

/** Changes rules of the network, in a ledger that closes at once. */
function upgrade(request: Request, network: Network): Reply {
  const settings = v.safeParse(UpgradeSettings, parseJson(request.body));
  if (!settings.success)
    return refused("upgrades are {protocol, baseFee, baseReserve, maxTxSetSize, flags}, each a whole number");
  const { protocol, baseFee, baseReserve, maxTxSetSize, flags } = settings.output;
  if (protocol !== undefined && protocol <= network.chain.protocol)
    return refused(`protocol must be above ${network.chain.protocol}, which the network has`);
  const upgrades: LedgerUpgradeWire[] = [];
  if (protocol !== undefined) upgrades.push({ type: 1, newLedgerVersion: protocol });
  if (baseFee !== undefined) upgrades.push({ type: 2, newBaseFee: baseFee });
  if (maxTxSetSize !== undefined) upgrades.push({ type: 3, newMaxTxSetSize: maxTxSetSize });
  if (baseReserve !== undefined) upgrades.push({ type: 4, newBaseReserve: baseReserve });
  if (flags !== undefined) upgrades.push({ type: 5, newFlags: flags });
  if (upgrades.length === 0) return refused("no upgrade was named");
  const row = network.closeLedger(upgrades);
  return { status: 200, body: { ledger: row.seq } };
}

/** Sets the network's time: `{offset}` in seconds against the machine's, or `{now}` in seconds since 1970. */
function setTime(request: Request, network: Network): Reply {
  const settings = v.safeParse(TimeSettings, parseJson(request.body));
  if (!settings.success) return refused(`time is {offset} or {now}, in whole seconds, at most ${FARTHEST_SECONDS}`);
  const { clock } = network.chain;
  const wanted = settings.output;
  if ("offset" in wanted) clock.shift(wanted.offset);
  else {
    clock.shift(0);
    clock.shift(wanted.now - Number(clock.now()));
  }
  return { status: 200, body: { now: Number(clock.now()) } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    return undefined;
  }
}

function refused(message: string): Reply {
  return { status: 400, body: { message } };
}
