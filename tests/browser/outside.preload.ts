/**
 * Loaded into the server's process before the server itself: its outside world ends at a socket in its data folder. Names
 * below .test, which nobody can own (RFC 6761), lead to a public address there, and what is asked of them goes to whoever
 * listens at that socket. All else is as it was, and the product has no switch for any of it.
 */
import dns from "node:dns/promises";
import http, { type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { OUTSIDE_SOCKET } from "./outside-socket.ts";

const PUBLIC_ADDRESS = "93.184.215.14";
const dataDir = process.env["DATA_DIR"];
const isStandIn = (name: string) => name.endsWith(".test");

if (dataDir !== undefined) {
  const { lookup } = dns;
  const { request } = https;
  Object.assign(dns, {
    lookup: (name: string, options: { readonly all?: boolean }) =>
      isStandIn(name) && options.all === true
        ? Promise.resolve([{ address: PUBLIC_ADDRESS, family: 4 }])
        : lookup(name, options),
  });
  Object.assign(https, {
    request: (options: RequestOptions, onAnswer: (answer: IncomingMessage) => void) => {
      const host = String(options.host ?? "");
      if (!isStandIn(host)) return request(options, onAnswer);
      const { host: _host, lookup: _lookup, agent: _agent, ...rest } = options;
      const socketPath = join(dataDir, OUTSIDE_SOCKET);
      return http.request({ ...rest, socketPath, headers: { ...options.headers, host } }, onAnswer);
    },
  });
  syncBuiltinESMExports();
}
