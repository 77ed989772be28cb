import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import * as v from "valibot";

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
  v.union([v.string(), v.number()]),
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
export type RecordedFinal = v.InferOutput<typeof Final>;
export type RecordedTotals = v.InferOutput<typeof Header>;
export type RecordedLine =
  | { readonly kind: "first"; readonly value: RecordedFirst }
  | { readonly kind: "ledger"; readonly value: RecordedLedger }
  | { readonly kind: "final"; readonly value: RecordedFinal };

/** Reads a recording (JSON lines, gzipped or not) line by line; throws on a line of no known kind. */
export async function* readRecording(file: string): AsyncGenerator<RecordedLine> {
  const raw = createReadStream(file);
  const input = file.endsWith(".gz") ? raw.pipe(createGunzip()) : raw;
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    if (text.trim() === "") continue;
    yield parseLine(JSON.parse(text));
  }
}

function parseLine(line: unknown): RecordedLine {
  const final = v.safeParse(Final, line);
  if (final.success) return { kind: "final", value: final.output };
  const first = v.safeParse(First, line);
  if (first.success) return { kind: "first", value: first.output };
  return { kind: "ledger", value: v.parse(Ledger, line) };
}
