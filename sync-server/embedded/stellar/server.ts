import { createServer } from "node:http";
import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import { systemClock } from "./clock.ts";
import type { Clock } from "./clock.ts";
import { type Control, isControlPath, serveControl } from "./control.ts";
import { openDemo, prepareDemo } from "./demo/demo.ts";
import type { Demo, DemoOptions } from "./demo/demo.ts";
import { Faults } from "./faults.ts";
import type { FaultSettings } from "./faults.ts";
import { claimFolder } from "./folder.ts";
import { Friendbot } from "./friendbot.ts";
import { History } from "./history.ts";
import type { HorizonContext } from "./horizon/context.ts";
import { HorizonProblem } from "./horizon/problem.ts";
import { findResource, serveHorizon } from "./horizon/serve.ts";
import { stream, wantsStream } from "./horizon/stream.ts";
import { readSubmission, timeout } from "./horizon/transactions.ts";
import { BadRequest, readRequest, send } from "./http.ts";
import type { Reply, Request } from "./http.ts";
import { Network } from "./network.ts";
import { isOwnName } from "./own-name.ts";
import { forgetBefore } from "./prune.ts";
import { serveRpc } from "./rpc/serve.ts";
import { removeLedger, Store } from "./store.ts";
import { Views } from "./view.ts";

export interface ServerOptions {
  /** What it listens on; absent: this machine alone. */
  readonly host?: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly directory: string;
  readonly closeIntervalMs: number;
  /** Between ledgers while nothing waits for one; absent: the same. */
  readonly idleIntervalMs?: number;
  readonly passphrase: string;
  readonly protocol: number;
  readonly reset?: boolean;
  /** Accounts to create at the start, where they do not exist: address and XLM. */
  readonly fund?: readonly (readonly [string, string])[];
  /** Operations that a ledger takes at most; absent: as many as it took before. */
  readonly setSize?: number;
  /** Ledgers that its RPC remembers. Absent: all that there are. */
  readonly retainLedgers?: number;
  /** Ledgers whose history is kept at all, which Horizon tells. Absent: all. */
  readonly keepHistory?: number;
  /** What goes wrong from the start on. */
  readonly faults?: FaultSettings;
  /** What steering the network takes; without one it is steered by nobody. */
  readonly controlSecret?: string | undefined;
  /** What proxies call it, besides the names of this machine. */
  readonly hostNames?: readonly string[];
  readonly clock?: Clock;
  /** A market with issuers, makers and traders; absent for a network without anybody. */
  readonly demo?: DemoOptions | undefined;
  /** Told, in a sentence, what takes long. */
  readonly tell?: (sentence: string) => void;
}

export interface RunningServer {
  readonly host: string;
  readonly port: number;
  readonly network: Network;
  close(): Promise<void>;
}

/** Starts a network and serves it until closed. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const release = claimFolder(options.directory);
  try {
    const server = await serve(options);
    return { ...server, close: () => server.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

async function serve(options: ServerOptions): Promise<RunningServer> {
  const { directory, passphrase, protocol, clock = systemClock() } = options;
  if (options.reset) removeLedger(directory);
  await prepareDemo(options.demo, { directory, passphrase, protocol, clock }, options.tell ?? (() => undefined));
  const store = new Store(directory);
  const network = openNetwork(store, clock, options);
  const history = new History(store);
  if (options.keepHistory !== undefined) forgetBefore(network.chain, options.keepHistory);
  const faults = new Faults();
  const views = new Views(network.chain, history, faults);
  if (options.faults) faults.set(options.faults);
  const friendbot = new Friendbot(network, history);
  const demo = options.demo && openDemo(options.demo, network, friendbot);
  const { controlSecret: secret, hostNames = [], retainLedgers = Infinity } = options;
  const control = secret === undefined ? undefined : { secret, network, faults };
  const routes = { network, views, faults, friendbot, demo, control, hostNames, retainLedgers };
  const http = createServer((incoming, response) => {
    void answer(incoming, response, routes).catch((error: unknown) => {
      console.error("request failed:", error);
      response.destroy();
    });
  });
  const { host = "127.0.0.1" } = options;
  await listen(http, host, options.port);
  network.start();
  await Promise.all((options.fund ?? []).map(([account, amount]) => friendbot.fund(account, amount)));
  demo?.start();
  const address = http.address();
  if (typeof address !== "object" || address === null) throw new Error("not listening on a port");
  return {
    host,
    port: address.port,
    network,
    close: () => {
      demo?.stop();
      return shutDown(http, network, store, views);
    },
  };
}

interface Routes {
  readonly network: Network;
  readonly views: Views;
  readonly faults: Faults;
  readonly friendbot: Friendbot;
  readonly demo: Demo | undefined;
  readonly control: Control | undefined;
  readonly hostNames: readonly string[];
  readonly retainLedgers: number;
}

function openNetwork(store: Store, clock: Clock, options: ServerOptions): Network {
  const known = store.setting("passphrase");
  if (known !== undefined && known !== options.passphrase) {
    store.close();
    throw new Error(`The ledger in ${options.directory} belongs to another network; use its passphrase or --reset.`);
  }
  store.setSetting("passphrase", options.passphrase);
  const network = new Network(store, clock, options);
  const { setSize } = options;
  if (setSize !== undefined && network.chain.state.header.maxTxSetSize !== setSize)
    network.closeLedger([{ type: 3, newMaxTxSetSize: setSize }]);
  return network;
}

async function answer(incoming: IncomingMessage, response: ServerResponse, routes: Routes): Promise<void> {
  if (!isOwnName(incoming.headers.host ?? "localhost", routes.hostNames)) {
    const message = "The network is called localhost here, or what --host-name says.";
    send(response, { status: 421, body: { message }, isClosedToPages: true });
    return;
  }
  let request: Request;
  try {
    request = await readRequest(incoming);
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    send(response, { status: error.status, body: { message: error.message } });
    return;
  }
  const control = isControlPath(request.path) ? routes.control : undefined;
  try {
    if (request.method === "OPTIONS") send(response, { status: 204, body: "", isClosedToPages: control !== undefined });
    else if (control) send(response, serveControl(request, control));
    else if (await isCutOff(request, routes)) incoming.socket.destroy();
    else if (wantsStream(request)) openStream(request, response, routes);
    else send(response, await route(request, routes));
  } catch (error) {
    console.error(`${request.method} ${request.path} failed:`, error);
    send(response, { status: 500, body: { message: "The embedded network could not answer." } });
  }
}

/** Plays the faults that every answer can meet; whether this one gets none. */
async function isCutOff({ path }: Request, { faults }: Routes): Promise<boolean> {
  if (path === "/demo") return false;
  await faults.delay();
  return faults.drops();
}

async function route(request: Request, routes: Routes): Promise<Reply> {
  const isSubmission = request.method === "POST" && SUBMISSIONS.has(request.path);
  if (!isSubmission || routes.faults.settings["accept-then-504"] === 0) return routeFaithfully(request, routes);
  const reply = await routeFaithfully(withoutWaiting(request), routes);
  if (isAccepted(reply) && routes.faults.timesOut()) return timedOut(request, routes);
  return request.path === "/transactions" ? routeFaithfully(request, routes) : reply;
}

function timedOut(request: Request, routes: Routes): Reply {
  const transaction = request.path === "/rpc" ? undefined : readSubmission(request, horizonContext(request, routes));
  return transaction ? timeout(transaction) : { status: 504, body: { message: "Gateway Timeout" } };
}

const SUBMISSIONS: ReadonlySet<string> = new Set(["/rpc", "/transactions", "/transactions_async"]);

/** The same submission in the form that answers before a ledger has closed. */
function withoutWaiting(request: Request): Request {
  return request.path === "/transactions" ? { ...request, path: "/transactions_async" } : request;
}

/** Whether the answer is that of a network that has taken on a transaction. */
function isAccepted({ body }: Reply): boolean {
  const text = JSON.stringify(body);
  return text.includes('"tx_status":"PENDING"') || text.includes('"status":"PENDING"');
}

async function routeFaithfully(request: Request, routes: Routes): Promise<Reply> {
  const { network, views, faults, friendbot, demo, retainLedgers } = routes;
  if (request.path === "/rpc") {
    const friendbotUrl = `${request.origin}/friendbot`;
    return serveRpc(request, { network, view: views.now, friendbotUrl, retainLedgers, isHidden: () => faults.hides() });
  }
  if (request.path === "/friendbot") return friendbot.serve(request);
  if (demo && request.path === "/demo" && request.method === "GET") return { status: 200, body: demo.describe() };
  return serveHorizon(request, horizonContext(request, routes));
}

function horizonContext({ origin }: Request, { network, views }: Routes): HorizonContext {
  return {
    network,
    origin,
    get view() {
      return views.now;
    },
  };
}

function openStream(request: Request, response: ServerResponse, routes: Routes): void {
  const context = horizonContext(request, routes);
  try {
    stream(request, findResource(request, context), context, response);
  } catch (error) {
    if (!(error instanceof HorizonProblem)) throw error;
    send(response, error.reply);
  }
}

function listen(http: HttpServer, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, host, () => resolve());
  });
}

async function shutDown(http: HttpServer, network: Network, store: Store, views: Views): Promise<void> {
  network.stop();
  const closed = new Promise<void>((resolve) => http.close(() => resolve()));
  http.closeAllConnections();
  await closed;
  views.close();
  store.close();
}
