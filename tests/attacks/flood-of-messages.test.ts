import { expect, test } from "vitest";
import { eventually } from "#tests/support/app.ts";
import { aContact, ask, useSync } from "#tests/sync/processes.fixture.ts";

const sync = useSync(1);
const THIEF = 621;
const OTHER = 622;

test("a socket that goes on sending though told to wait is cut off, and others are answered meanwhile", async () => {
  sync.signIn("thief", THIEF);
  sync.signIn("other", OTHER);
  const thief = await sync.connect("thief");
  const other = await sync.connect("other");
  let answered = 0;
  for (let message = 0; message < 2000; message += 1) {
    thief.emit("pull", { collection: "contacts", checkpoint: null, limit: 1000 }, () => {
      answered += 1;
    });
  }
  const [newDocumentState] = [aContact("honest")];
  const push = { collection: "contacts", rows: [{ newDocumentState }] };
  expect((await ask(other, "push", push)).refused).toEqual([]);
  await eventually(() => !thief.connected);
  expect(answered).toBeLessThan(1000);
  expect(other.connected).toBe(true);
});

test("messages that ask for no answer, of no kind and of any shape are counted like all others", async () => {
  sync.signIn("mute", THIEF + 10);
  const mute = await sync.connect("mute");
  for (let message = 0; message < 2000; message += 1) mute.emit(`noise-${message}`, { deep: [[[[message]]]] });
  await eventually(() => !mute.connected);
});

test("a device within its pace is never cut off", async () => {
  sync.signIn("calm", THIEF + 20);
  const calm = await sync.connect("calm");
  for (let round = 0; round < 12; round += 1) {
    const pulls = Array.from({ length: 20 }, () =>
      ask(calm, "pull", { collection: "contacts", checkpoint: null, limit: 10 }),
    );
    await Promise.all(pulls);
  }
  expect(calm.connected).toBe(true);
});
