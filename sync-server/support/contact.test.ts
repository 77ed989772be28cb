import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => app.stop());

let networks = 0;
/** Each from a network of its own unless told. */
function contact(fields: object, from = `203.0.113.${(networks += 1)}`) {
  const payload = { email: "ana@example.org", message: "Where is my deposit?", website: "", ...fields };
  const headers = { "x-forwarded-for": from, "accept-language": "es" };
  return app.server.inject({ method: "POST", url: "/api/contact", headers, payload });
}

async function mails(): Promise<string[]> {
  const folder = join(app.config.dataDir, "outbox");
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.endsWith(".eml") && !name.startsWith("."),
  );
  return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
}

test("a message waits in Support, and its answer goes by mail, once", async () => {
  expect((await contact({})).statusCode).toBe(200);
  const operator = await aConfirmedAdmin(app, ["support"]);
  const { reports } = (await askAs(app, operator, "GET", "/api/admin/support/reports?find=ana%40example.org&show=open"))
    .body;
  expect(reports).toMatchObject([{ userId: 0, email: "ana@example.org", note: "Where is my deposit?", bytes: 0 }]);
  const [{ id }] = reports;
  const look = await askAs(app, operator, "POST", `/api/admin/support/reports/${id}/picture`, { reason: "asked" });
  expect(look.body.code).toBe("report-unknown");
  const reason = "It is credited.\r\nBcc: eve@example.org";
  const answer = await askAs(app, operator, "POST", `/api/admin/support/reports/${id}/answer`, { reason });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const [mail = ""] = await eventually(async () => {
    const sent = await mails();
    return sent.length > 0 ? sent : null;
  });
  const [head = "", body = ""] = mail.split("\r\n\r\n");
  expect(head).toContain("To: ana@example.org");
  expect(head).not.toContain("eve@example.org");
  expect(body).toContain("It is credited.");
  expect(mail).not.toContain("Where is my deposit?");
  await eventually(async () => (await app.database.collection("support_reports").findOne({ id }))?.["mailedAt"]);
  expect(await mails()).toHaveLength(1);
});

test.each([
  "a@example.org\r\nBcc: b@example.org",
  "a@example.org, b@example.org",
  "Ana <a@example.org>",
  "a@example.org\nSubject: x",
  "nobody",
])("no mail is ever sent to %j", async (email) => {
  expect((await contact({ email })).json().code).toBe("input-invalid");
});

test("who fills in what no person sees is answered alike, and nothing is kept", async () => {
  const before = await app.database.collection("support_reports").countDocuments();
  const [person, robot] = [await contact({}), await contact({ website: "https://spam.example" })];
  expect(robot.body).toBe(person.body);
  expect(robot.statusCode).toBe(200);
  expect(await app.database.collection("support_reports").countDocuments()).toBe(before + 1);
});

test("a network writes five messages an hour, and others their own", async () => {
  for (let sent = 0; sent < 5; sent += 1) expect((await contact({}, "198.51.100.7")).statusCode).toBe(200);
  expect((await contact({}, "198.51.100.7")).json().code).toBe("rate-limited");
  expect((await contact({}, "198.51.100.8")).statusCode).toBe(200);
  expect((await contact({ message: "x".repeat(5000) })).json().code).toBe("input-invalid");
});
