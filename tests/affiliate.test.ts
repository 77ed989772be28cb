import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { clickCollection, findProgram, programCollection } from "#server/affiliate/store.ts";
import { readUncounted } from "#server/affiliate/clicks.ts";
import { openProgramme } from "./support/affiliate-scenes.ts";
import { cookieOf, eventually, startTestApp, type TestApp } from "./support/app.ts";
import { aRegistration, aUser, type TestUser } from "./support/builders.ts";

const AGENT =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
let app: TestApp;
let folder: string;
let ana: TestUser;
let code: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-affiliate-"));
  const uncountedNetworksFile = join(folder, "uncounted.txt");
  await writeFile(uncountedNetworksFile, "# of a data centre\n203.0.113.0/24\n2001:db8:bad::/48 # and another\n\n");
  app = await startTestApp({ uncountedNetworksFile, trustedProxies: ["127.0.0.1"] });
  await openProgramme(app.runtime);
  ana = await aUser(app);
  code = (await post("/api/affiliate", ana)).json().affiliateCode;
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});
beforeEach(() => clickCollection(app.database).deleteMany({}));

function post(url: string, { cookie }: Pick<TestUser, "cookie">, payload?: object, method: "POST" | "PUT" = "POST") {
  return app.server.inject({ method, url, headers: { cookie }, ...(payload && { payload }) });
}

interface Visit {
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: "GET" | "HEAD";
  readonly to?: string;
}

function visit({ from = "198.51.100.7", headers = {}, method = "GET", to = `/r/${code}` }: Visit = {}) {
  const told = { "x-forwarded-for": from, "user-agent": AGENT, ...headers };
  return app.server.inject({ method, url: to, headers: told });
}

async function signUp(cookie: string) {
  const response = await app.server.inject({
    method: "POST",
    url: "/api/register",
    headers: cookie === "" ? {} : { cookie },
    payload: aRegistration(),
  });
  expect(response.statusCode, response.body).toBe(201);
  const program = await findProgram(app.database, { userId: response.json().id }, null);
  return { response, program };
}

/** The referral's pair of a visit, for the cookie header. */
function referralOf({ cookies }: Awaited<ReturnType<typeof visit>>): string {
  const cookie = cookies.find(({ name }) => name.endsWith("referral"));
  return `${cookie?.name}=${cookie?.value}`;
}

function counted(): Promise<number> {
  return clickCollection(app.database).countDocuments({});
}

test("a visit is counted once a day for an address, keeps no address, and leads to where people sign up", async () => {
  const first = await visit({ headers: { referer: "https://friends.example.org/post/7?who=ana" } });
  expect(first.statusCode).toBe(302);
  expect(first.headers.location).toBe("/auth");
  expect(first.headers["cache-control"]).toBe("no-store");
  const [cookie] = first.cookies;
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/", maxAge: 30 * 24 * 60 * 60 });
  const again = await visit();
  expect(again.cookies[0]?.value).toBe(cookie?.value);
  await visit({ from: "198.51.100.8" });
  await visit({ from: "2001:db8:1:2:3::4" });
  await visit({ from: "2001:db8:1:2:ffff::9" });
  expect(await counted()).toBe(3);
  const rows = await clickCollection(app.database).find({}).toArray();
  expect(JSON.stringify(rows)).not.toMatch(/198\.51\.100|2001:db8/);
  expect(rows[0]).toMatchObject({ referrer: "friends.example.org", converted: false });
  await eventually(
    async () => (await findProgram(app.database, { userId: ana.user.id }, null))?.clickCount === 3,
    20_000,
  );
});

test.each<[string, Visit]>([
  ["a bot", { headers: { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" } }],
  ["nobody's browser", { headers: { "user-agent": "" } }],
  ["a look at the headers", { method: "HEAD" }],
  ["a browser that fetches ahead", { headers: { "sec-purpose": "prefetch;prerender" } }],
  ["a picture in somebody's page", { headers: { "sec-fetch-dest": "image" } }],
  ["a frame in somebody's page", { headers: { "sec-fetch-dest": "iframe" } }],
  ["a network that the operator named", { from: "203.0.113.77" }],
  ["another such network", { from: "2001:db8:bad:1::7" }],
  ["a code that is nobody's", { to: "/r/nobody-s-code" }],
  ["what is no code", { to: "/r/%24%7Bx%7D" }],
])("%s counts nothing, and is led on", async (_who, how) => {
  const response = await visit(how);
  expect([302, 404]).toContain(response.statusCode);
  if (how.method !== "HEAD") expect(response.headers.location).toBe("/auth");
  expect(response.cookies).toEqual([]);
  expect(await counted()).toBe(0);
});

test("whoever signs up after a visit is bound for good, once, and their visit says so", async () => {
  const cookie = referralOf(await visit({ to: `/r/${code.toUpperCase()}` }));
  const { response, program } = await signUp(cookie);
  const place = await findProgram(app.database, { userId: ana.user.id }, null);
  expect(program).toMatchObject({ referrerId: place?.id, above: [place?.id] });
  expect(response.cookies.find(({ name }) => name.endsWith("referral"))?.value).toBe("");
  expect(await clickCollection(app.database).findOne({ affiliateId: place?.id ?? 0 })).toMatchObject({
    converted: true,
  });
  const joined = await post("/api/affiliate", { cookie: cookieOf(response) });
  expect(joined.statusCode).toBe(200);
  expect((await findProgram(app.database, { userId: response.json().id }, null))?.referrerId).toBe(place?.id);
  expect((await signUp("")).program).toBeNull();
});

test("a cookie that nobody gave out binds to whom it names at most, and to nobody where it names none", async () => {
  const [name] = referralOf(await visit()).split("=");
  for (const value of ["nobody-s-code.", "%7B%24gt%3A1%7D", `${code}.zzz`, "x".repeat(3000)])
    expect((await signUp(`${name}=${value}`)).program, value).toBeNull();
  const { program } = await signUp(`${name}=${code}.${"0".repeat(24)}`);
  expect(program?.referrerId).toBe((await findProgram(app.database, { userId: ana.user.id }, null))?.id);
});

test("a link is its owner's alone: nobody without a session gets one, and a code has its form", async () => {
  expect((await app.server.inject({ method: "POST", url: "/api/affiliate" })).statusCode).toBe(401);
  for (const wrong of ["abc", "-abcd", "a b c d", "x".repeat(21), "ünïcode", 7, { $gt: "" }])
    expect((await post("/api/affiliate/code", ana, { code: wrong }, "PUT")).statusCode, String(wrong)).toBe(400);
  const ben = await aUser(app);
  expect((await post("/api/affiliate/code", ben, { code: "ben-was-here" }, "PUT")).json().code).toBe(
    "affiliate-not-joined",
  );
  await post("/api/affiliate", ben);
  expect((await post("/api/affiliate/code", ben, { code }, "PUT")).json().code).toBe("affiliate-code-taken");
  const both = await Promise.all([1, 2].map(() => post("/api/affiliate/code", ben, { code: "Ben-Was-Here" }, "PUT")));
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await programCollection(app.database).countDocuments({ codes: "ben-was-here" })).toBe(1);
  expect((await visit({ to: "/r/ben-was-here" })).cookies).toHaveLength(1);
});

test("a file of networks that names none says which line", async () => {
  const path = join(folder, "wrong.txt");
  await writeFile(path, "192.0.2.0/24\nsomewhere\n");
  await expect(readUncounted(path)).rejects.toThrow("UNCOUNTED_NETWORKS_FILE, line 2: name an address or a network");
  await expect(readUncounted(join(folder, "missing.txt"))).rejects.toThrow(/ENOENT/);
  expect((await readUncounted(null))("203.0.113.7")).toBe(false);
});
