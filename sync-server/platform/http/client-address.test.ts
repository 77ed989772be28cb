import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { clientAddressOf } from "./client-address.ts";

function aRequest(remoteAddress: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers["x-forwarded-for"] = forwarded;
  return request;
}

test.each([
  [[], "203.0.113.7", "6.6.6.6", "203.0.113.7"],
  [[], "::ffff:203.0.113.7", undefined, "203.0.113.7"],
  [["10.0.0.0/8"], "10.0.0.1", "203.0.113.7", "203.0.113.7"],
  [["10.0.0.0/8"], "::ffff:10.0.0.1", "6.6.6.6, 203.0.113.7, 10.0.0.2", "203.0.113.7"],
  [["10.0.0.0/8"], "203.0.113.9", "6.6.6.6", "203.0.113.9"],
  [["::1", "2001:db8::/32"], "::1", "2001:db8::5", "2001:db8::5"],
  [["10.0.0.1"], "10.0.0.1", "nonsense", "10.0.0.1"],
  [["10.0.0.1"], "10.0.0.1", undefined, "10.0.0.1"],
])("trusting %j, a connection from %s for %s comes from %s", (trusted, remote, forwarded, address) => {
  expect(clientAddressOf(trusted)(aRequest(remote, forwarded))).toBe(address);
});
