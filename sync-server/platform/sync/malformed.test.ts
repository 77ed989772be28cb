import { expect, test } from "vitest";
import { eventually } from "#tests/support/app.ts";
import { SOCKET_LIMITS, USER_LIMITS } from "./limits.ts";
import { aContact, ask, BEN, pullAll, pushOne, useSync } from "#tests/sync/processes.fixture.ts";

/** Held, so that no limit grows while a test runs. */
const NOW = new Date(1_700_000_000_000);
const sync = useSync(1, { now: () => NOW });

test("malformed messages are answered with an error and end nothing", async () => {
  const ana = await sync.connect("ana");
  const malformed: unknown[] = [
    undefined,
    null,
    7,
    "pull",
    [],
    {},
    { $ne: null },
    { collection: { $ne: null }, checkpoint: null, limit: 10 },
    { collection: "contacts", checkpoint: { $gt: "" }, limit: 10 },
    { collection: "contacts", checkpoint: "nonsense", limit: 10 },
    { collection: "contacts", checkpoint: null, limit: 1e9 },
    { collection: "contacts", checkpoint: null, limit: 10, more: 1 },
    { collection: "contacts", rows: [{ newDocumentState: null }] },
    { collection: "contacts", rows: "all" },
  ];
  for (const message of malformed) {
    expect((await ask(ana, "pull", message)).error?.code).toBe("sync-message-malformed");
    expect((await ask(ana, "push", message)).error?.code).toBe("sync-message-malformed");
    ana.emit("pull", message);
    ana.emit("push", message);
  }
  expect((await ask(ana, "pull")).error?.code).toBe("sync-message-malformed");
  expect((await ask(ana, "drop", {})).error?.code).toBe("sync-message-malformed");
  expect((await pullAll(ana, "__proto__")).error?.code).toBe("sync-collection-unknown");
  for (const row of [
    {},
    { uid: { $ne: null } },
    aContact("bad", { name: "" }),
    aContact("bad", { stellarAddress: "nowhere" }),
    aContact("bad", { userId: BEN }),
    aContact("bad", { name: { $gt: "" } }),
  ])
    expect((await pushOne(ana, row)).refused.map(({ code }) => code)).toEqual(["input-invalid"]);
  const twice = { newDocumentState: aContact("twice") };
  expect((await ask(ana, "push", { collection: "contacts", rows: [twice, twice] })).error?.code).toBe(
    "sync-message-malformed",
  );
  const huge = await sync.connect("ana");
  huge.emit("pull", "x".repeat(2 * 1024 * 1024));
  await eventually(() => !huge.connected);
  expect((await pullAll(ana, "contacts")).documents).toEqual([]);
});

test("too many messages at once are refused until a while has passed", async () => {
  const socket = await sync.connect(null);
  const answers = await Promise.all(Array.from({ length: 200 }, () => pullAll(socket, "ui_config")));
  expect(answers.some((answer) => answer.error?.code === "sync-too-many")).toBe(true);
});

test("the limit of a user holds over all their sockets", async () => {
  sync.signIn("busy", 700);
  const sockets = await Promise.all([0, 1, 2, 3, 4, 5].map(() => sync.connect("busy")));
  let served = 0;
  // One at a time on each socket, so that only the rate stands in the way.
  await Promise.all(
    sockets.map(async (socket) => {
      for (let asked = 0; asked < SOCKET_LIMITS.burst; asked += 1) {
        if ((await pullAll(socket, "ui_config")).error === undefined) served += 1;
      }
    }),
  );
  expect(served).toBe(USER_LIMITS.burst);
  sync.signIn("calm", 701);
  expect((await pullAll(await sync.connect("calm"), "ui_config")).error).toBeUndefined();
});
