import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { formatAmount } from "#schemas/values/money.ts";
import type { TrustlineInput } from "#schemas/trustlines.ts";
import { imagePath, type Listing } from "#server/listed-assets/index.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { mostFee } from "#server/platform/house/network-fee.ts";
import { route } from "#server/platform/http/route.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS } from "#server/platform/network/entries.ts";
import { stellarTomlReader } from "#server/platform/outside/stellar-toml.ts";
import { leftOutput, submissionOutput } from "#server/wallet/index.ts";
import type { Money } from "#server/platform/money/start-money.ts";
import { factsOfHeld, lookUpAssets } from "./asset-facts.ts";
import { holdingsOf } from "./holdings.ts";
import { type Change, planTrustline, type TrustlineDeps } from "./plan-trustline.ts";
import { changeTrustline } from "./change-trustline.ts";

/** Look-ups make this server ask sites that people name. */
const LOOK_UPS = 120;
const LOOK_UP_WINDOW_MS = 10 * 60 * 1000;

/** Serves which assets there are and which of them one holds. */
export function registerTrustlineRoutes(
  app: FastifyInstance,
  deps: TrustlineDeps & { readonly listing: () => Promise<Listing> },
  money: Money,
): void {
  const { runtime, network, listing } = deps;
  const facts = { runtime, network, listing, readToml: stellarTomlReader(runtime.clock) };
  const lookUpLimit = createAttemptLimit(runtime, "asset-look-up", LOOK_UPS, LOOK_UP_WINDOW_MS);

  route(app, ENDPOINTS.listedAssets, async () => {
    const { version, assets, pairs, dollar } = await listing();
    return {
      version,
      assets: assets.map((asset) => ({
        assetCode: asset.assetCode,
        issuer: asset.issuer,
        name: asset.name,
        description: asset.description,
        image: imagePath(asset),
      })),
      pairs: pairs.map(({ base, counter }) => ({ base: assetKey(base), quote: assetKey(counter) })),
      dollar: dollar && assetKey(dollar),
    };
  });

  route(app, ENDPOINTS.holdings, async ({ session }) => {
    await lookUpLimit.take(String(session.userId));
    return { assets: await holdingsOf(facts, session.userId) };
  });

  route(app, ENDPOINTS.heldAssets, async ({ session }) => {
    await lookUpLimit.take(String(session.userId));
    return { assets: await factsOfHeld(facts, session.userId) };
  });

  route(app, ENDPOINTS.lookUpAsset, async ({ session, query }) => {
    await lookUpLimit.take(String(session.userId));
    return { assets: await lookUpAssets(facts, query) };
  });

  route(app, ENDPOINTS.checkTrustline, async ({ session, input }) => {
    const { fee, feePayer, left, refusals } = await planTrustline(deps, session.userId, input);
    return {
      networkFee: formatAmount(mostFee({ fee, feePayer })),
      isFeeSponsored: feePayer !== null,
      reserve: formatAmount(BASE_RESERVE_STROOPS),
      left: left.map(leftOutput),
      refusals: refusals.map(({ told }) => told),
    };
  });

  const change = async (userId: number, kind: Change, input: TrustlineInput) => {
    const submission = await changeTrustline(deps, userId, kind, input);
    money.kick();
    return submissionOutput(submission);
  };
  route(app, ENDPOINTS.addTrustline, ({ session, input }) => change(session.userId, "add", input));
  route(app, ENDPOINTS.removeTrustline, ({ session, input }) => change(session.userId, "remove", input));
}
