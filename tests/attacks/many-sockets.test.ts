import type { Socket } from "socket.io-client";
import { expect, test } from "vitest";
import { eventually } from "#tests/support/app.ts";
import { SOCKETS_PER_NETWORK, useSync } from "#tests/sync/processes.fixture.ts";

const clock = { ms: Date.parse("2026-01-01T00:00:00Z"), now: () => new Date(clock.ms) };
const sync = useSync(1, clock);
const STRANGERS = SOCKETS_PER_NETWORK / 10;

/** What became of a socket: whether it is open, once that is decided. */
function decided(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(true));
    socket.once("connect_error", () => resolve(false));
  });
}

async function knockOften(count: number, cookie: string | null, from: (at: number) => string): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, (_, at) => sync.knock(cookie, { from: from(at) }));
  const isOpen = await Promise.all(sockets.map(decided));
  return sockets.filter((_, at) => isOpen[at]);
}

test("a stranger opens a few sockets from one network, and others still get in from elsewhere", async () => {
  const open = await knockOften(STRANGERS * 3, null, () => "203.0.113.1");
  expect(open).toHaveLength(STRANGERS);
  expect(await knockOften(1, null, () => "203.0.113.2")).toHaveLength(1);
  for (const socket of open) socket.disconnect();
  await eventually(async () => (await knockOften(1, null, () => "203.0.113.1")).length === 1);
});

test("all the addresses of an IPv6 customer are one network", async () => {
  const open = await knockOften(STRANGERS * 3, null, (at) => `2001:db8:1:2::${at.toString(16)}`);
  expect(open).toHaveLength(STRANGERS);
});

test("the accounts of one network have so many sockets together", async () => {
  const open: Socket[] = [];
  // Each comes once the one before was recognised, so that none counts as a stranger's.
  for (let at = 0; at < SOCKETS_PER_NETWORK + 5; at += 1) {
    sync.signIn(`account-${at % 20}`, 700 + (at % 20));
    open.push(...(await knockOften(1, `account-${at % 20}`, () => "203.0.113.3")));
    clock.ms += 1000;
  }
  expect(open).toHaveLength(SOCKETS_PER_NETWORK);
});

test("whoever connects and leaves over and over is let in so often a minute", async () => {
  sync.signIn("restless", 750);
  let isIn = 0;
  for (let at = 0; at < SOCKETS_PER_NETWORK + 20; at += 1) {
    const [socket] = await knockOften(1, "restless", () => "203.0.113.4");
    if (!socket) continue;
    isIn += 1;
    socket.disconnect();
    // The other end hears of it a moment later.
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(isIn).toBeLessThanOrEqual(SOCKETS_PER_NETWORK);
  clock.ms += 60_000;
  expect(await knockOften(1, "restless", () => "203.0.113.4")).toHaveLength(1);
});

test("X-Forwarded-For of whom nobody trusts makes no other network", async () => {
  const open = await knockOften(STRANGERS * 3, null, (at) => `198.51.100.${at}, 203.0.113.5`);
  expect(open).toHaveLength(STRANGERS);
});
