import * as v from "valibot";
import { readLines } from "./lines.ts";

const Header = v.object({
  totalCoins: v.string(),
  feePool: v.string(),
  idPool: v.string(),
  baseFee: v.number(),
  baseReserve: v.number(),
  ledgerVersion: v.number(),
  maxTxSetSize: v.number(),
  flags: v.number(),
});

const First = v.object({
  passphrase: v.string(),
  initial: v.object({ ledgerHeader: v.string(), entries: v.array(v.string()) }),
});

const Integer = v.pipe(
  v.union([v.pipe(v.string(), v.regex(/^\d+$/)), v.pipe(v.number(), v.integer())]),
  v.transform((value) => BigInt(value)),
);

const Ledger = v.object({
  ledgerSeq: v.number(),
  closeTime: Integer,
  txs: v.array(
    v.object({ envelope: v.string(), hash: v.string(), result: v.string(), meta: v.string(), feeMeta: v.string() }),
  ),
  rejected: v.array(
    v.object({
      envelope: v.string(),
      hash: v.string(),
      result: v.string(),
      queued: v.number(),
      pending: v.number(),
      lastLedger: v.number(),
      lastCloseTime: Integer,
    }),
  ),
  dropped: v.array(v.object({ envelope: v.string(), hash: v.string() })),
  header: Header,
  upgrades: v.optional(v.array(v.object({ upgrade: v.string(), changes: v.string() })), []),
});

const Final = v.object({ final: v.literal(true), header: Header, entries: v.array(v.string()) });

export type RecordedFirst = v.InferOutput<typeof First>;
export type RecordedLedger = v.InferOutput<typeof Ledger>;
export type RecordedRejection = RecordedLedger["rejected"][number];
export type RecordedFinal = v.InferOutput<typeof Final>;
export type RecordedTotals = v.InferOutput<typeof Header>;
export type RecordedLine =
  | { readonly kind: "first"; readonly value: RecordedFirst }
  | { readonly kind: "ledger"; readonly value: RecordedLedger }
  | { readonly kind: "final"; readonly value: RecordedFinal };

/**
 * Reads a recording (JSON lines, gzipped or not) line by line. Throws an error that names the file, and the line where
 * there is one: for what cannot be read, and for what is no recording.
 */
export async function* readRecording(file: string): AsyncGenerator<RecordedLine> {
  let number = 0;
  try {
    for await (const text of readLines(file)) {
      number += 1;
      if (text.trim() !== "") yield parseLine(JSON.parse(text));
    }
  } catch (error) {
    throw new Error(`${file}${number > 0 ? `, line ${number}` : ""}: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return "no recording, whose lines are JSON";
  return error instanceof Error ? error.message : String(error);
}

/** The keys that only this kind of line has decide what it must be, so that an error is about the right one. */
function parseLine(line: unknown): RecordedLine {
  if (typeof line !== "object" || line === null) throw new Error("no recording, whose lines are objects");
  if ("initial" in line) return { kind: "first", value: checked(First, line) };
  if ("final" in line) return { kind: "final", value: checked(Final, line) };
  return { kind: "ledger", value: checked(Ledger, line) };
}

function checked<Output>(schema: v.GenericSchema<unknown, Output>, line: object): Output {
  const result = v.safeParse(schema, line);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`not as in a recording at "${v.getDotPath(issue) ?? ""}": ${issue.message}`);
}
