import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as v from "valibot";
import { PROTOCOL_VERSION } from "#schemas/protocol.ts";
import { TAKEN_MS, TakenRows } from "#schemas/queues.ts";
import { standingSet } from "#server/platform/operators/standing.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";

let app: TestApp;
let url: string;
let ana: TestUser;
let ben: TestUser;
let auditor: TestUser;
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await startTestApp();
  url = await app.listen();
  [ana, ben] = [await aConfirmedAdmin(app, ["finance"]), await aConfirmedAdmin(app, ["finance"])];
  auditor = await anAdmin(app, ["auditor"]);
});
afterAll(() => app.stop());
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await app.database.collection("console_taken").deleteMany({});
});

/** Somebody's screen with a queue on it, and the last that it was told. */
async function aDesk({ cookie }: Pick<TestUser, "cookie">) {
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    auth: { protocol: PROTOCOL_VERSION, purpose: "console" },
    extraHeaders: { cookie },
  });
  sockets.push(socket);
  const told: TakenRows[] = [];
  socket.on("taken", (message: unknown) => told.push(v.parse(TakenRows, message)));
  await eventually(() => socket.connected);
  const open = async (row: number | null, queue = "deposits") =>
    socket.timeout(10_000).emitWithAck("open-row", { queue, open: row });
  return { socket, open, last: () => told.at(-1)?.taken.map(({ id, userId }) => [id, userId]) };
}

/** The clock has moved on since they showed the password. */
function confirmed(who: TestUser) {
  return askAs(app, who, "POST", "/api/confirm-identity", { password: who.password });
}

const idOf = ({ user }: TestUser): number => user.id;

test("whoever opens a row has it, others see that at once, and with the next row or the socket it is given back", async () => {
  const [first, second] = [await aDesk(ana), await aDesk(ben)];
  await second.open(null);
  const answer = await first.open(7);
  expect(answer.taken).toMatchObject([{ id: 7, userId: idOf(ana), name: ana.user.username }]);
  await eventually(() => JSON.stringify(second.last()) === JSON.stringify([[7, idOf(ana)]]));
  // It stays with whoever has it; on another screen of theirs as well.
  expect((await second.open(7)).taken).toMatchObject([{ id: 7, userId: idOf(ana) }]);
  const third = await aDesk(ana);
  expect((await third.open(7)).taken).toMatchObject([{ id: 7, userId: idOf(ana) }]);
  await first.open(8);
  await eventually(
    () =>
      JSON.stringify(second.last()) ===
      JSON.stringify([
        [7, idOf(ana)],
        [8, idOf(ana)],
      ]),
  );
  third.socket.disconnect();
  first.socket.disconnect();
  await eventually(() => second.last()?.length === 0);
  expect((await second.open(7)).taken).toMatchObject([{ id: 7, userId: idOf(ben) }]);
});

test("of many who open a row at once one has it", async () => {
  const desks = await Promise.all([ana, ben, ana, ben].map((who) => aDesk(who)));
  await Promise.all(desks.map(({ open }) => open(11)));
  expect(await app.database.collection("console_taken").countDocuments()).toBe(1);
});

test("after five minutes of nothing it is given back, and before that it stays", async () => {
  const [first, second] = [await aDesk(ana), await aDesk(ben)];
  await first.open(7);
  app.clock.advance(TAKEN_MS - 1000);
  expect((await second.open(7)).taken).toMatchObject([{ userId: idOf(ana) }]);
  // Something is done with it.
  await first.open(7);
  app.clock.advance(TAKEN_MS - 1000);
  expect((await second.open(7)).taken).toMatchObject([{ userId: idOf(ana) }]);
  app.clock.advance(2000);
  expect((await second.open(7)).taken).toMatchObject([{ userId: idOf(ben) }]);
});

test("who only reads has no row, and who may not see a queue is told nothing of it", async () => {
  const desk = await aDesk(auditor);
  expect((await desk.open(7)).taken).toEqual([]);
  const support = await aDesk(await anAdmin(app, ["support"]));
  expect((await support.open(null, "suspense")).error.code).toBe("role-required");
  const user = await aDesk(await aUser(app));
  expect((await user.open(7)).error.code).toBe("role-required");
  const nobody = await aDesk({ cookie: "" });
  expect((await nobody.open(7)).error.code).toBe("session-required");
  expect((await desk.open(0)).error.code).toBe("sync-message-malformed");
});

test("an operator who is none any more is told nothing more on the socket that is open", async () => {
  const gone = await aConfirmedAdmin(app, ["finance"]);
  const [theirs, mine] = [await aDesk(gone), await aDesk(ana)];
  await theirs.open(7);
  const set = standingSet(app.database, idOf(gone), { roles: [], since: new Date(0) });
  await app.database.collection("users").updateOne({ id: idOf(gone) }, { $set: set });
  const cut = new Promise((resolve) => theirs.socket.once("disconnect", resolve));
  await mine.open(8);
  await cut;
  await eventually(() => JSON.stringify(mine.last()) === JSON.stringify([[8, idOf(ana)]]));
});

test("of two operators who decide about a deposit at once one does, and the other is told in one sentence", async () => {
  const maria = await aUser(app);
  const body = { amount: "1", cashAppUsername: "$maria", cashAppTransactionId: "ATONCE1" };
  const { id } = (await askAs(app, maria, "POST", "/api/deposits", body)).body;
  const path = `/api/admin/deposits/${id}/reject`;
  for (const who of [ana, ben]) await confirmed(who);
  const answers = await Promise.all(
    [ana, ben].map((who) => askAs(app, who, "POST", path, { reason: "no payment came" })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: "deposit-not-waiting" });
  const noted = app.database.collection("operator_actions");
  expect(await noted.countDocuments({ action: "reject-deposit", userId: idOf(maria) })).toBe(1);
});
