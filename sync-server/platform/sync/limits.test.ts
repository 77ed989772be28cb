import { SYNC_COLLECTIONS } from "#schemas/protocol.ts";
import { expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { createAllowances, SOCKET_LIMITS, SOCKETS_PER_USER, USER_LIMITS } from "./limits.ts";

const USER = 7;

function aServer() {
  const clock = { ms: 0 };
  const allowances = createAllowances(() => clock.ms);
  const admit = (userId: number | null = USER) => {
    const link = { isDrained: true };
    return { link, socket: allowances.admit(userId, () => link.isDrained) };
  };
  return { clock, admit };
}

function isRefused(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === "sync-too-many") return true;
    throw error;
  }
}

/** How many messages are let in, one after the other. */
function countMessages(socket: { begin(): () => void }): number {
  for (let count = 0; ; count += 1) if (isRefused(() => socket.begin()())) return count;
}

test("a socket has its burst, and then its rate", () => {
  const { clock, admit } = aServer();
  const { socket } = admit();
  expect(countMessages(socket)).toBe(SOCKET_LIMITS.burst);
  clock.ms = 1000;
  expect(countMessages(socket)).toBe(SOCKET_LIMITS.perSecond);
  clock.ms = 500;
  expect(countMessages(socket), "a clock set back gives nothing").toBe(0);
});

test("a user's rate holds across their sockets and is not another user's", () => {
  const { admit } = aServer();
  const counted = Array.from({ length: 6 }, () => countMessages(admit().socket));
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(USER_LIMITS.burst);
  expect(countMessages(admit(8).socket)).toBe(SOCKET_LIMITS.burst);
  expect(countMessages(admit(null).socket)).toBe(SOCKET_LIMITS.burst);
});

test("closing every socket and coming again gives no new burst", () => {
  const { clock, admit } = aServer();
  const first = [admit().socket, admit().socket, admit().socket];
  for (const socket of first) countMessages(socket);
  for (const socket of first) socket.close();
  expect(countMessages(admit().socket)).toBe(0);
  clock.ms = (USER_LIMITS.burst / USER_LIMITS.perSecond) * 1000;
  expect(countMessages(admit().socket)).toBe(SOCKET_LIMITS.burst);
});

test("messages being worked on are limited by socket and by user", () => {
  const { admit } = aServer();
  const { socket } = admit();
  const ends = Array.from({ length: SOCKET_LIMITS.pending }, () => socket.begin());
  expect(isRefused(() => socket.begin())).toBe(true);
  ends[0]?.();
  expect(isRefused(() => socket.begin())).toBe(false);
  const others = Array.from({ length: USER_LIMITS.pending / SOCKET_LIMITS.pending - 1 }, () => admit().socket);
  for (const other of others) for (let count = 0; count < SOCKET_LIMITS.pending; count += 1) other.begin();
  expect(isRefused(() => admit().socket.begin())).toBe(true);
});

test("a user has so many sockets, and another one when one has closed", () => {
  const { admit } = aServer();
  const sockets = Array.from({ length: SOCKETS_PER_USER }, () => admit().socket);
  expect(isRefused(() => admit())).toBe(true);
  sockets[0]?.close();
  sockets[0]?.close();
  expect(isRefused(() => admit())).toBe(false);
  expect(isRefused(() => admit())).toBe(true);
});

test("a device that does not read is behind until what was sent has left", () => {
  const { admit } = aServer();
  const { socket, link } = admit();
  link.isDrained = false;
  socket.sending(SOCKET_LIMITS.unsentBytes);
  expect(socket.isBehind()).toBe(false);
  socket.sending(1);
  expect(socket.isBehind()).toBe(true);
  expect(isRefused(() => socket.begin())).toBe(true);
  expect(admit().socket.isBehind()).toBe(false);
  link.isDrained = true;
  expect(socket.isBehind()).toBe(false);
  expect(isRefused(() => socket.begin())).toBe(false);
});

test("what a user's sockets leave unread is limited together, and forgotten with them", () => {
  const { admit } = aServer();
  const admitted = Array.from({ length: 5 }, () => admit());
  for (const { socket, link } of admitted) {
    link.isDrained = false;
    socket.sending(SOCKET_LIMITS.unsentBytes);
  }
  const fresh = admit();
  expect(fresh.socket.isBehind()).toBe(true);
  expect(admit(8).socket.isBehind()).toBe(false);
  admitted[0]?.socket.close();
  expect(fresh.socket.isBehind()).toBe(false);
});

test("a device that begins may ask for every collection at once", () => {
  expect(SOCKET_LIMITS.pending).toBeGreaterThan(2 * SYNC_COLLECTIONS.length);
});
