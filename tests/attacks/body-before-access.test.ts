import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Endpoint, ENDPOINTS } from "#schemas/endpoints.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";

const GUARDED: readonly Endpoint[] = Object.values<Endpoint>(ENDPOINTS).filter(
  ({ method, access }) => method !== "GET" && access !== "anyone",
);
const PART_BYTES = 8 * 1024;
let app: TestApp;
let port: number;

beforeAll(async () => {
  app = await startTestApp();
  port = Number(new URL(await app.listen()).port);
});
afterAll(() => app.stop());

interface Sent {
  /** The status line, and what followed. */
  readonly answer: string;
  /** Bytes of the body that had left when the answer came. */
  readonly sentBytes: number;
  readonly isClosed: boolean;
}

/** Sends headers, and then the body bit by bit for as long as nothing is answered. */
function sendSlowly(headers: readonly string[], bodyBytes: number): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    let sentBytes = 0;
    let isClosed = false;
    const timer = setInterval(() => {
      if (answer !== "" || sentBytes >= bodyBytes) return;
      sentBytes += PART_BYTES;
      socket.write("x".repeat(PART_BYTES));
    }, 20);
    const end = (): void => {
      clearInterval(timer);
      socket.destroy();
      resolve({ answer, sentBytes, isClosed });
    };
    socket.once("connect", () => socket.write(`${headers.join("\r\n")}\r\n\r\n`));
    socket.on("data", (data) => {
      answer += String(data);
      setTimeout(end, 100);
    });
    socket.once("close", () => {
      isClosed = true;
    });
    socket.once("error", (error) => (answer === "" ? reject(error) : undefined));
    setTimeout(end, 5000).unref();
  });
}

function requestLines({ method, path }: Endpoint, body: readonly string[], cookie = ""): string[] {
  const url = path.replaceAll(/:\w+/g, "1");
  const lines = [`${method} ${url} HTTP/1.1`, "host: localhost:3000", "content-type: application/json", ...body];
  return cookie === "" ? lines : [...lines, `cookie: ${cookie}`];
}

test("nobody's body is waited for: each guarded endpoint refuses a guest by the headers alone", async () => {
  for (const endpoint of GUARDED) {
    const { answer, sentBytes } = await sendSlowly(requestLines(endpoint, ["content-length: 90000"]), 0);
    expect(answer, `${endpoint.method} ${endpoint.path}`).toMatch(/^HTTP\/1.1 401 /);
    expect(sentBytes).toBe(0);
  }
}, 60_000);

test("a guest's endless or huge body ends the connection rather than being taken in", async () => {
  for (const body of ["transfer-encoding: chunked", `content-length: ${1024 ** 3}`]) {
    const { answer, isClosed } = await sendSlowly(requestLines(ENDPOINTS.sendReport, [body]), 0);
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(answer.toLowerCase()).toContain("connection: close");
    expect(isClosed).toBe(true);
  }
});

test("a user's body is not taken in either where an operator is asked for", async () => {
  const { cookie } = await aUser(app);
  const { answer } = await sendSlowly(requestLines(ENDPOINTS.setOperatorPolicy, ["content-length: 90000"], cookie), 0);
  expect(answer).toMatch(/^HTTP\/1.1 403 /);
});

test("whoever is let in has as much as the endpoint takes, and no more", async () => {
  const { cookie } = await aUser(app);
  const { answer } = await sendSlowly(requestLines(ENDPOINTS.theme, ["content-length: 200000"], cookie), 0);
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
});

test("an endpoint for everyone takes little from whom nobody knows", async () => {
  const payload = JSON.stringify({ username: "a", password: "x".repeat(20_000) });
  const response = await app.server.inject({
    method: "POST",
    url: "/api/login",
    payload,
    headers: { "content-type": "application/json" },
  });
  expect(response.statusCode).toBe(413);
});
