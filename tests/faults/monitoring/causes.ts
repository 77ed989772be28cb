import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Asset, Keypair, Memo, Operation, rpc, TransactionBuilder } from "@stellar/stellar-sdk";
import { formatAmount } from "#schemas/values/money.ts";
import { houseAccount } from "#server/platform/house/accounts.ts";
import { payFromHouse } from "#server/platform/house/pay.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { askFriendbot } from "#server/platform/network/friendbot.ts";
import { eventually } from "#tests/support/app.ts";
import type { Stack } from "./stack.ts";

/** Something that goes wrong, and what of all that is looked at is to tell of it. */
export interface Cause {
  readonly name: string;
  readonly checkId: string;
  /** Whether operators are to hear of it within a minute. */
  readonly isCritical: boolean;
  /** Whether it can be told of only once it is over. */
  readonly isToldAfter?: true;
  readonly begin: (stack: Stack) => Promise<void>;
  readonly end: (stack: Stack) => Promise<void>;
}

const TOLD_AWAY_MS = 60_000;
/** Of the clocks, while they are wrong. */
export const SKEW_MS = 45_000;
const KILL_EVERY_MS = 10_000;
const LEFT_STROOPS = 50_000_000n;
const DEADLINE_MS = 60_000;

export const pulledLink: Cause = {
  name: "the link is pulled",
  checkId: "network-link",
  isCritical: true,
  begin: async ({ link }) => link.tell({ isSilent: true }),
  end: async ({ link }) => link.tell({}),
};

export const fullDisk: Cause = {
  name: "the disk fills up",
  checkId: "disk",
  isCritical: true,
  begin: async ({ disk }) => {
    if (disk === null) return;
    const { bavail, bsize } = statfsSync(disk);
    // All but a fiftieth, so that whoever looks can still write.
    writeFileSync(join(disk, "filler"), Buffer.alloc(Math.floor(bavail * bsize * 0.98)));
  },
  end: async ({ disk }) => {
    if (disk !== null) rmSync(join(disk, "filler"));
  },
};

export const stoppedDatabase: Cause = {
  name: "the database stops",
  checkId: "database",
  isCritical: true,
  isToldAfter: true,
  begin: async ({ stopDatabase, startDatabase, awayMails }) => {
    await stopDatabase();
    const beganMs = performance.now();
    // In the app nobody can be told before it is back.
    await eventually(() => awayMails() > 0, TOLD_AWAY_MS);
    console.info(`told by mail after ${Math.round((performance.now() - beganMs) / 1000)} s`);
    await startDatabase();
  },
  end: async ({ awayMails }) => {
    if (awayMails() !== 1) throw new Error(`${awayMails()} messages say that the database is away`);
  },
};

export const skewedClock: Cause = {
  name: "the clock is wrong",
  checkId: "clock-skew",
  isCritical: true,
  begin: async ({ setClocks }) => setClocks(SKEW_MS),
  end: async ({ setClocks }) => setClocks(0),
};

/** Who takes the treasury's money away, and brings it back. */
export function dryTreasury(): Cause {
  const taker = Keypair.random();
  let taken = 0n;
  return {
    name: "the treasury runs dry",
    checkId: "house-balance",
    isCritical: true,
    begin: async ({ database, stellar }) => {
      const treasury = await eventually(async () => {
        const found = await houseAccount(database, "treasury", null);
        return found?.exists === true && found;
      }, DEADLINE_MS);
      await askFriendbot(stellar.friendbotUrl, taker.publicKey());
      taken = BigInt(treasury.balance) - LEFT_STROOPS;
      const clock = { now: () => new Date() };
      await database.transaction((session) =>
        payFromHouse({ database, clock }, session, {
          from: "treasury",
          to: taker.publicKey(),
          asset: NATIVE,
          amount: taken,
          memo: "",
          key: `taken-${taker.publicKey()}`,
          kind: "house",
          knownSince: null,
          fee: 100n,
        }),
      );
    },
    end: async ({ database, stellar }) => {
      const treasury = await houseAccount(database, "treasury", null);
      const node = new rpc.Server(stellar.rpcUrl, { allowHttp: true });
      const account = await node.getAccount(taker.publicKey());
      const transaction = new TransactionBuilder(account, { fee: "1000", networkPassphrase: stellar.passphrase })
        .addOperation(
          Operation.payment({
            destination: treasury?._id ?? "",
            asset: Asset.native(),
            amount: formatAmount(taken),
          }),
        )
        .addMemo(Memo.text("top-up"))
        .setTimeout(0)
        .build();
      transaction.sign(taker);
      await node.sendTransaction(transaction);
    },
  };
}

/** A process is killed every ten seconds, by turns, for so long. */
export function killing(forMs: number): Cause {
  return {
    name: "processes are killed",
    checkId: "processes-died",
    isCritical: false,
    begin: async ({ killOne }) => {
      for (const until = performance.now() + forMs; performance.now() < until;) {
        const beganMs = performance.now();
        await killOne();
        await delay(Math.max(0, KILL_EVERY_MS - (performance.now() - beganMs)));
      }
    },
    end: () => Promise.resolve(),
  };
}
