import type { ContentOf, ProposalOutput } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import type { SetDollarInput } from "#schemas/listing.ts";
import type { Act, Approvals } from "#server/approvals/index.ts";
import { NOTHING_LISTED, readStoredListing } from "#server/listed-assets/index.ts";
import { listedIn } from "./change-asset.ts";
import { changeListWithin } from "./change-list.ts";
import type { ListingDeps } from "./deps.ts";

/** Says which listed asset is the dollar, or proposes it. Throws as its endpoint says. */
export async function setDollar(
  { runtime }: ListingDeps,
  approvals: Approvals,
  operatorId: number,
  { asset, version, reason }: SetDollarInput,
): Promise<ProposalOutput | null> {
  const now = (await readStoredListing(runtime, null)) ?? NOTHING_LISTED;
  if (now.version !== version) throw new AppError("listing-changed");
  if (asset !== null) listedIn(now, asset);
  return approvals.decide({ content: { kind: "set-dollar", asset, former: now.dollar }, operatorId, reason });
}

/** The asset by which all is priced: whoever chooses it moves every limit in USD, so two agree to it. */
export function dollarAct({ runtime, listing }: ListingDeps): Act<ContentOf<"set-dollar">> {
  return {
    subject: () => "dollar",
    about: () => Promise.resolve([]),
    says: ({ asset, former }) => `The US dollar becomes ${asset ?? "no asset"}, in the place of ${former ?? "none"}.`,
    whySecond: ({ asset, former }) =>
      Promise.resolve(asset === former ? null : "All prices, and limits in USD, are counted by it."),
    prepare: ({ asset, former }) =>
      Promise.resolve((session, by) =>
        changeListWithin(runtime, session, by, {
          action: "set-dollar",
          version: null,
          change: (before) => {
            if (before.dollar !== former) throw new AppError("proposal-outdated");
            if (asset !== null) listedIn(before, asset);
            return { after: { ...before, dollar: asset }, details: `from ${former ?? "none"} to ${asset ?? "none"}` };
          },
        }),
      ),
    afterwards: () => listing.catchUp(),
  };
}
