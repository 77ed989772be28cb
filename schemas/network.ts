import * as v from "valibot";

/** The network the server is linked to, as a signed-in person may see it. */
export const NetworkOutput = v.strictObject({
  passphrase: v.string(),
  latestLedger: v.number(),
  ingestedLedger: v.number(),
  explorerUrl: v.nullable(v.string()),
});
export const HealthOutput = v.strictObject({ status: v.literal("ok") });
