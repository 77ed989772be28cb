import { execFile } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { formatAmount } from "#schemas/values/money.ts";
import { startChildServer } from "#server/child-server.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import type { TestMongo } from "#tests/support/embedded.ts";
import { protect } from "#tests/support/seals.ts";

const MONGO = join(import.meta.dirname, "../../sync-server/embedded/mongo/cli.ts");
const PAYERS = 4;
const AT_ONCE = 4;
const MOST_SENDS = 3000;
const DEADLINE_MS = 90_000;
const LIMIT_MS = 240_000;

const folder = await mkdtemp(join(tmpdir(), "astrolabe-full-"));
const disk = join(folder, "disk");
mkdirSync(disk);
const isMounted = await run("mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", disk).then(
  () => true,
  (error: unknown) => {
    console.warn(`SKIPPED: nothing here is shown of a full disk, since none can be mounted (${String(error)}).`);
    return false;
  },
);
/** What was started, to be stopped last first. */
const started: (() => Promise<unknown>)[] = [];

afterAll(async () => {
  try {
    for (const stop of started.toReversed()) await stop();
  } finally {
    if (isMounted) await run("umount", disk).catch(() => run("umount", "--lazy", disk));
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);

function run(command: string, ...flags: string[]): Promise<unknown> {
  return promisify(execFile)(command, flags);
}

/** The database as the server starts it: where it ends because the disk does not keep what it wrote, it is started again. */
async function mongoOnDisk(): Promise<TestMongo> {
  const onDeath = (sentence: string) => console.info(sentence);
  const { port, stop } = await startChildServer({ script: MONGO, dataFolder: join(disk, "mongo"), onDeath });
  return { url: `mongodb://127.0.0.1:${port}/?directConnection=true`, stop };
}

const filler = join(disk, "filler");

/** Takes every free byte of the disk. */
function fillUp(): void {
  const handle = openSync(filler, "a");
  try {
    for (let size = 1 << 20; size >= 1; size >>= 1) while (takes(handle, size));
  } finally {
    closeSync(handle);
  }
}

function takes(handle: number, size: number): boolean {
  try {
    return writeSync(handle, Buffer.alloc(size)) > 0;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") return false;
    throw error;
  }
}

async function aPayer(app: TestApp): Promise<TestUser> {
  const made = await aUser(app);
  const { id: userId } = made.user;
  await eventually(() => accountCollection(app.database).findOne({ userId, exists: true }), DEADLINE_MS);
  await protect(app.runtime, userId, { requirePasswordForSend: false });
  return made;
}

/** Payments of one, two, three... stroops, each under a key of its own, by one payer after another. */
function sending(app: TestApp, payers: readonly TestUser[], payee: TestUser) {
  return async (number: number) => {
    const response = await app.server.inject({
      method: "POST",
      url: "/api/wallet/send",
      headers: { cookie: payers[number % payers.length]?.cookie },
      payload: {
        to: payee.user.username,
        assetCode: "XLM",
        amount: formatAmount(BigInt(number)),
        idempotencyKey: `full-${number}-0123456789`,
      },
    });
    const { code, submission } = response.json();
    return { status: response.statusCode, code, id: submission?.id };
  };
}

/** The amounts in which the ledger says that an account was paid, smallest first. */
async function paidOnLedger({ stellar }: TestApp, address: string): Promise<string[]> {
  const found: string[] = [];
  for (let cursor = ""; ;) {
    const query = `order=asc&limit=200${cursor && `&cursor=${cursor}`}`;
    const response = await fetch(`${stellar.horizonUrl}/accounts/${address}/payments?${query}`);
    const { records } = Object(Object(await response.json())["_embedded"]);
    for (const { type, to, amount } of records) if (type === "payment" && to === address) found.push(amount);
    if (records.length < 200) return found.toSorted();
    cursor = records.at(-1).paging_token;
  }
}

async function balanceOnLedger({ stellar }: TestApp, address: string): Promise<string> {
  const response = await fetch(`${stellar.horizonUrl}/accounts/${address}`);
  const { balances } = (await response.json()) as { readonly balances: readonly { readonly balance: string }[] };
  return balances[0]?.balance ?? "";
}

test.skipIf(!isMounted)(
  "on a full disk payments are refused in words, and each that is asked for again is made once when there is space",
  async () => {
    const mongo = await mongoOnDisk();
    started.push(mongo.stop);
    const app = await startTestApp({ mongo });
    started.push(app.stop);
    const people = await Promise.all(Array.from({ length: PAYERS + 1 }, () => aPayer(app)));
    const [payee, ...payers] = people;
    if (!payee) throw new Error("nobody is there to be paid");
    const send = sending(app, payers, payee);

    // Whether a write still fits into the log is chance: payments go on until one finds no space.
    const ids = new Map<number, number>();
    const deadline = performance.now() + DEADLINE_MS;
    let count = 0;
    for (let isRefused = false; !isRefused;) {
      expect(count, "payments, and none was refused").toBeLessThan(MOST_SENDS);
      expect(performance.now(), "the disk was not full in time").toBeLessThan(deadline);
      fillUp();
      expect(statfsSync(disk).bavail).toBe(0);
      const numbers = Array.from({ length: AT_ONCE }, (_, index) => count + 1 + index);
      count += AT_ONCE;
      const answers = await Promise.all(numbers.map(async (number) => ({ number, ...(await send(number)) })));
      for (const { number, status, code, id } of answers) {
        expect([[202], [503, "not-ready"]]).toContainEqual(code === undefined ? [status] : [status, code]);
        if (status === 202) ids.set(number, id);
        else isRefused = true;
      }
    }
    const accepted = ids.size;
    expect(accepted).toBeLessThan(count);

    rmSync(filler);
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    await Promise.all(
      numbers.map(async (number) => {
        const { id } = await eventually(async () => {
          const answer = await send(number);
          return answer.status === 202 && answer;
        }, DEADLINE_MS);
        // What was answered before is answered again, not made again.
        expect(id).toBe(ids.get(number) ?? id);
        ids.set(number, id);
      }),
    );
    expect(new Set(ids.values()).size).toBe(count);
    const made = submissionCollection(app.database);
    await eventually(
      async () => (await made.countDocuments({ state: "confirmed", isReserving: false })) === count,
      DEADLINE_MS,
    );
    expect(await made.countDocuments()).toBe(count);

    const expected = numbers.map((number) => formatAmount(BigInt(number))).toSorted();
    expect(await paidOnLedger(app, payee.user.walletAddress ?? "")).toEqual(expected);
    for (const { user } of people) {
      const account = await accountCollection(app.database).findOne({ userId: user.id });
      expect(formatAmount(BigInt(account?.balance ?? 0))).toBe(await balanceOnLedger(app, user.walletAddress ?? ""));
    }
  },
  LIMIT_MS,
);
