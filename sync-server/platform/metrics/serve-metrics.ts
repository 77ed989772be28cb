import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Config, ConfigError } from "#server/config.ts";
import type { Logger } from "#server/platform/http/runtime.ts";

/** A scraper that holds a connection open longer than this is cut off, in ms. */
const REQUEST_MS = 10_000;
/** A scraper needs one or two. */
const MOST_CONNECTIONS = 20;

/** What a scraper reads. */
export interface MetricsPage {
  readonly contentType: string;
  read(): Promise<string>;
}

/** The page on a port of its own. */
export interface MetricsServer {
  /** The port, which the system chose where 0 was asked for. */
  readonly port: number;
  stop(): Promise<void>;
}

/** Serves `GET /metrics` and nothing else, to whoever has the token where there is one. Throws {@link ConfigError} where the port is taken. */
export async function serveMetrics(
  { host, port, token }: NonNullable<Config["metrics"]>,
  page: MetricsPage,
  log: Logger,
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error }, "the metrics could not be told");
      end(response, 500, "The metrics could not be read.");
    });
  });
  server.maxConnections = MOST_CONNECTIONS;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.split("?")[0] !== "/metrics") return end(response, 404, "There is only /metrics.");
    if (request.method !== "GET") return end(response, 405, "Metrics are read by GET.");
    if (!isKnown(token, request.headers.authorization)) {
      response.setHeader("www-authenticate", "Bearer");
      return end(response, 401, "Metrics are read with the token that METRICS_TOKEN says.");
    }
    response.setHeader("content-type", page.contentType);
    response.end(await page.read());
  }

  await listen(server, host, port);
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function end(response: ServerResponse, status: number, sentence: string): void {
  if (response.headersSent) return void response.end();
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${sentence}\n`);
}

/** Compared by their hashes, which takes as long for any token. */
function isKnown(token: string | null, header: string | undefined): boolean {
  if (token === null) return true;
  return timingSafeEqual(hashOf(`Bearer ${token}`), hashOf(header ?? ""));
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      reject(new ConfigError(`METRICS_PORT ${port} cannot be listened on at ${host} (${codeOf(error)}); set another.`));
    });
    server.listen({ host, port }, () => resolve());
  });
}

function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : error.message;
}
