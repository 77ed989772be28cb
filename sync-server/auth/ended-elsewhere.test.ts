import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROTOCOL_VERSION } from "#schemas/protocol.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";

let app: TestApp;
let url: string;

beforeAll(async () => {
  app = await startTestApp();
  url = await app.listen();
});
afterAll(() => app.stop());

test("a session that another process ended has its sockets told and disconnected at once, and no others", async () => {
  const [ended, other] = [await aUser(app), await aUser(app)];
  const [first, second] = [ended, other].map(({ cookie }) =>
    io(url, {
      transports: ["websocket"],
      forceNew: true,
      auth: { protocol: PROTOCOL_VERSION },
      extraHeaders: { cookie },
    }),
  );
  if (!first || !second) throw new Error("no sockets");
  let isTold = false;
  first.on("session-ended", () => {
    isTold = true;
  });
  await eventually(() => first.connected && second.connected);
  const began = performance.now();
  // What another process does when it ends a session: it deletes the record, and nobody here is asked.
  await app.database.collection("sessions").deleteMany({ userId: ended.user.id });
  await eventually(() => !first.connected, 3000);
  expect(isTold).toBe(true);
  expect(performance.now() - began).toBeLessThan(2000);
  expect(second.connected).toBe(true);
  const answer = await app.server.inject({ url: "/api/user", headers: { cookie: ended.cookie } });
  expect(answer.json().code).toBe("session-required");
  first.disconnect();
  second.disconnect();
});
