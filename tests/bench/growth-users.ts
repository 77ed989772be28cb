import { argon2Sync, randomBytes } from "node:crypto";
import { OwnAccounts } from "#server/platform/ingest/own-accounts.ts";
import { usedBy } from "#tests/support/process-usage.ts";
import { joinReplicas } from "#tests/support/replica-people.ts";
import { type Ground, withGround } from "./ground.ts";
import type { Axis, NoteFigure } from "./growth-table.ts";
import { openOurs } from "./growth-ledgers.ts";
import { heapOf } from "./heap.ts";
import type { Payers } from "./payers.ts";
import { nameOf, writeNewcomers } from "./people-rows.ts";
import { restingMemory } from "./resting-memory.ts";
import { median, undisturbedMs } from "./results.ts";

/** Accounts of ours that each ledger touches, whatever the number of people. */
const TOUCHED = 20;
const LEDGERS = 12;
const ASKED = 25;
const MIB = 1024 ** 2;
const PASSWORD = "correct horse";

const FIGURES = {
  lag: {
    name: `a ledger that touches ${TOUCHED} accounts: closed to ingested`,
    unit: "ms",
    grows: "flat",
    note: "half of it waits for the next poll",
  },
  cpu: { name: "  and the server's processor time for it", unit: "ms", grows: "flat" },
  signIn: {
    name: "sign-in, with a password hash that costs next to nothing",
    unit: "ms",
    grows: "flat",
    note: "the real hash is a floor of its own: bench --only passwords",
  },
  floor: { name: "an operator's smallest question (the floor of the next)", unit: "ms", grows: "flat" },
  person: { name: "an operator finds a person by name", unit: "ms", grows: "flat" },
  middle: { name: "an operator reads a page from the middle of all people", unit: "ms", grows: "flat" },
  recipient: { name: "a payment's recipient by name, with all that is checked", unit: "ms", grows: "flat" },
  rss: {
    name: "memory of a server process started among them (RSS)",
    unit: "MiB",
    grows: "flat",
    note: "beyond its parts: the database's driver, caches and what a start leaves behind",
  },
  node: { name: "  of it Node alone", unit: "MiB", grows: "flat" },
  modules: { name: "  and Node with all of the server loaded, at work on nothing", unit: "MiB", grows: "flat" },
  accounts: {
    name: "  of it the keys of accounts, by which ingestion knows ours",
    unit: "MiB",
    grows: "linear",
    note: "each process that ingests holds every key: 65 MiB of a million",
  },
  read: { name: "  and reading them once at a start", unit: "ms", grows: "linear", note: "every key once" },
} as const;

type Name = keyof typeof FIGURES;

export const USERS: Axis<Name> = {
  what: "users",
  sizes: [1000, 10_000, 100_000, 1_000_000],
  figures: FIGURES,
  measure: (sizes, at) =>
    withGround(async (ground) => {
      const payers = await openOurs(ground, TOUCHED);
      const hash = cheapHash();
      let from = 0;
      for (const people of sizes) {
        await ground.database.unhurried((patient) =>
          writeNewcomers(patient, ground.database, { from, people, password: hash }),
        );
        from = people;
        await measureAmong(ground, payers, people, at(people));
      }
    }),
};

/** Started anew, since what it holds of people it read at its start. */
async function measureAmong(ground: Ground, payers: Payers, people: number, note: NoteFigure<Name>): Promise<void> {
  await ground.server.stop();
  await ground.server.start();
  await ground.untilIngested();
  await ground.untilAtRest();
  note("rss", (await usedBy(ground.server.pid())).rssMb);
  note("node", await restingMemory("node"));
  note("modules", await restingMemory("server"));
  // A server that was just started takes longer over what it does for the first time.
  await measureLedgers(ground, payers, () => undefined);
  await measureLedgers(ground, payers, note);
  await measureQuestions(ground, people, () => undefined);
  await measureQuestions(ground, people, note);
  const before = heapOf();
  const began = performance.now();
  const own = new OwnAccounts();
  await own.refresh(ground.database);
  note("read", performance.now() - began);
  note("accounts", (heapOf() - before) / MIB);
}

/** A hash of the password as the server stores it, of parameters that it believes and that cost nothing. */
function cheapHash(): string {
  const nonce = randomBytes(16);
  const tag = argon2Sync("argon2id", {
    message: PASSWORD,
    nonce,
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const unpadded = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return `$argon2id$v=19$m=64,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`;
}

async function measureLedgers(ground: Ground, payers: Payers, note: NoteFigure<Name>): Promise<void> {
  await payers.pay();
  await ground.untilIngested();
  const lags: number[] = [];
  const before = await ground.cpuMs();
  for (let ledger = 0; ledger < LEDGERS; ledger += 1) {
    await payers.pay();
    lags.push(await ground.untilIngested());
  }
  note("cpu", ((await ground.cpuMs()) - before) / LEDGERS);
  note("lag", median(lags));
}

async function measureQuestions(ground: Ground, people: number, note: NoteFigure<Name>): Promise<void> {
  const { ask } = ground;
  const operator = await ground.operator();
  // Of those who have no second factor, all over.
  const someone = (time: number) => nameOf(Math.floor((people * (time + 0.5)) / (ASKED + 1) / 2) * 2 + 1);
  const often = (question: (time: number) => Promise<unknown>) => undisturbedMs(ASKED, question);
  note("signIn", await often((time) => ask("/api/login", "", { username: someone(time), password: PASSWORD })));
  note("floor", await often(() => ask("/api/admin/operator-actions?userId=1", operator)));
  note("person", await often((time) => ask(`/api/admin/people?q=${someone(time)}`, operator)));
  note("middle", await often(() => ask(`/api/admin/people?sort=name&after=${nameOf(people / 2)}`, operator)));
  const { cookie } = await joinReplicas({ ask });
  const pay = (to: string) => ask("/api/wallet/send/check", cookie, { to, assetCode: "XLM", amount: "2" });
  note("recipient", await often((time) => pay(someone(time + 1))));
}
