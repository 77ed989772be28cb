import type { Socket } from "socket.io-client";
import { expect, test } from "vitest";
import { eventually } from "#tests/support/app.ts";
import { SOCKETS_PER_USER } from "./limits.ts";
import { ANA, refusalOf, useSync } from "#tests/sync/processes.fixture.ts";

const sync = useSync(1);

test("a device below the least protocol version is told to update", async () => {
  await expect(refusalOf(sync.knock("ana", { protocol: 0 }))).resolves.toBe("client-outdated");
});

test("a handshake out of form is refused", async () => {
  await expect(refusalOf(sync.knock("ana", { protocol: { $ne: null } }))).resolves.toBe("sync-message-malformed");
});

test("a socket opened by another site is refused", async () => {
  await expect(refusalOf(sync.knock("ana", { origin: "https://evil.example" }))).resolves.toBeTruthy();
  const own = sync.knock("ana", { origin: "http://localhost:3000" });
  await eventually(() => own.connected);
});

test("the sockets of an ended session are told so and disconnected", async () => {
  sync.signIn("brief", ANA);
  const socket = await sync.connect("brief");
  const told = new Promise((resolve) => {
    socket.on("session-ended", () => resolve(true));
  });
  sync.endSession("brief");
  await expect(told).resolves.toBe(true);
  await eventually(() => !socket.connected);
});

test("a user has so many sockets; the next is refused until one closes", async () => {
  sync.signIn("many", 500);
  const open = await Promise.all(Array.from({ length: SOCKETS_PER_USER }, () => sync.connect("many")));
  await expect(refusalOf(sync.knock("many"))).resolves.toBe("sync-too-many");
  open[0]?.disconnect();
  await eventually(async () => {
    const socket = sync.knock("many");
    return (await Promise.race([refusalOf(socket), connected(socket)])) === "connected";
  });
});

function connected(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.on("connect", () => resolve("connected"));
  });
}

test("who is sent away by a process that ends is told within how long to come back", async () => {
  const socket = await sync.connect("ben");
  const told = new Promise((resolve) => {
    socket.on("closing", resolve);
  });
  await sync.end(0);
  await expect(told).resolves.toEqual({ withinMs: 500 });
});
