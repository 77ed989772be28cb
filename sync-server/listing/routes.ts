import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { Approvals } from "#server/approvals/index.ts";
import { route } from "#server/platform/http/route.ts";
import { changeAsset, delistAsset, setPairs } from "./change-asset.ts";
import type { ListingDeps } from "./deps.ts";
import { describeListing, previewListing } from "./describe-listing.ts";
import { listAct, listAsset } from "./list-asset.ts";
import { dollarAct, setDollar } from "./set-dollar.ts";

/** Serves operators what is listed, and lets them change it. */
export function registerListingRoutes(app: FastifyInstance, deps: ListingDeps, approvals: Approvals): void {
  approvals.define("list-asset", listAct(deps));
  approvals.define("set-dollar", dollarAct(deps));
  const now = () => describeListing(deps);

  route(app, ENDPOINTS.listing, now);
  route(app, ENDPOINTS.previewListing, ({ session, query }) => previewListing(deps, session.userId, query));
  route(app, ENDPOINTS.listAsset, async ({ session, input }) => {
    const proposal = await listAsset(deps, approvals, session.userId, input);
    return proposal ? { proposal } : now();
  });
  route(app, ENDPOINTS.changeListedAsset, async ({ session, params, input }) => {
    await changeAsset(deps, session.userId, params.asset, input);
    return now();
  });
  route(app, ENDPOINTS.delistAsset, async ({ session, params, input }) => {
    await delistAsset(deps, session.userId, params.asset, input);
    return now();
  });
  route(app, ENDPOINTS.setDollar, async ({ session, input }) => {
    const proposal = await setDollar(deps, approvals, session.userId, input);
    return proposal ? { proposal } : now();
  });
  route(app, ENDPOINTS.setPairs, async ({ session, input }) => {
    await setPairs(deps, session.userId, input);
    return now();
  });
}
