import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { IDENTITY_PICTURE, UPLOAD_PART_BYTES } from "#schemas/identity.ts";
import { CONSENT_VERSION } from "#schemas/kyc.ts";
import { aRegistration } from "#tests/support/builders.ts";
import { quantile, type Result } from "./results.ts";
import { prepareServer, type RunningServer } from "./running-server.ts";

const PEOPLE = 50;
const LOOK_MS = 10;
const REST_MS = 3000;
const MOST_MB = 60;
const MEGABYTE = 1024 * 1024;
const LOOKS = 100;
const ADMIN_PASSWORD = "an admin's long password";
/** As `npm run serve` has it. */
const ALLOCATOR = { MALLOC_ARENA_MAX: "2" };

/** What fifty people who send a picture each at once take of the server's memory, and how soon an operator sees one. */
export async function measureIdentity(): Promise<Result[]> {
  const server = await prepareServer({ ...ALLOCATOR, ADMIN_PASSWORD });
  try {
    await server.start();
    const [file, people] = [await aHeavyPhoto(), await register(server.url)];
    const memory = await measureMemory(server, people, file);
    return [...memory, await measureLooks(server, people)];
  } finally {
    await server.close();
  }
}

/** Above what it takes at rest, once it answered as many calls as the pictures take. */
async function measureMemory(server: RunningServer, people: readonly string[], file: Buffer): Promise<Result[]> {
  const { url } = server;
  const calls = Math.ceil(file.length / UPLOAD_PART_BYTES) + 1;
  for (let call = 0; call < calls; call += 1)
    await Promise.all(people.map((cookie) => ask(url, cookie, "GET", "/api/kyc")));
  const idle = await settledRss(server.pid());
  const before = performance.now();
  const first = await mostMemory(server.pid(), () => sendAll(url, people, "front", file));
  const seconds = (performance.now() - before) / 1000;
  const warm = await settledRss(server.pid());
  const again = await mostMemory(server.pid(), () => sendAll(url, people, "selfie", file));
  const what = `${PEOPLE} pictures of ${(file.length / MEGABYTE).toFixed(1)} MB at once`;
  const goal = { kind: "at most", value: MOST_MB } as const;
  const rows = [
    { name: `memory for ${what}, the first`, value: first - idle, note: `${idle.toFixed(0)} at rest` },
    { name: `memory for ${what}, again`, value: again - warm, note: `${warm.toFixed(0)} at rest` },
  ];
  return [
    ...rows.map((row) => ({ ...row, unit: "MB" as const, goal })),
    { name: `${what}: read and kept`, value: seconds, unit: "s", note: "one at a time" },
  ];
}

/** From an operator's question for a picture to its last byte: noted in the audit chain, opened, marked with their name. */
async function measureLooks({ url }: RunningServer, people: readonly string[]): Promise<Result> {
  const operator = await signIn(url, { username: "admin", password: ADMIN_PASSWORD });
  const [cookie = ""] = people;
  const { uploads } = await jsonOf(await ask(url, cookie, "GET", "/api/kyc"));
  const pictures = Object.fromEntries(uploads.map(({ slot, upload }: Sent) => [slot, upload]));
  const number = { documentType: "passport", country: "FR", documentNumber: "12 AB 34567" };
  await ask(url, cookie, "POST", "/api/kyc/submit", { ...number, pictures, idempotencyKey: randomUUID() });
  const { identities } = await jsonOf(await ask(url, operator, "GET", "/api/admin/kyc"));
  const taken: number[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    const before = performance.now();
    const answer = await ask(url, operator, "GET", `/api/admin/kyc/${identities[0].id}/pictures/front`);
    await answer.arrayBuffer();
    taken.push(performance.now() - before);
  }
  return {
    name: "a picture for the operator, p95",
    value: quantile(taken, 0.95),
    unit: "ms",
    note: `half of ${LOOKS} within ${quantile(taken, 0.5).toFixed(0)}, one after the other`,
  };
}

/** Nearly as heavy as a picture may be, and as large. */
async function aHeavyPhoto(): Promise<Buffer> {
  const side = IDENTITY_PICTURE.mostSide;
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const drawn = sharp({ create: { width: side, height: (side * 3) / 4, channels: 3, background: "#000", noise } });
  const raw = await drawn.png().toBuffer();
  for (let quality = 90; ; quality -= 5) {
    const file = await sharp(raw).jpeg({ quality }).toBuffer();
    if (file.length <= IDENTITY_PICTURE.bytes) return file;
  }
}

async function register(url: string): Promise<string[]> {
  const cookies: string[] = [];
  for (let person = 0; person < PEOPLE; person += 1) {
    const cookie = cookieOf(await ask(url, "", "POST", "/api/register", aRegistration()));
    await ask(url, cookie, "POST", "/api/kyc/consent", { version: CONSENT_VERSION });
    cookies.push(cookie);
  }
  return cookies;
}

async function signIn(url: string, names: object): Promise<string> {
  return cookieOf(await ask(url, "", "POST", "/api/login", names));
}

function cookieOf({ headers }: Response): string {
  const cookie = headers
    .getSetCookie()
    .find((each) => each.startsWith("connect.sid="))
    ?.split(";")[0];
  if (cookie === undefined) throw new Error("nobody was signed in");
  return cookie;
}

async function sendAll(url: string, cookies: readonly string[], slot: string, file: Buffer): Promise<void> {
  const sha256 = createHash("sha256").update(file).digest("hex");
  const sent = cookies.map(async (cookie) => {
    const begun = { slot, bytes: file.length, sha256, hints: [] };
    let told = await uploadIn(await ask(url, cookie, "POST", "/api/kyc/uploads", begun));
    while (told.received < file.length) {
      const part = file.subarray(told.received, told.received + UPLOAD_PART_BYTES);
      told = await uploadIn(await ask(url, cookie, "PUT", `/api/kyc/uploads/${told.upload}/${told.received}`, part));
    }
    if (!told.isWhole) throw new Error("a picture was not kept");
  });
  await Promise.all(sent);
}

async function ask(url: string, cookie: string, method: string, path: string, body?: object): Promise<Response> {
  const isBytes = Buffer.isBuffer(body);
  const answer = await fetch(url + path, {
    method,
    headers: { cookie, "content-type": isBytes ? "application/octet-stream" : "application/json" },
    ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

interface Sent {
  readonly upload: string;
  readonly slot: string;
  readonly received: number;
  readonly isWhole: boolean;
}

async function uploadIn(answer: Response): Promise<Sent> {
  return JSON.parse(await answer.text());
}

async function jsonOf(answer: Response) {
  return JSON.parse(await answer.text());
}

async function mostMemory(pid: number, work: () => Promise<void>): Promise<number> {
  let most = rssOf(pid);
  const looking = setInterval(() => {
    most = Math.max(most, rssOf(pid));
  }, LOOK_MS);
  try {
    await work();
  } finally {
    clearInterval(looking);
  }
  return most;
}

async function settledRss(pid: number): Promise<number> {
  await rest();
  return rssOf(pid);
}

/** In MB, of a process on this machine. */
function rssOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}
