import { parseArgs } from "node:util";
import { StrKey } from "@stellar/stellar-sdk";
import * as v from "valibot";
import { isAmount, parseAmount } from "#schemas/values/money.ts";
import { FaultSettings } from "./faults.ts";
import { NEWEST_PROTOCOL, OLDEST_PROTOCOL } from "./ledger/limits.ts";
import type { ServerOptions } from "./server.ts";

const DEFAULT_PASSPHRASE = "Standalone Network ; February 2017";
/** What the public network runs. */
const DEFAULT_PROTOCOL = 27;
const MOST_OPERATIONS = 100_000;
/** What an RPC server keeps unless told otherwise: seven days of ledgers that close every five seconds. */
export const DEFAULT_RETAIN_LEDGERS = 120_960;
const MOST_RETAIN_LEDGERS = 100_000_000;
/** Fourteen days of ledgers that close every second: with the demo market a gigabyte. */
const DEFAULT_KEEP_HISTORY = 1_209_600;
const DEFAULT_DEMO_SEED = "astrolabe";
const DEFAULT_DEMO_DAYS = 90;
const MOST_DEMO_DAYS = 365;
const LOOPBACK = /^(?:127\.|::1$|localhost$)/;

/** What the command line asks for. */
export interface Command {
  readonly server: ServerOptions;
  readonly exitWithParent: boolean;
  /** The file with the secret that steering the network takes; nobody steers it without one. */
  readonly controlFile: string | undefined;
}

/** Reads the flags; throws an error whose message is one sentence about the first wrong one. */
export function readCommand(args: string[]): Command {
  const { values } = parseArgs({
    args,
    options: {
      host: { type: "string", default: "127.0.0.1" },
      port: { type: "string", default: "8000" },
      data: { type: "string" },
      "close-interval": { type: "string", default: "1000" },
      "idle-interval": { type: "string", default: "0" },
      passphrase: { type: "string", default: DEFAULT_PASSPHRASE },
      protocol: { type: "string", default: String(DEFAULT_PROTOCOL) },
      reset: { type: "boolean", default: false },
      fund: { type: "string", multiple: true, default: [] },
      fault: { type: "string", multiple: true, default: [] },
      demo: { type: "boolean", default: false },
      "demo-domain": { type: "string", default: "" },
      "demo-days": { type: "string", default: String(DEFAULT_DEMO_DAYS) },
      "demo-seed": { type: "string", default: DEFAULT_DEMO_SEED },
      "set-size": { type: "string" },
      retain: { type: "string", default: String(DEFAULT_RETAIN_LEDGERS) },
      "keep-history": { type: "string", default: String(DEFAULT_KEEP_HISTORY) },
      control: { type: "string" },
      "host-name": { type: "string", multiple: true, default: [] },
      "exit-with-parent": { type: "boolean", default: false },
    },
  });
  if (values.data === undefined || values.data === "") throw new Error("--data must name the folder for the ledger.");
  if (!/^[!-~]{0,32}$/.test(values["demo-domain"])) {
    throw new Error("--demo-domain must be a domain of at most 32 characters.");
  }
  refuseOpenHost(values.host, values["host-name"]);
  if (values.control === "") throw new Error("--control must name the file for the secret.");
  if (values.passphrase === "") throw new Error("--passphrase must not be empty.");
  const retainLedgers = numberIn("--retain", values.retain, 1, MOST_RETAIN_LEDGERS);
  const keepHistory = numberIn("--keep-history", values["keep-history"], 1, MOST_RETAIN_LEDGERS);
  if (keepHistory <= retainLedgers) throw new Error("--keep-history must be more ledgers than --retain.");
  const demo = {
    seed: values["demo-seed"],
    domain: values["demo-domain"],
    days: numberIn("--demo-days", values["demo-days"], 0, MOST_DEMO_DAYS),
  };
  return {
    server: {
      host: values.host,
      port: numberIn("--port", values.port, 0, 65_535),
      directory: values.data,
      closeIntervalMs: numberIn("--close-interval", values["close-interval"], 0, 3_600_000),
      idleIntervalMs: numberIn("--idle-interval", values["idle-interval"], 0, 3_600_000),
      passphrase: values.passphrase,
      protocol: numberIn("--protocol", values.protocol, OLDEST_PROTOCOL, NEWEST_PROTOCOL),
      reset: values.reset,
      fund: values.fund.map(readFunding),
      faults: readFaults(values.fault),
      hostNames: values["host-name"],
      retainLedgers,
      keepHistory,
      ...(values["set-size"] !== undefined && {
        setSize: numberIn("--set-size", values["set-size"], 1, MOST_OPERATIONS),
      }),
      ...(values.demo && { demo }),
    },
    exitWithParent: values["exit-with-parent"],
    controlFile: values.control,
  };
}

/** Its friendbot gives to whoever asks: nobody lets other machines in without having said what they call it. */
function refuseOpenHost(host: string, names: readonly string[]): void {
  if (!/^[A-Za-z0-9.:-]+$/.test(host)) throw new Error("--host must be an address of this machine such as 127.0.0.1.");
  if (!LOOPBACK.test(host) && names.length === 0)
    throw new Error("--host lets other machines in only together with --host-name, the name that they call it by.");
}

/** Reads "G...:AMOUNT", an account to create and the XLM it gets. */
function readFunding(text: string): readonly [string, string] {
  const [account = "", amount = "", ...rest] = text.split(":");
  if (rest.length > 0 || !StrKey.isValidEd25519PublicKey(account) || !isAmount(amount) || parseAmount(amount) === 0n) {
    throw new Error("--fund must be an account and an amount of XLM, as in G...:100.");
  }
  return [account, amount];
}

/** Reads "NAME=COUNT" each, as "lag=2". */
function readFaults(texts: readonly string[]): FaultSettings {
  const counts = texts.map((text) => {
    const [name = "", count = ""] = text.split("=");
    return [name, /^\d+$/.test(count) ? Number(count) : Number.NaN] as const;
  });
  const settings = v.safeParse(FaultSettings, Object.fromEntries(counts));
  if (settings.success) return settings.output;
  throw new Error(
    "--fault must be delay, drop, accept-then-504, lag or not-found and a count, as in lag=2 (at most 100).",
  );
}

function numberIn(flag: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new Error(`${flag} must be a whole number from ${least} to ${most}.`);
  }
  return number;
}
