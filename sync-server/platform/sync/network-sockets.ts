import type { IncomingMessage } from "node:http";
import { AppError } from "#schemas/errors.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { clientAddressOf } from "#server/platform/http/client-address.ts";
import { networkOf } from "#server/platform/http/network-of.ts";
import { createPacer } from "#server/platform/http/pacer.ts";

/** Counts the connections of each network, from before they say who they are. */
export interface NetworkSockets {
  /** Counts a connection in until it closes; false where its network has as many already, or knocks too often. */
  open(request: IncomingMessage): boolean;
  /** The connection turned out to be a signed-in person's. */
  recognised(request: IncomingMessage): void;
}

interface Options {
  readonly clock: Clock;
  readonly trustedProxies: readonly string[];
  readonly socketsPerNetwork: number;
}

/** Of a network's connections, one in so many may be nobody's in particular: people behind one address sign in. */
const STRANGERS_PART = 10;

/** A network may knock as often in a minute as it may have sockets open, and as often at once: after a restart all come again. */
export function openNetworkSockets({ clock, trustedProxies, socketsPerNetwork }: Options): NetworkSockets {
  const addressOf = clientAddressOf(trustedProxies);
  const knocks = createPacer<string>({ burst: socketsPerNetwork, perSecond: socketsPerNetwork / 60 }, () =>
    clock.now().getTime(),
  );
  const strangersMost = Math.max(1, Math.floor(socketsPerNetwork / STRANGERS_PART));
  const all = new Map<string, number>();
  const strangers = new Map<string, number>();
  const unknown = new WeakMap<IncomingMessage, string>();

  function recognised(request: IncomingMessage): void {
    const network = unknown.get(request);
    if (network === undefined) return;
    unknown.delete(request);
    add(strangers, network, -1);
  }

  return {
    open(request) {
      const network = networkOf(addressOf(request));
      if ((all.get(network) ?? 0) >= socketsPerNetwork) return false;
      if ((strangers.get(network) ?? 0) >= strangersMost) return false;
      if (!mayKnock(network)) return false;
      add(all, network, 1);
      add(strangers, network, 1);
      unknown.set(request, network);
      request.socket.once("close", () => {
        add(all, network, -1);
        recognised(request);
      });
      return true;
    },
    recognised,
  };

  function mayKnock(network: string): boolean {
    try {
      knocks.take(network);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }
}

function add(counts: Map<string, number>, network: string, by: number): void {
  const count = (counts.get(network) ?? 0) + by;
  if (count > 0) counts.set(network, count);
  else counts.delete(network);
}
