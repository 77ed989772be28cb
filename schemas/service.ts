import * as v from "valibot";
import { InterfaceSettings } from "./interface.ts";

/** What a server may serve beside the wallet itself; what it does not is shown nowhere. */
export const OFFERS = ["deposits", "identity", "staking", "affiliate"] as const;
export type Offer = (typeof OFFERS)[number];

/** Of whichever network the money is, and what is offered here. */
export const ServiceOutput = v.strictObject({
  /** `test` wherever it is not Stellar's public network: then the money is not real. */
  network: v.picklist(["public", "test"]),
  offers: v.array(v.picklist(OFFERS)),
  /** What operators set of the screens. */
  interface: InterfaceSettings,
});
export type ServiceOutput = v.InferOutput<typeof ServiceOutput>;
