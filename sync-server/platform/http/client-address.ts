import { BlockList, isIP } from "node:net";
import type { IncomingMessage } from "node:http";

const MAPPED = /^::ffff:(?=\d+\.)/i;

/**
 * The address a connection comes from: the other end of it, or, behind proxies that are trusted, the last one in their
 * `X-Forwarded-For` that is none of them. For what does not pass through Fastify, which answers the same by its `request.ip`.
 */
export function clientAddressOf(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = "", bits] = proxy.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }

  function isTrusted(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && trusted.check(address, family === 6 ? "ipv6" : "ipv4");
  }

  return ({ socket, headers }) => {
    const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
    const addresses = [socket.remoteAddress ?? "", ...forwarded.toReversed()].map((address) =>
      address.trim().replace(MAPPED, ""),
    );
    const known = addresses.filter((address) => isIP(address) !== 0);
    return known.find((address) => !isTrusted(address)) ?? known.at(-1) ?? "";
  };
}
