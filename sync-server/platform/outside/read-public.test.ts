import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from "node:http";
import type { RequestOptions } from "node:https";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isPublicAddress } from "./addresses.ts";
import { OUTSIDE, type OutsideLink, readPublicText } from "./read-public.ts";

const PUBLIC = "93.184.215.14";
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "good.example": [PUBLIC],
  "other.example": ["2606:4700::6810:84e5"],
  "inside.example": ["10.0.0.7"],
  "mixed.example": [PUBLIC, "127.0.0.1"],
  "nowhere.example": [],
};
const BOUNDS = { maxBytes: 1000, timeoutMs: 10_000 };

let server: Server;
let port = 0;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const dialled: RequestOptions[] = [];

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A world in which every name leads where the table says, and every public address to our own server. */
const link: OutsideLink = {
  resolve: async (name) => NAMES[name] ?? [],
  request: (options, onAnswer) => {
    dialled.push(options);
    const { lookup: _pinned, agent: _none, ...rest } = options;
    return httpRequest(
      { ...rest, host: "127.0.0.1", port, headers: { ...options.headers, host: options.host ?? "" } },
      onAnswer,
    );
  },
};

function read(url: string, bounds = BOUNDS): Promise<string> {
  return readPublicText(url, bounds, link).catch((error: unknown) => `refused: ${String(error)}`);
}

test("a text is read, from the very addresses that were looked at", async () => {
  answer = (request, response) => void response.end(`${request.headers.host}${request.url}`);
  expect(await read("https://good.example/a?b=c")).toBe("good.example/a?b=c");
  const { lookup, headers } = dialled.at(-1) ?? {};
  expect(headers).not.toHaveProperty("cookie");
  const pinned = await new Promise((resolve) => {
    lookup?.("rebound.example", { all: true }, (_error, found) => resolve(found));
  });
  expect(pinned).toEqual([{ address: PUBLIC, family: 4 }]);
});

test.each([
  ["http://good.example/", "secure"],
  ["file:///etc/passwd", "secure"],
  ["https://good.example:8443/", "not read from here"],
  ["https://me:secret@good.example/", "not read from here"],
  ["https://127.0.0.1/", "not read from here"],
  ["https://0x7f.1/", "not read from here"],
  ["https://2130706433/", "not read from here"],
  ["https://[::1]/", "not read from here"],
  ["https://localhost/", "not read from here"],
  ["https://inside.example/", "not read from here"],
  ["https://mixed.example/", "not read from here"],
  ["https://nowhere.example/", "not read from here"],
])("%s is not read", async (url, sentence) => {
  answer = () => expect.unreachable("it was asked");
  expect(await read(url)).toContain(sentence);
});

test("redirects are held to the same, and end", async () => {
  const to = (location: string) => {
    answer = ({ headers, url }, response) =>
      headers.host === "other.example" ? response.end(`read ${url}`) : response.writeHead(302, { location }).end();
  };
  to("https://other.example/x");
  expect(await read("https://good.example/")).toBe("read /x");
  for (const location of ["https://inside.example/", "http://other.example/", "https://169.254.169.254/latest"]) {
    to(location);
    expect(await read("https://good.example/")).toContain("refused");
  }
  to("/again");
  expect(await read("https://good.example/")).toContain("without end");
});

test("what is too long, coded, no text or not there is refused", async () => {
  answer = (_request, response) => void response.end("x".repeat(1001));
  expect(await read("https://good.example/")).toContain("more than 1000 bytes");
  answer = (_request, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end("x");
  expect(await read("https://good.example/")).toContain("another coding");
  answer = (_request, response) => void response.end(Buffer.from([0xff, 0xfe, 0x80]));
  expect(await read("https://good.example/")).toContain("no text");
  answer = (_request, response) => void response.writeHead(404).end();
  expect(await read("https://good.example/")).toContain("answered 404");
  answer = (_request, response) => void response.destroy();
  expect(await read("https://good.example/")).toContain("could not be reached");
});

test("whoever sends without end, or never, is given up", async () => {
  answer = (_request, response) => void response.write("x");
  expect(await read("https://good.example/", { ...BOUNDS, timeoutMs: 100 })).toContain("in time");
  answer = () => undefined;
  expect(await read("https://good.example/", { ...BOUNDS, timeoutMs: 100 })).toContain("in time");
  const stuck = { ...link, resolve: () => new Promise<never>(() => undefined) };
  await expect(readPublicText("https://good.example/", { ...BOUNDS, timeoutMs: 50 }, stuck)).rejects.toThrow("in time");
});

test("the real link sees where names of this machine lead", async () => {
  const addresses = await OUTSIDE.resolve("localhost");
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.some(isPublicAddress)).toBe(false);
});
