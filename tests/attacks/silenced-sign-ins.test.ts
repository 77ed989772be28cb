import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROTOCOL_VERSION } from "#schemas/protocol.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { ask, pullAll } from "#tests/sync/processes.fixture.ts";
import { callAs, confirm, HOUR_MS } from "./thief.ts";

let app: TestApp;
let url: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await startTestApp();
  url = await app.listen();
}, 60_000);
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await app.stop();
});

async function deviceOf({ cookie }: TestUser): Promise<Socket> {
  const auth = { protocol: PROTOCOL_VERSION };
  const socket = io(url, { transports: ["websocket"], forceNew: true, auth, extraHeaders: { cookie } });
  sockets.push(socket);
  await eventually(() => socket.connected);
  return socket;
}

function settingsOf({ user }: TestUser) {
  return app.database.collection("settings").findOne({ userId: user.id });
}

test("a device with a stolen cookie cannot keep sign-ins from being mailed", async () => {
  const victim = await aUser(app);
  const device = await deviceOf(victim);
  const [row] = (await pullAll(device, "settings")).documents;
  const now = app.clock.now().getTime();
  const wanted = { ...row, notifyOnLogin: false, theme: "dark", editedAt: { notifyOnLogin: now, theme: now } };
  const answer = await ask(device, "push", {
    collection: "settings",
    rows: [{ assumedMasterState: row, newDocumentState: wanted }],
  });
  expect(await settingsOf(victim)).toMatchObject({ notifyOnLogin: true, theme: "dark" });
  // What was written is told, so that the device sees it at once and goes on.
  expect(answer).toMatchObject({ refused: [], conflicts: [{ notifyOnLogin: true, theme: "dark" }] });
});

test("over REST it is announced, waits a day, and is back on at once", async () => {
  const victim = await aUser(app);
  await confirm(app, victim);
  const set = (isOn: boolean) => callAs(app, victim, "PUT", "/api/security/sign-in-mails", { isOn });
  expect((await set(false)).body.waiting).toMatchObject([{ kind: "sign-in-mails-off" }]);
  app.clock.advance(23 * HOUR_MS);
  expect(await settingsOf(victim)).toMatchObject({ notifyOnLogin: true });
  app.clock.advance(2 * HOUR_MS);
  await eventually(async () => (await settingsOf(victim))?.["notifyOnLogin"] === false);
  await confirm(app, victim);
  expect((await set(true)).body.waiting).toEqual([]);
  expect(await settingsOf(victim)).toMatchObject({ notifyOnLogin: true });
});

test("warnings are pushed whatever a device says of notifications, until the wait is over", async () => {
  const victim = await aUser(app);
  const choices = (await callAs(app, victim, "GET", "/api/notifications/choices")).body;
  const push = { ...choices.push, security: false, signIns: false, sent: false };
  await callAs(app, victim, "PUT", "/api/notifications/choices", { ...choices, push });
  const now = async () => (await callAs(app, victim, "GET", "/api/notifications/choices")).body.push;
  expect(await now()).toMatchObject({ security: true, signIns: true, sent: false });
  app.clock.advance(25 * HOUR_MS);
  await eventually(async () => (await now()).security === false);
});
