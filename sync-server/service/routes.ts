import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { OFFERS, type Offer, type ServiceOutput } from "#schemas/service.ts";
import { readInterface } from "#server/interface/index.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** Of Stellar's public network (https://developers.stellar.org/docs/networks). */
const PUBLIC_PASSPHRASE = "Public Global Stellar Network ; September 2015";

/** How each offer tells whether it is made at the moment. */
export type Offered = Readonly<Partial<Record<Offer, () => Promise<boolean>>>>;

/** Tells everybody whether the money here is real, and what is offered: an app shows no place that leads nowhere. */
export function registerService(app: FastifyInstance, { config, database }: Runtime, offered: Offered): void {
  route(app, ENDPOINTS.service, async () => {
    const made = await Promise.all(OFFERS.map(async (offer) => ((await offered[offer]?.()) === true ? [offer] : [])));
    return {
      network: networkOf(config.stellar.passphrase),
      offers: made.flat(),
      interface: (await readInterface(database, null)).settings,
    };
  });
}

/** Money is real on the public network alone. */
export function networkOf(passphrase: string): ServiceOutput["network"] {
  return passphrase === PUBLIC_PASSPHRASE ? "public" : "test";
}
