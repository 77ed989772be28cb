import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Operation, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import type { FeeBumpTransaction, Keypair, Transaction } from "@stellar/stellar-sdk";
import { afterAll, describe, expect, test } from "vitest";
import { encodeChanges, encodeMeta } from "#server/embedded/stellar/ledger/meta.ts";
import { PASSPHRASE, ROOT, TestLedger, testKey } from "#server/embedded/stellar/ledger/test-ledger.ts";
import { replay } from "./replay.ts";

const [A, B] = [testKey(1), testKey(2)];
const PROTOCOL = 19;
const COMMAND = join(import.meta.dirname, "../replay.ts");

type Built = Transaction | FeeBumpTransaction;
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const data = (name: string) => [Operation.manageData({ name, value: "x" })];

/** Writes down what a ledger does, as recordings of stellar-core do. */
class Recorder {
  readonly ledger = new TestLedger(PROTOCOL);
  readonly lines: object[] = [];

  constructor() {
    this.lines.push({
      passphrase: PASSPHRASE,
      initial: {
        ledgerHeader: base64(xdr.LedgerHeader.schema.encode(this.ledger.state.header)),
        entries: [...this.ledger.entries()].map((entry) => base64(xdr.LedgerEntry.schema.encode(entry))),
      },
    });
  }

  close(transactions: readonly Built[], rejected: readonly object[] = []): void {
    const txs = this.ledger
      .close(transactions.map((built) => this.ledger.read(built)))
      .map(({ transaction, result, changes, feeChanges }) => ({
        envelope: base64(xdr.TransactionEnvelope.schema.encode(transaction.envelope)),
        hash: transaction.hashHex,
        result: base64(xdr.TransactionResult.schema.encode(result)),
        meta: base64(encodeMeta(changes, PROTOCOL)),
        feeMeta: base64(encodeChanges(feeChanges)),
      }));
    const { ledgerSeq, scpValue } = this.ledger.state.header;
    this.lines.push({
      ledgerSeq,
      closeTime: Number(scpValue.closeTime),
      txs,
      rejected,
      dropped: [],
      header: this.#totals(),
    });
  }

  /** A submission that core refused while `queued` transactions of its account waited. */
  refused(built: Built, result: Parameters<typeof xdr.TransactionResult.schema.encode>[0], queued: number): object {
    const { ledgerSeq, scpValue } = this.ledger.state.header;
    const { envelope, hashHex } = this.ledger.read(built);
    return {
      envelope: base64(xdr.TransactionEnvelope.schema.encode(envelope)),
      hash: hashHex,
      result: base64(xdr.TransactionResult.schema.encode(result)),
      queued,
      pending: queued,
      lastLedger: ledgerSeq,
      lastCloseTime: String(scpValue.closeTime),
    };
  }

  text(): string {
    const entries = [...this.ledger.entries()].map((entry) => base64(xdr.LedgerEntry.schema.encode(entry)));
    const final = { final: true, header: this.#totals(), entries };
    return [...this.lines, final].map((line) => `${JSON.stringify(line)}\n`).join("");
  }

  #totals(): object {
    const { totalCoins, feePool, idPool, baseFee, baseReserve, ledgerVersion, maxTxSetSize } = this.ledger.state.header;
    const counted = { totalCoins: String(totalCoins), feePool: String(feePool), idPool: String(idPool) };
    return { ...counted, baseFee, baseReserve, ledgerVersion, maxTxSetSize, flags: 0 };
  }
}

function recorder(): Recorder {
  const made = new Recorder();
  const create = (key: Keypair) => Operation.createAccount({ destination: key.publicKey(), startingBalance: "100" });
  made.close([made.ledger.build(ROOT, [create(A), create(B)])]);
  return made;
}

function recording(): string {
  const made = recorder();
  for (const name of ["a", "b", "c"]) made.close([made.ledger.build(A, data(name)), made.ledger.build(B, data(name))]);
  return made.text();
}

const folder = mkdtempSync(join(tmpdir(), "astrolabe-replay-"));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, content: string | Uint8Array) => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};

describe("a recording that agrees", () => {
  test.each([
    ["plain", (text: string) => text],
    ["zipped", (text: string) => gzipSync(text)],
    ["without a last line break", (text: string) => text.trimEnd()],
  ])("%s, whatever its name", async (name, pack) => {
    const found = await replay(write(name, pack(recording())));
    expect(found).toMatchObject({ transactions: 7, results: 0, entries: 0, words: [], isComplete: true });
  });

  test("may stop early, which is told", async () => {
    const lines = recording().trimEnd().split("\n").slice(0, -1);
    expect(await replay(write("slice", lines.join("\n")))).toMatchObject({ results: 0, isComplete: false });
  });
});

describe("a recording that differs", () => {
  test("is counted whole, and told in as many words as are wanted", async () => {
    const wrong = recording().replaceAll(/"feePool":"\d+"/g, '"feePool":"1"');
    const found = await replay(write("pool", wrong), 2);
    expect(found).toMatchObject({ results: 0, entries: 5 });
    expect(found.words).toHaveLength(2);
    expect(found.words[0]).toContain("header of ledger 2");
  });

  test("is counted to its end where it breaks down on the way", async () => {
    const lines = recording().split("\n");
    const withoutAccounts = lines.filter((_, index) => index !== 1).join("\n");
    const found = await replay(write("gap", withoutAccounts));
    expect(found).toMatchObject({ transactions: 6, results: 6 });
    expect(found.entries).toBeGreaterThan(0);
    expect(found.words[0]).toContain("not applied");
  });
});

describe("what is no recording", () => {
  const text = recording();
  const lines = text.trimEnd().split("\n");

  test.each([
    ["words", "# A title\n", "line 1: no recording, whose lines are JSON"],
    ["a list", "[]\n", 'line 1: not as in a recording at "ledgerSeq"'],
    ["a number", "7\n", "line 1: no recording, whose lines are objects"],
    ["nothing", "", "is no recording: it is empty"],
    ["no beginning", lines.slice(1).join("\n"), "it does not begin with its initial state"],
    ["two beginnings", [lines[0], ...lines].join("\n"), "it has two initial states"],
    ["ledgers out of order", [lines[0], lines[2], lines[1]].join("\n"), "it has ledger 2 after ledger 3"],
    ["more after the end", [...lines, lines[1]].join("\n"), "it goes on after its final state"],
    ["a line cut off", text.slice(0, -50), "no recording, whose lines are JSON"],
    ["a field of the wrong kind", text.replace('"feeMeta":"', '"feeMeta":5,"was":"'), "line 2: not as in a recording"],
    [
      "a time that is no number",
      text.replace(/"closeTime":\d+/, '"closeTime":"soon"'),
      'line 2: not as in a recording at "closeTime"',
    ],
    ["no XDR where there should be", text.replace('"envelope":"AAAA', '"envelope":"zzzz'), "ledger 2 cannot be read"],
  ])("%s", async (name, content, message) => {
    await expect(replay(write(`wrong ${name}`, content))).rejects.toThrow(message);
  });

  test("a zipped file that was cut off, a folder, and no file at all", async () => {
    await expect(replay(write("cut.gz", gzipSync(text).subarray(0, -20)))).rejects.toThrow("unexpected end of file");
    await expect(replay(folder)).rejects.toThrow("EISDIR");
    await expect(replay(join(folder, "missing.jsonl.gz"))).rejects.toThrow("ENOENT");
  });
});

describe("submissions that were refused while others of their account waited", () => {
  const bump = (inner: Transaction, fee: string) => {
    const built = TransactionBuilder.buildFeeBumpTransaction(B, fee, inner, PASSPHRASE);
    built.sign(B);
    return built;
  };
  const refusal = (code: -5 | -9, feeCharged: bigint) => ({ feeCharged, result: { code }, ext: { v: 0 } }) as const;

  test("follow the last that waits, though that comes ledgers later, and fee bumps fit in or are refused", async () => {
    const made = recorder();
    const { ledger } = made;
    const next = (ledger.account(A)?.seqNum ?? 0n) + 1n;
    const waiting = [0n, 1n].map((place) => ledger.build(A, data(`w${place}`), { seqNum: next + place }));
    const [first, second] = waiting;
    if (!first || !second) throw new Error("two were built");
    const at = (seqNum: bigint) => ledger.build(A, data("late"), { seqNum });
    const rejected = [
      made.refused(at(next + 5n), refusal(-5, 100n), 2),
      made.refused(bump(at(next - 1n), "100000"), refusal(-5, 0n), 2),
      made.refused(bump(at(next + 3n), "100000"), refusal(-5, 0n), 2),
      made.refused(bump(at(next + 1n), "999"), refusal(-9, 2_000n), 2),
    ];
    made.close([ledger.build(B, data("other"))], rejected);
    made.close([]);
    made.close(waiting);
    const found = await replay(write("queued", made.text()));
    expect(found.words).toEqual([]);
    expect(found.rejections).toBe(4);
  });
});

describe("the command", () => {
  const run = (...args: string[]) => spawnSync(process.execPath, [COMMAND, ...args], { encoding: "utf8" });
  const good = write("good.jsonl.gz", gzipSync(recording()));
  const bad = write("bad.jsonl", recording().replaceAll(/"feePool":"\d+"/g, '"feePool":"1"'));

  test("adds up several files, explains the first differences, and says with its code whether there were any", () => {
    const agreed = run(good, write("README.md", "# About"), good);
    expect([agreed.stdout, agreed.status]).toEqual(["14 transactions, 0 results differ, 0 ledger entries differ\n", 0]);
    const differed = run("--show", "1", bad, good);
    const [words, total] = differed.stdout.split("\n");
    expect(words).toContain("bad.jsonl: header of ledger 2");
    expect([total, differed.status]).toEqual(["14 transactions, 0 results differ, 5 ledger entries differ", 1]);
  });

  test("goes on where a file cannot be read, and says so", () => {
    const { stdout, stderr, status } = run(join(folder, "missing"), good);
    expect([stdout, status]).toEqual(["7 transactions, 0 results differ, 0 ledger entries differ\n", 2]);
    expect(stderr).toContain("missing: ENOENT");
  });
});
