import { afterEach, expect, test } from "vitest";
import { addContact, addPriceAlert, editContact } from "#pwa/platform/db/edits.ts";
import { readRows } from "#pwa/platform/db/rows.ts";
import { FakeServer } from "./fake-server.fixture.ts";
import { aDevice, ALERT, closeDevices, type Device } from "./small-devices.fixture.ts";

const DEADLINE_MS = 30_000;
const FORM = { name: "Ana", stellarAddress: "ana*example.org", uniqueUserId: "", memo: "" };
const now = () => Math.floor(performance.timeOrigin + performance.now());

afterEach(closeDevices);

async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error("the condition did not come true");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function aMovement(uid: string) {
  const what = { type: "send", assetCode: "XLM", issuer: "", amount: "1.0000000", fee: "0.0000100" };
  const where = { from: "GA", to: "GB", hash: uid, memo: "", status: "confirmed", partyName: "", event: null };
  return { uid, id: 1, _deleted: false, ...what, ...where, ledger: 7, timestamp: "2026-01-01T00:00:00.000Z" };
}

async function movementsOn({ database }: Device): Promise<string> {
  const rows = await readRows(database, "transactions");
  return rows
    .map(({ uid }) => uid)
    .toSorted()
    .join();
}

async function contactsOn({ database }: Device): Promise<string> {
  const rows = await readRows(database, "contacts");
  return rows
    .map(({ name }) => name)
    .toSorted()
    .join();
}

test("a device that knows more than a server which was set back loses nothing, and shows nothing that is gone", async () => {
  const server = new FakeServer();
  server.write("transactions", aMovement("old"));
  const kept = ["contacts", "price_alerts", "transactions"] as const;
  const [device, other] = [await aDevice(server, { kept, now }), await aDevice(server, { kept, now })];
  await addContact(device.database, "kept", FORM, 1000);
  await eventually(() => server.rows("contacts").length === 1);
  const setBack = server.backUp();

  await addContact(device.database, "new", { ...FORM, name: "Ben" }, 2000);
  await editContact(device.database, "kept", { ...FORM, name: "Anna" }, 2000);
  await addPriceAlert(device.database, "a1", ALERT, 2000);
  server.write("transactions", aMovement("lost"));
  await eventually(async () => (await contactsOn(other)) === "Anna,Ben" && (await movementsOn(other)) === "lost,old");
  await eventually(() => device.status().state === "live" && other.status().state === "live");

  for (const { weather } of [device, other]) weather.isUp = false;
  await eventually(() => device.status().state === "offline" && other.status().state === "offline");
  // Written where no server could hear of it, before it was set back.
  await editContact(other.database, "new", { ...FORM, name: "Ben", memo: "rent" }, 3000);
  setBack();
  expect(server.rows("contacts").map(({ name }) => name)).toEqual(["Ana"]);
  server.write("transactions", aMovement("again"));
  for (const { weather } of [device, other]) weather.isUp = true;

  await eventually(() => server.rows("contacts").some(({ name, memo }) => name === "Ben" && memo === "rent"));
  await eventually(() => server.rows("contacts").some(({ name }) => name === "Anna"));
  await eventually(() => server.rows("price_alerts").length === 1);
  for (const each of [device, other]) {
    await eventually(async () => (await movementsOn(each)) === "again,old");
    await eventually(async () => (await contactsOn(each)) === "Anna,Ben");
    await eventually(() => each.status().state === "live");
  }
}, 120_000);
