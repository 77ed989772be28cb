import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { measureEvents } from "./stellar-events.ts";
import { measureLarge } from "./stellar-large.ts";
import { measureMarket } from "./stellar-market.ts";
import { measureRates } from "./stellar-rates.ts";
import { measureStream } from "./stellar-stream.ts";

/** Measures the embedded Stellar network on this machine; `--transactions 0` leaves out the long part. */
const { values } = parseArgs({ options: { transactions: { type: "string", default: "1000000" } } });
const transactions = Number(values.transactions);
if (!/^\d+$/.test(values.transactions)) throw new Error("--transactions must be a whole number.");

const tell = (line: string) => process.stdout.write(`${line}  [load ${(loadavg()[0] ?? 0).toFixed(1)}]\n`);
measureRates(tell);
measureEvents(tell);
await measureMarket(tell);
await measureStream(tell);
if (transactions > 0) await measureLarge(transactions, tell);
